import { Loader } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle, IconCheck, IconRefresh } from '../icons';
import {
  currentToasts,
  dismissToast,
  isPassing,
  subscribeToToasts,
  TOAST_MS,
  type ToastEntry,
} from './toast';

function ToastIcon({ action, stays }: ToastEntry) {
  if (stays === 'busy') return <Loader size={16} color="currentColor" aria-hidden />;
  if (stays === 'problem') return <IconAlertTriangle size={16} aria-hidden />;
  return action ? <IconRefresh size={16} aria-hidden /> : <IconCheck size={16} stroke={2.4} aria-hidden />;
}

function Toast({ entry }: { entry: ToastEntry }) {
  const { t } = useTranslation('ui');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || !isPassing(entry)) return;
    const timer = setTimeout(() => dismissToast(entry.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [entry, held]);
  const { undo, action, stays } = entry;
  const press = (run: () => void) => () => {
    dismissToast(entry.id);
    run();
  };
  return (
    <li
      className="ez-toast"
      // Not by entering: it may have appeared under a pointer that rests where a button was pressed.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToastIcon {...entry} />
      <span>{entry.text}</span>
      {undo ? (
        <button type="button" onClick={press(undo)}>
          {t('toast.undo')}
        </button>
      ) : null}
      {action ? (
        <div className="ez-toast-offer">
          <button type="button" onClick={press(() => undefined)}>
            {t('toast.later')}
          </button>
          <button type="button" onClick={press(action.onPress)}>
            {action.label}
          </button>
        </div>
      ) : null}
      {stays === 'problem' ? (
        <button type="button" onClick={press(() => undefined)}>
          {t('close')}
        </button>
      ) : null}
    </li>
  );
}

/** Where toasts appear. Once a page, in UiProvider; always there, so that screen readers notice what enters it. */
export function ToastHost() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  return (
    <div role="status" aria-live="polite" className="ez-toasts">
      {entries.length > 0 ? (
        <ul>
          {entries.map((entry) => (
            <Toast key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
