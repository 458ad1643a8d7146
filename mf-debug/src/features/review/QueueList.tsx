import { creativePicture, creativeShape, SlotThumb } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Review } from './queue';
import styles from './review.module.css';
import { useDuration } from './useDuration';

/** Who waits longer than this is marked: the network promises a decision within four hours. */
const LATE_MS = 4 * 3_600_000;
const NO_SIZE = { width: 300, height: 250 };

interface QueueListProps {
  reviews: readonly Review[];
  chosenId: string;
  nowMs: number;
  onChoose: (campaignId: string) => void;
}

/** Who waits, oldest first. */
export function QueueList({ reviews, chosenId, nowMs, onChoose }: QueueListProps) {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  return (
    <ul className={styles.queue} aria-label={t('review.queue')}>
      {reviews.map(({ campaign, advertiser, submitted_at }) => {
        const first = campaign.creatives[0];
        const waitsMs = nowMs - Date.parse(submitted_at);
        return (
          <li key={campaign.id}>
            <button
              type="button"
              aria-current={campaign.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(campaign.id)}
            >
              <SlotThumb
                size={first ? creativeShape(first.image) : NO_SIZE}
                image={first && creativePicture(first.image)}
                box={38}
              />
              <span className={styles.names}>
                <b>
                  <bdi>{campaign.name}</bdi>
                </b>
                <small>
                  <bdi>{advertiser.name}</bdi>
                  <span>· {t('review.creatives', { count: campaign.creatives.length })}</span>
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
