import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '../icons';
import { currentToasts, dismissToast, subscribeToToasts, TOAST_MS, type ToastEntry } from './toast';

function Toast({ entry }: { entry: ToastEntry }) {
  const { t } = useTranslation('ui');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(entry.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [entry.id, held]);
  const { undo } = entry;
  return (
    <li
      className="ez-toast"
      // Not by entering: it may have appeared under a pointer that rests where a button was pressed.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <IconCheck size={16} stroke={2.4} aria-hidden />
      <span>{entry.text}</span>
      {undo ? (
        <button
          type="button"
          onClick={() => {
            dismissToast(entry.id);
            undo();
          }}
        >
          {t('toast.undo')}
        </button>
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
