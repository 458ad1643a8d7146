import { SegmentedControl, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

export const REVIEWED = ['campaigns', 'properties'] as const;
export type Reviewed = (typeof REVIEWED)[number];

interface ReviewSwitchProps {
  shown: Reviewed;
  /** How many of each wait; null: not known. */
  counts: Readonly<Record<Reviewed, number | null>>;
  onChange: (shown: Reviewed) => void;
}

/** Whether campaigns or properties lie on the desk, with how many of each wait. */
export function ReviewSwitch({ shown, counts, onChange }: ReviewSwitchProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const label = (name: Reviewed) => {
    const count = counts[name];
    return count === null
      ? t(`review.show.${name}`)
      : t('review.show.counted', { name: t(`review.show.${name}`), figure: format.count(count) });
  };
  return (
    <SegmentedControl
      aria-label={t('review.show.label')}
      value={shown}
      onChange={(value) => onChange(REVIEWED.find((name) => name === value) ?? 'campaigns')}
      data={REVIEWED.map((value) => ({ value, label: label(value) }))}
    />
  );
}
