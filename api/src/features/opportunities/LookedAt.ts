import type { Campaign, Opportunity, OpportunityKind } from '@ezdash/contracts';
import { OPPORTUNITIES, type TroubleCure } from '@ezdash/contracts';
import type { FateCount } from '../troubleshoot';
import type { Range } from './ranges';

/** What one zone brought a campaign in the days that zones are looked at. */
export interface ZoneFigures {
  zoneId: number;
  propertyId: number;
  name: string;
  domain: string;
  impressions: number;
  clicks: number;
  conversions: number;
  spendMicros: number;
  /** What its campaign's other zones brought in the hours since this one's first: what comes late is missing in both. */
  others: { impressions: number; clicks: number; conversions: number };
  /** It is open, on a property that is approved. */
  isLive: boolean;
}

/** What else than its daily budget holds a campaign; null where there is no such limit. Amounts are micros. */
export interface Left {
  totalMicros: number | null;
  impressions: number | null;
  clicks: number | null;
  /** These are for so many days: until its end, at least one, and one where it has no end. */
  days: number;
  /** What the account's balance leaves of an average day of all campaigns that are looked at. */
  balanceMicros: number;
}

/** A running campaign with what its last days say of it. Amounts are micros. */
export interface LookedAt {
  campaign: Campaign;
  /** Whole hours since its last change that anything was recorded in; what follows is of these. */
  hours: number;
  counts: readonly FateCount[];
  /** How many equally weighted decisions the sample is worth. */
  effective: number;
  impressions: number;
  clicks: number;
  spendMicros: number;
  /** The whole days (UTC) since its last change, silent ones too. */
  wholeDays: readonly { impressions: number; spendMicros: number }[];
  zones: readonly ZoneFigures[];
  zoneHours: number;
  left: Left;
}

const DAY_HOURS = 24;
const MILLION = 1_000_000;

export const daysOf = (hours: number): number => Math.max(1, Math.ceil(hours / DAY_HOURS));
/** Of so many hours, a day's part. */
export const perDay = (value: number, hours: number): number => (value * DAY_HOURS) / hours;
export const ppm = (share: number): number => Math.round(share * MILLION);

/** Student's t by degrees of freedom: 95 % lie within. A week has no more days. */
const T: Readonly<Record<number, number>> = { 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447 };

/** Silent days say nothing of a price. */
const shownDays = ({ wholeDays }: LookedAt) => wholeDays.filter(({ impressions }) => impressions > 0);

/** What an impression costs, by how its price differs between the days that have any; null where that says nothing. */
export function priceOf(looked: LookedAt): Range | null {
  const days = shownDays(looked);
  const t = T[days.length - 1];
  const sum = (of: 'impressions' | 'spendMicros') => days.reduce((all, day) => all + day[of], 0);
  const impressions = sum('impressions');
  if (t === undefined || impressions <= 0) return null;
  const middle = sum('spendMicros') / impressions;
  const squares = days.reduce((all, day) => all + (day.spendMicros - middle * day.impressions) ** 2, 0);
  const count = days.length;
  const spread = (t * Math.sqrt((squares * count) / (count - 1))) / impressions;
  return middle > spread ? { low: middle - spread, middle, high: middle + spread } : null;
}

/** Too little was recorded to say anything of its auctions. */
export const isTooFew = (looked: LookedAt): boolean =>
  shownDays(looked).length < OPPORTUNITIES.fewestDays ||
  looked.effective < OPPORTUNITIES.fewestDecisions ||
  looked.impressions < OPPORTUNITIES.fewestImpressions ||
  priceOf(looked) === null;

/** Whole days on which it spent its daily budget of now. */
export const reachedDays = ({ wholeDays, campaign }: LookedAt): number =>
  wholeDays.filter(
    ({ spendMicros }) => spendMicros * MILLION >= campaign.daily_budget_micros * OPPORTUNITIES.reachedPpm,
  ).length;

/** Its daily budget ends before the days do: whatever else it wins, it spends no more. */
export const isBudgetBound = (looked: LookedAt): boolean =>
  reachedDays(looked) >= OPPORTUNITIES.fewestReachedDays;

/** What all but its daily budget leaves of an average day, in micros: balance, total budget, limits of events. */
export function restOf({ left, hours, spendMicros, impressions, clicks }: LookedAt): number {
  const room = (all: number | null, count: number) =>
    all === null || count <= 0
      ? Number.POSITIVE_INFINITY
      : (all / left.days - perDay(count, hours)) * (spendMicros / count);
  const rooms = [
    room(left.totalMicros, spendMicros),
    room(left.impressions, impressions),
    room(left.clicks, clicks),
  ];
  return Math.floor(Math.min(left.balanceMicros, ...rooms));
}

/** What an average day leaves of its daily budget and of all else that holds it, in micros. */
export const roomOf = (looked: LookedAt): number =>
  Math.min(
    Math.floor(looked.campaign.daily_budget_micros - perDay(looked.spendMicros, looked.hours)),
    restOf(looked),
  );

/** Whether something is large enough to be spoken of, against what the campaign has a day now. */
export const isWorthAWord = (value: number, now: number): boolean =>
  value > 0 && value * MILLION >= now * OPPORTUNITIES.leastGainPpm;

/** An opportunity of a campaign; what is not said of it, it does not have. */
export function proposal(
  { campaign: { id, name } }: LookedAt,
  kind: OpportunityKind,
  cure: TroubleCure,
  rest: Pick<Opportunity, 'facts' | 'cases' | 'days'> & Partial<Opportunity>,
  of: readonly string[] = [],
): Opportunity {
  return {
    key: [kind, id, ...of].join(':'),
    kind,
    campaign: { id, name },
    gains: null,
    costs_micros: null,
    saves_micros: null,
    left_out: [],
    cure,
    ...rest,
  };
}
