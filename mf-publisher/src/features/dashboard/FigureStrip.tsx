import type { PublisherDashboard, PublisherFigures } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ecpmMicros, fillRate, viewableRate } from '../figures/rates';

type Rate = (figures: PublisherFigures) => number | null;

interface RateStat {
  label: string;
  rate: Rate;
  text: (value: number) => string;
}

/** Earnings, requests, fill, eCPM and viewability of the days chosen, each against as many days before. */
export function FigureStrip({ dashboard }: { dashboard: PublisherDashboard }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { totals, previous, days, previous_days: before } = dashboard;
  const versus = t('figure.versusDays', { count: days.length });
  const share = (value: number) => format.percent(value, 1);
  // A day without a base has no rate: in the small line it lies on the ground.
  const line = (list: readonly PublisherFigures[], rate: Rate) => list.map((day) => rate(day) ?? 0);
  const stat = ({ label, rate, text }: RateStat, kind: 'relative' | 'points') => {
    const now = rate(totals);
    const then = rate(previous);
    return (
      <Stat
        key={label}
        label={label}
        value={now === null ? undefined : text(now)}
        change={now === null || then === null ? undefined : { now, before: then, kind }}
        versus={versus}
        trend={now === null ? undefined : line(days, rate)}
        previous={then === null ? undefined : line(before, rate)}
      />
    );
  };
  const ecpm = ecpmMicros(totals);
  const ecpmBefore = ecpmMicros(previous);
  return (
    <StatStrip label={t('dashboard.figures')}>
      <Stat
        label={t('figure.earnings')}
        micros={totals.earnings_micros}
        change={{ now: totals.earnings_micros, before: previous.earnings_micros }}
        versus={versus}
        trend={days.map((day) => day.earnings_micros)}
        previous={before.map((day) => day.earnings_micros)}
      />
      <Stat
        label={t('figure.requests')}
        value={format.count(totals.requests)}
        change={{ now: totals.requests, before: previous.requests }}
        versus={versus}
        trend={days.map((day) => day.requests)}
        previous={before.map((day) => day.requests)}
      />
      {stat({ label: t('figure.fill'), rate: fillRate, text: share }, 'points')}
      <Stat
        label={t('figure.ecpm')}
        micros={ecpm ?? undefined}
        change={ecpm === null || ecpmBefore === null ? undefined : { now: ecpm, before: ecpmBefore }}
        versus={versus}
        trend={ecpm === null ? undefined : line(days, ecpmMicros)}
        previous={ecpmBefore === null ? undefined : line(before, ecpmMicros)}
      />
      {stat({ label: t('figure.viewable'), rate: viewableRate, text: share }, 'points')}
    </StatStrip>
  );
}
