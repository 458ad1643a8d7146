import type { DebugPropertyChange } from '@ezdash/contracts';
import { BusyButton, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import parts from '../parts.module.css';

interface ChangeListProps {
  changes: readonly DebugPropertyChange[];
  textOf: (change: DebugPropertyChange) => string;
  /** One is being taken back. */
  busy: boolean;
  onUndo: (changeId: number) => void;
}

/** The latest changes by the tool, each with the way back while nobody has changed it since. */
export function ChangeList({ changes, textOf, busy, onUndo }: ChangeListProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [pressed, setPressed] = useState<number | null>(null);
  if (changes.length === 0) return null;
  return (
    <ul className={parts.rows} aria-label={t('userTab.changes')}>
      {changes.map((change) => (
        <li key={change.id} className={parts.row}>
          <span>
            {textOf(change)}
            <small>
              {format.relative(change.changed_at)}
              {change.undone_at ? ` · ${t('userTab.undone')}` : null}
            </small>
          </span>
          {change.can_undo ? (
            <BusyButton
              variant="default"
              busy={busy && pressed === change.id}
              onClick={() => {
                setPressed(change.id);
                onUndo(change.id);
              }}
            >
              {t('userTab.undo')}
              <span className="ez-sr"> {textOf(change)}</span>
            </BusyButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
