import { useTranslation } from 'react-i18next';
import type { DeltaKind } from '../format/delta';
import { useFormat } from '../format/useFormat';

export interface DeltaProps {
  now: number;
  before: number;
  /** `points` for rates given as ratios. */
  kind?: DeltaKind;
  /** Colour follows meaning: a cost that falls is good, spend is neither. The triangle follows the direction. */
  good?: 'up' | 'down' | 'neither';
}

const UP = 'M4 1 7.4 6.6H.6z';
const DOWN = 'M4 7 .6 1.4h6.8z';

/** How much a figure changed since the period before. */
export function Delta({ now, before, kind, good = 'up' }: DeltaProps) {
  const { t } = useTranslation('ui');
  const { direction, text } = useFormat().delta(now, before, kind);
  if (direction === 'new') return <span className="ez-delta">{t('delta.new')}</span>;
  if (direction === 'same') return <span className="ez-delta">{text}</span>;
  const tone = good === 'neither' ? undefined : direction === good ? 'ok' : 'bad';
  return (
    <span className="ez-delta" data-tone={tone}>
      <svg width="8" height="8" viewBox="0 0 8 8" role="img" aria-label={t(`delta.${direction}`)}>
        <path d={direction === 'up' ? UP : DOWN} fill="currentColor" />
      </svg>
      <bdi>{text}</bdi>
    </span>
  );
}
