import type { Zone } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './tag.module.css';

interface ListeningLineProps {
  zone: Pick<Zone, 'id' | 'last_request_at'>;
  /** The last question to the server had no answer. */
  isLost: boolean;
}

type Heard = 'listening' | 'first' | 'last' | 'lost';

/** Says whether the tag has asked for an ad. What comes while someone watches is the first one: it is announced. */
export function ListeningLine({ zone, isLost }: ListeningLineProps) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const before = useRef(zone.last_request_at);
  // Stands still once it is heard, although more requests follow.
  const first = useRef<string | null>(null);
  if (before.current === null && first.current === null) first.current = zone.last_request_at;

  const at = first.current ?? zone.last_request_at;
  let heard: Heard = at === null ? 'listening' : first.current ? 'first' : 'last';
  if (isLost && at === null) heard = 'lost';
  const time = at === null ? '' : first.current ? format.time(at, { seconds: true }) : format.dateTime(at);
  return (
    <section className={styles.listen} data-heard={heard} aria-live="polite">
      <i aria-hidden="true" />
      <div>
        <b>{t(`tag.${heard}`, { time })}</b>
        <p>{t(`tag.${heard}Text`)}</p>
      </div>
    </section>
  );
}
