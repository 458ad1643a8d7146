import type { ReactNode } from 'react';
import styles from './review.module.css';
import { useDuration } from './useDuration';

/** One that waits for a decision. */
export interface Waiting {
  id: string;
  name: string;
  detail: ReactNode;
  /** Its picture; a list without pictures has none. */
  thumb?: ReactNode;
  waitsMs: number;
}

interface WaitingListProps {
  label: string;
  waiting: readonly Waiting[];
  /** Who waits longer than this is marked. */
  lateMs: number;
  chosenId: string;
  onChoose: (id: string) => void;
}

/** Who waits, in the order given; the chosen one is marked. */
export function WaitingList({ label, waiting, lateMs, chosenId, onChoose }: WaitingListProps) {
  const duration = useDuration();
  const isPlain = waiting.every(({ thumb }) => thumb === undefined);
  return (
    <ul className={styles.queue} data-plain={isPlain || undefined} aria-label={label}>
      {waiting.map(({ id, name, detail, thumb, waitsMs }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            {thumb}
            <span className={styles.names}>
              <b>
                <bdi>{name}</bdi>
              </b>
              <small>{detail}</small>
            </span>
            <span className={styles.waits} data-late={waitsMs > lateMs || undefined}>
              <bdi>{duration(waitsMs)}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
