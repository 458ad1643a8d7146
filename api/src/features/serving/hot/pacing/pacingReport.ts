import type { SnapshotCampaign } from '../index/entries';
import { makeEntry, newShared } from '../index/makeEntry';
import type { CampaignInput } from '../snapshotInput';
import { campaignInput, creativeInput } from '../testFixtures';
import { type TrafficForecast, trafficKey } from './forecast';
import type { Simulation } from './simulatePacing';
import { TrafficShares } from './TrafficShares';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How one campaign kept to its line. Parts of one, not per cent. */
export interface PacingOutcome {
  id: number;
  /** What it was to spend, and what was billed. */
  budgetMicros: number;
  billedMicros: number;
  /** What came and was not billed, since it would have exceeded a budget. */
  refusedMicros: number;
  /**
   * |billed − planned| over all hours, as a part of what was planned: planned is the day's budget times the part of the
   * day's traffic that the forecast gives to the hour.
   */
  meanError: number;
  /** Hours with `LEAST_EVENTS` planned events or more. */
  measuredHours: number;
  /** The worst of them, as a part of its plan; it says nothing when there is none. */
  worstError: number;
  /** How far the sum since the day's beginning was off at most at an hour's end, as a part of the day's budget. */
  worstDistance: number;
  /** The mean error against the traffic that really came: what a perfect forecast would have made zero. */
  truthError: number;
}

/** In hours with fewer planned events one event more or less would be most of the error. */
export const LEAST_EVENTS = 60;

export interface ReportOptions {
  campaigns: (Partial<CampaignInput> & { id: number })[];
  fromMs: number;
  days: number;
  forecast: TrafficForecast;
}

function compiled(input: CampaignInput): SnapshotCampaign {
  const { entry } = makeEntry(input, [creativeInput({ id: 1, campaignId: input.id })], newShared());
  if (!entry) throw new Error('A campaign that is not sold');
  return entry.campaign;
}

/** What is planned for each hour, by the rule that `docs/pacing.md` states. */
function planOf(input: CampaignInput, { fromMs, days, forecast }: ReportOptions): number[] {
  const traffic = new TrafficShares();
  traffic.take(forecast);
  const { hours } = compiled(input);
  const key = trafficKey(input.targeting);
  let left = input.totalBudgetMicros ?? Number.POSITIVE_INFINITY;
  const plan: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const midnight = fromMs + day * DAY_MS;
    const from = Math.max(midnight, input.startsAtMs ?? 0, input.activeFromMs);
    const to = Math.min(midnight + DAY_MS, input.endsAtMs ?? Number.POSITIVE_INFINITY);
    const budget = from < to ? Math.min(input.dailyBudgetMicros, left) : 0;
    left -= budget;
    const shareAt = (timeMs: number) => (from < to ? traffic.share(key, hours, from, to, timeMs) : 0);
    for (let hour = 0; hour < 24; hour += 1) {
      const begin = midnight + hour * HOUR_MS;
      // Midnight is another day's.
      const end = hour === 23 ? 1 : shareAt(begin + HOUR_MS);
      plan.push(budget * (end - shareAt(begin)));
    }
  }
  return plan;
}

/** The traffic a campaign could see, by hour: of its countries, while it runs. */
function trafficOf(input: CampaignInput, plan: readonly number[], { requests }: Simulation): number[] {
  const key = trafficKey(input.targeting);
  const own = requests.filter(({ country }) => key === '' || key.split(' ').includes(country));
  return plan.map((planned, hour) =>
    planned > 0 ? own.reduce((sum, { byHour }) => sum + (byHour[hour] ?? 0), 0) : 0,
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
const errorOf = (billed: readonly number[], plan: readonly number[]) =>
  sumOf(plan.map((planned, hour) => Math.abs((billed[hour] ?? 0) - planned))) / Math.max(1, sumOf(plan));

export function reportPacing(simulation: Simulation, options: ReportOptions): PacingOutcome[] {
  return options.campaigns.map((fields) => {
    const input = campaignInput(fields);
    const { delivered } = simulation;
    const { billed = [], refused = 0, impressions = 0 } = delivered.get(input.id) ?? {};
    const plan = planOf(input, options);
    const budget = sumOf(plan);
    const seen = trafficOf(input, plan, simulation);
    const truth = seen.map((requests, hour) => {
      const day = Math.floor(hour / 24) * 24;
      const whole = sumOf(seen.slice(day, day + 24));
      return whole > 0 ? (sumOf(plan.slice(day, day + 24)) * requests) / whole : 0;
    });
    const eventMicros = sumOf(billed) / Math.max(1, countOf(input, impressions));
    let measuredHours = 0;
    let worstError = 0;
    let worstDistance = 0;
    let off = 0;
    plan.forEach((planned, hour) => {
      if (hour % 24 === 0) off = 0;
      const error = (billed[hour] ?? 0) - planned;
      off += error;
      if (planned >= eventMicros * LEAST_EVENTS) {
        measuredHours += 1;
        worstError = Math.max(worstError, Math.abs(error) / planned);
      }
      worstDistance = Math.max(worstDistance, Math.abs(off) / input.dailyBudgetMicros);
    });
    return {
      id: input.id,
      budgetMicros: budget,
      billedMicros: sumOf(billed),
      refusedMicros: refused,
      meanError: errorOf(billed, plan),
      measuredHours,
      worstError,
      worstDistance,
      truthError: errorOf(billed, truth),
    };
  });
}

const countOf = ({ pricing, ctrPpm }: CampaignInput, impressions: number) =>
  pricing === 'CPM' ? impressions : (impressions * ctrPpm) / 1e6;

const percent = (part: number) => `${(part * 100).toFixed(2)} %`;

/** The table people read; `names` by campaign. */
export function tableOf(outcomes: readonly PacingOutcome[], names: ReadonlyMap<number, string>): string {
  const rows = outcomes.map((outcome) => [
    names.get(outcome.id) ?? String(outcome.id),
    (outcome.budgetMicros / 1e6).toFixed(2),
    percent(outcome.billedMicros / Math.max(1, outcome.budgetMicros)),
    (outcome.refusedMicros / 1e6).toFixed(2),
    percent(outcome.meanError),
    outcome.measuredHours > 0 ? percent(outcome.worstError) : '–',
    percent(outcome.worstDistance),
    percent(outcome.truthError),
  ]);
  const head = [
    'campaign',
    'budget',
    'delivered',
    'refused',
    'hourly error',
    'worst hour',
    'off the line',
    'against real traffic',
  ];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
