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

/**
 * Earnings, requests, fill, eCPM and viewability of the days chosen, each against as many days before, unless the
 * account is younger than those: growth from nothing says nothing.
 */
export function FigureStrip({ dashboard }: { dashboard: PublisherDashboard }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { totals, previous, days, previous_days: before, comparable } = dashboard;
  const count = days.length;
  const foot = comparable
    ? { versus: t('figure.versusDays', { count }) }
    : { note: t('figure.periodDays', { count }) };
  const against = (now: number | null, then: number | null) =>
    comparable && now !== null && then !== null ? { now, before: then } : undefined;
  const share = (value: number) => format.percent(value, 1);
  // A day without a base has no rate: in the small line it lies on the ground.
  const line = (list: readonly PublisherFigures[], rate: Rate) => list.map((day) => rate(day) ?? 0);
  const lines = (rate: Rate) => ({
    trend: rate(totals) === null ? undefined : line(days, rate),
    previous: comparable && rate(previous) !== null ? line(before, rate) : undefined,
  });
  const stat = ({ label, rate, text }: RateStat, kind: 'relative' | 'points') => {
    const now = rate(totals);
    const change = against(now, rate(previous));
    return (
      <Stat
        key={label}
        label={label}
        value={now === null ? undefined : text(now)}
        change={change ? { ...change, kind } : undefined}
        {...lines(rate)}
        {...foot}
      />
    );
  };
  const ecpm = ecpmMicros(totals);
  return (
    <StatStrip label={t('dashboard.figures')}>
      <Stat
        label={t('figure.earnings')}
        micros={totals.earnings_micros}
        change={against(totals.earnings_micros, previous.earnings_micros)}
        {...lines((day) => day.earnings_micros)}
        {...foot}
      />
      <Stat
        label={t('figure.requests')}
        value={format.count(totals.requests)}
        change={against(totals.requests, previous.requests)}
        {...lines((day) => day.requests)}
        {...foot}
      />
      {stat({ label: t('figure.fill'), rate: fillRate, text: share }, 'points')}
      <Stat
        label={t('figure.ecpm')}
        micros={ecpm ?? undefined}
        change={against(ecpm, ecpmMicros(previous))}
        {...lines(ecpmMicros)}
        {...foot}
      />
      {stat({ label: t('figure.viewable'), rate: viewableRate, text: share }, 'points')}
    </StatStrip>
  );
}
