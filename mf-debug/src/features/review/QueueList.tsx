import { creativePicture, creativeShape, SlotThumb } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Review } from './queue';
import { WaitingList } from './WaitingList';

/** The network promises a decision within four hours. */
const LATE_MS = 4 * 3_600_000;
const NO_SIZE = { width: 300, height: 250 };

interface QueueListProps {
  reviews: readonly Review[];
  chosenId: string;
  nowMs: number;
  onChoose: (campaignId: string) => void;
}

function Thumb({ image }: { image: Parameters<typeof creativeShape>[0] | undefined }) {
  return (
    <SlotThumb
      size={image === undefined ? NO_SIZE : creativeShape(image)}
      image={image === undefined ? undefined : creativePicture(image)}
      box={38}
    />
  );
}

/** Who waits, oldest first. */
export function QueueList({ reviews, nowMs, ...list }: QueueListProps) {
  const { t } = useTranslation('debug');
  const waiting = reviews.map(({ campaign: { id, name, creatives }, advertiser, submitted_at }) => ({
    id,
    name,
    thumb: <Thumb image={creatives[0]?.image} />,
    detail: (
      <>
        <bdi>{advertiser.name}</bdi>
        <span>· {t('review.creatives', { count: creatives.length })}</span>
      </>
    ),
    waitsMs: nowMs - Date.parse(submitted_at),
  }));
  return <WaitingList label={t('review.queue')} waiting={waiting} lateMs={LATE_MS} {...list} />;
}
