import type { CampaignInput } from '../snapshotInput';
import { only } from '../testFixtures';
import { asUsual, type Weather } from './testTraffic';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MICROS = 1_000_000;
/** A Wednesday. */
export const FROM_MS = Date.UTC(2027, 0, 13);

export interface PacedCampaign {
  name: string;
  /** There is traffic enough for its budget in every scenario. */
  feasible: boolean;
  /** So few events a day that hours say nothing. */
  few?: boolean;
  fields: Partial<CampaignInput> & Pick<CampaignInput, 'id' | 'bidMicros'>;
}

/** Working hours of Berlin, Monday to Friday. */
const OFFICE = [0, 1, 2, 3, 4].flatMap((day) => Array.from({ length: 10 }, (_, hour) => day * 24 + 8 + hour));

/** Campaigns whose budgets are parts of an ordinary day's ad requests, of which there are so many a second. */
export function pacedCampaigns(perSecond: number): PacedCampaign[] {
  const requests = perSecond * 86_400;
  const budget = (part: number, dollars: number) => Math.round(requests * part * dollars * 1_000);
  // Fixed bids, so that a budget is a number of impressions; the auction's order is what they compete by.
  const cpm = (
    id: number,
    dollars: number,
    part: number,
    fields: Partial<CampaignInput> = {},
  ): PacedCampaign['fields'] => ({
    id,
    bidMicros: dollars * MICROS,
    bidding: 'fixed',
    pacing: 'even',
    dailyBudgetMicros: budget(part, dollars),
    ...fields,
  });
  return [
    { name: 'a large part of the traffic', feasible: true, fields: cpm(1, 5, 0.06) },
    { name: 'small', feasible: true, fields: cpm(2, 4.5, 0.01) },
    { name: 'second price', feasible: true, fields: cpm(3, 4, 0.02, { bidding: 'max' }) },
    {
      name: 'Germany alone',
      feasible: true,
      fields: cpm(4, 6, 0.015, { targeting: { countries: only('DE') } }),
    },
    {
      name: 'Japan alone',
      feasible: true,
      fields: cpm(5, 6.5, 0.01, { targeting: { countries: only('JP') } }),
    },
    {
      name: 'office hours of Berlin',
      feasible: true,
      fields: cpm(6, 7, 0.012, { targeting: { hours: { timezone: 'Europe/Berlin', hours: OFFICE } } }),
    },
    {
      name: 'from half past nine on the first day to five on the last',
      feasible: true,
      fields: cpm(7, 3.8, 0.012, {
        startsAtMs: FROM_MS + 9.5 * HOUR_MS,
        endsAtMs: FROM_MS + DAY_MS + 17 * HOUR_MS,
      }),
    },
    {
      name: 'total budget of a day and a half',
      feasible: true,
      fields: cpm(8, 3.6, 0.015, { totalBudgetMicros: Math.round(budget(0.015, 3.6) * 1.5) }),
    },
    {
      name: 'half of the visitors have seen it',
      feasible: true,
      fields: cpm(9, 5.5, 0.012, { cap: { count: 1, seconds: DAY_MS } }),
    },
    {
      // One for every other impression, so that an hour has enough to be measured by without the others' going short.
      name: 'clicks',
      feasible: true,
      fields: {
        id: 10,
        pricing: 'CPC',
        bidMicros: 40_000,
        bidding: 'fixed',
        pacing: 'even',
        ctrPpm: 500_000,
        dailyBudgetMicros: Math.round(requests * 0.03 * 0.5 * 40_000),
      },
    },
    {
      name: 'twenty-four clicks a day',
      feasible: true,
      few: true,
      fields: {
        id: 12,
        pricing: 'CPC',
        bidMicros: 250_000,
        bidding: 'fixed',
        pacing: 'even',
        ctrPpm: 10_000,
        dailyBudgetMicros: 6_000_000,
      },
    },
    { name: 'more than the traffic there is', feasible: false, fields: cpm(11, 2, 2) },
  ];
}

/** What the days are like, against the three weeks that were learnt from. */
export const WEATHERS: readonly { name: string; weather: Weather }[] = [
  { name: 'as usual', weather: asUsual },
  { name: 'three times the traffic', weather: () => 3 },
  { name: 'a third of the traffic', weather: () => 1 / 3 },
  {
    name: 'a morning of twice, an evening of half the usual traffic',
    weather: (timeMs) => (timeMs % DAY_MS < DAY_MS / 2 ? 2 : 0.5),
  },
];
