import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconRefresh } from '../icons';
import { currentToasts, dismissToast, subscribeToToasts, TOAST_MS, type ToastEntry } from './toast';

function Toast({ entry }: { entry: ToastEntry }) {
  const { t } = useTranslation('ui');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || entry.action) return;
    const timer = setTimeout(() => dismissToast(entry.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [entry.id, entry.action, held]);
  const { undo, action } = entry;
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
      {action ? <IconRefresh size={16} aria-hidden /> : <IconCheck size={16} stroke={2.4} aria-hidden />}
      <span>{entry.text}</span>
      {undo ? (
        <button type="button" onClick={press(undo)}>
          {t('toast.undo')}
        </button>
      ) : null}
      {action ? (
        <>
          <button type="button" onClick={press(action.onPress)}>
            {action.label}
          </button>
          <button type="button" onClick={press(() => undefined)}>
            {t('toast.later')}
          </button>
        </>
      ) : null}
    </li>
  );
}

/** Where toasts appear. Once a page, in UiProvider; always there, so that screen readers notice what enters it. */
export function ToastHost() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts);
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
