import type { PublisherFigures } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ecpmMicros, fillRate, viewableRate } from './rates';

type FigureOf = (figures: PublisherFigures) => number | null;

/** A line of figures by day, oldest first; null where a day has none. */
export interface DayLine {
  now: readonly (number | null)[];
  before?: readonly (number | null)[];
}

interface FigureStripProps {
  label: string;
  /** Of the whole period. */
  totals: PublisherFigures;
  /** Of as many days before; null when they cannot be compared with: growth from nothing says nothing. */
  previous: PublisherFigures | null;
  dayCount: number;
  /** The small line of a figure, where its days are known. */
  line: (figure: 'earnings' | 'other', figureOf: FigureOf) => DayLine | undefined;
}

const earnings: FigureOf = (figures) => figures.earnings_micros;
const requests: FigureOf = (figures) => figures.requests;

/** Earnings, requests, fill, eCPM and viewability, each with what it is compared with, or over which days it is. */
export function FigureStrip({ label, totals, previous, dayCount: count, line }: FigureStripProps) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const against = (figureOf: FigureOf, kind?: 'points') => {
    const now = figureOf(totals);
    const before = previous && figureOf(previous);
    // From nothing there is no percentage; the period is named instead.
    return now === null || !before ? undefined : { now, before, kind };
  };
  const rest = (figureOf: FigureOf, kind?: 'points') => {
    const change = against(figureOf, kind);
    const lines =
      figureOf(totals) === null ? undefined : line(figureOf === earnings ? 'earnings' : 'other', figureOf);
    return {
      change,
      trend: lines?.now,
      previous: previous ? lines?.before : undefined,
      ...(change
        ? { versus: t('figure.versusDays', { count }) }
        : { note: t('figure.periodDays', { count }) }),
    };
  };
  const share = (figureOf: FigureOf) => {
    const value = figureOf(totals);
    return value === null ? undefined : format.percent(value, 1);
  };
  return (
    <StatStrip label={label}>
      <Stat label={t('figure.earnings')} micros={totals.earnings_micros} {...rest(earnings)} />
      <Stat label={t('figure.requests')} value={format.count(totals.requests)} {...rest(requests)} />
      <Stat label={t('figure.fill')} value={share(fillRate)} {...rest(fillRate, 'points')} />
      <Stat label={t('figure.ecpm')} micros={ecpmMicros(totals) ?? undefined} {...rest(ecpmMicros)} />
      <Stat label={t('figure.viewable')} value={share(viewableRate)} {...rest(viewableRate, 'points')} />
    </StatStrip>
  );
}
