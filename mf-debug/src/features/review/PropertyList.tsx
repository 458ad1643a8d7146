import type { OperatorProperty } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';
import { useDuration } from './useDuration';

/** Who waits longer than this is marked. */
const LATE_MS = 3 * 24 * 3_600_000;

interface PropertyListProps {
  properties: readonly OperatorProperty[];
  chosenId: string;
  nowMs: number;
  onChoose: (id: string) => void;
}

/** Sites that wait, those that wait longest first. */
export function PropertyList({ properties, chosenId, nowMs, onChoose }: PropertyListProps) {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  return (
    <ul className={styles.queue} data-plain aria-label={t('review.property.queue')}>
      {properties.map(({ id, name, domain, created_at: at }) => {
        const waitsMs = nowMs - Date.parse(at);
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(id)}
            >
              <span className={styles.names}>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <small>
                  <bdi>{domain}</bdi>
                </small>
              </span>
              <span className={styles.waits} data-late={waitsMs > LATE_MS || undefined}>
                <bdi>{duration(waitsMs)}</bdi>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
