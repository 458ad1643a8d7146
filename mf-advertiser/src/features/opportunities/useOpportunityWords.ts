import type { DailyRange, Opportunity, OpportunityKind } from '@ezdash/contracts';
import { countryName, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

const MILLION = 1_000_000;
const SHARE_DIGITS = 1;
const RATE_DIGITS = 2;
const SMALL_RATE_DIGITS = 4;
/** A conversion is rarer than two digits can say. */
const SMALL_RATE = 0.001;
/** Amounts of facts: bids in up to four digits, budgets whole where they are. */
const DIGITS: Readonly<Record<string, readonly [number, number]>> = {
  bid_micros: [2, 4],
  new_bid_micros: [2, 4],
  budget_micros: [0, 2],
  new_budget_micros: [0, 2],
};

/** A name of any script stands apart from the sentence around it. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** Opportunities in sentences, with their figures in the reader's language. */
export function useOpportunityWords() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();

  const rate = (ratio: number) =>
    format.percent(ratio, ratio > 0 && ratio < SMALL_RATE ? SMALL_RATE_DIGITS : RATE_DIGITS);

  function written(name: string, value: string | number): string | number {
    if (name.endsWith('_micros')) return format.money(Number(value), { digits: DIGITS[name] ?? RATE_DIGITS });
    if (name === 'rate_ppm' || name === 'others_ppm') return rate(Number(value) / MILLION);
    if (name.endsWith('_ppm')) return format.percent(Number(value) / MILLION, SHARE_DIGITS);
    if (name === 'country') return countryName(String(value), format.locale);
    if (name === 'device') return t(`opportunities.device.${value}`);
    return typeof value === 'number' ? value : isolated(value);
  }

  const values = ({ facts }: Opportunity) =>
    Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, written(name, value)]));

  const range = ({ per_day, low, high }: DailyRange, write: (value: number) => string) => ({
    amount: write(per_day),
    low: write(low),
    high: write(high),
  });

  return {
    title: (found: Opportunity) => t(`opportunities.title.${found.kind}`, values(found)),
    why: (found: Opportunity) => {
      const key = `opportunities.why.${found.kind}`;
      const { measure } = found.facts;
      return t(measure === undefined ? key : `${key}.${measure}Of_${found.cases.of}`, values(found));
    },
    gains: (gains: DailyRange) => t('opportunities.gains', range(gains, format.compact)),
    // No more can be spent: then there is no interval.
    costs: (costs: DailyRange) =>
      t(
        costs.low < costs.high ? 'opportunities.costs' : 'opportunities.costsAll',
        range(costs, format.money),
      ),
    saves: (saves: DailyRange) => t('opportunities.saves', range(saves, format.money)),
    sample: ({ cases: { count, of }, days }: Opportunity) =>
      t('opportunities.sample', {
        cases: t(`opportunities.cases.${of}`, { count, amount: format.count(count) }),
        days: t('opportunities.days', { count: days }),
      }),
    leftOut: ({ left_out }: Opportunity) => left_out.map((what) => t(`opportunities.leftOut.${what}`)),
    action: (kind: OpportunityKind) => t(`opportunities.action.${kind}`),
  };
}
