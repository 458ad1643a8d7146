import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { type BilledEvent, type Owners, utcDay } from './billing';
import type { IngestEvent, IngestRequest } from './journalRecords';
import type { Discarded } from './judge';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
export const hourOf = (timeMs: number) => Math.floor(timeMs / HOUR_MS) * HOUR_MS;
/** Of its hour, 0 to 3: no clock of this world is off by less. */
const quarterOf = (timeMs: number) => Math.floor((timeMs % HOUR_MS) / QUARTER_MS);

function sumsBy<Item, Sum>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  start: (item: Item) => Sum,
  add: (sum: Sum, item: Item) => void,
): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const item of items) {
    const key = keyOf(item);
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = start(item);
      sums.set(key, sum);
    }
    add(sum, item);
  }
  return sums;
}

/** Sums up by a text key and answers in key order, which is the order in which every node locks rows. */
function sumBy<Item, Sum>(...how: Parameters<typeof sumsBy<Item, Sum>>): Sum[] {
  const sums = sumsBy(...how);
  // Without a function that compares: with one, sorting takes longer than summing up.
  return [...sums.keys()].sort().flatMap((key) => sums.get(key) ?? []);
}

export interface Place {
  hourMs: number;
  /** Of the hour, 0 to 3. */
  quarter: number;
  campaignId: number;
  creativeId: number;
  zoneId: number;
  country: string;
  device: number;
  /** Codes of OS_CODES and BROWSER_CODES, 0 is unknown; a language that is not known is empty. */
  os: number;
  browser: number;
  language: string;
  /** Of `sub_id_word`; 0 is none. */
  subId: number;
  advertiserId: number;
  publisherId: number;
  propertyId: number;
}
interface Placed {
  event: IngestEvent;
  owners: Owners;
}

/** Codes fit into a byte. */
const clientKey = (event: IngestEvent) => (event.device * 256 + (event.os ?? 0)) * 256 + (event.browser ?? 0);
/** Whole quarters and one number for the client: small numbers become text ten times as fast as a time in milliseconds. */
const barePlaceKey = ({ event }: Placed) =>
  `${event.campaignId}/${Math.floor(event.decidedAtMs / QUARTER_MS)}/${event.creativeId}/${event.zoneId}/${event.country}${clientKey(event)}${event.language ?? ''}`;
const placeKey = (placed: Placed) =>
  placed.event.subId ? `${barePlaceKey(placed)}/${placed.event.subId}` : barePlaceKey(placed);
const placeOf = ({ event, owners }: Placed): Place => ({
  hourMs: hourOf(event.decidedAtMs),
  quarter: quarterOf(event.decidedAtMs),
  campaignId: event.campaignId,
  creativeId: event.creativeId,
  zoneId: event.zoneId,
  country: event.country,
  device: event.device,
  os: event.os ?? 0,
  browser: event.browser ?? 0,
  language: event.language ?? '',
  subId: event.subId ?? 0,
  advertiserId: owners.advertiserId,
  publisherId: owners.publisherId,
  propertyId: owners.propertyId,
});

export interface HourlyFigures extends Place {
  impressions: number;
  viewables: number;
  clicks: number;
  conversions: number;
  invalid: number;
  spendMicros: number;
  payoutMicros: number;
}
type Counter = 'impressions' | 'viewables' | 'clicks' | 'conversions';
const counters: Readonly<Record<number, Counter>> = {
  [EVENT_KINDS.impression]: 'impressions',
  [EVENT_KINDS.viewable]: 'viewables',
  [EVENT_KINDS.click]: 'clicks',
  [EVENT_KINDS.conversion]: 'conversions',
};

/** Written out: spreading the place into every row takes longer than all the rest of summing up. */
const noFigures = ({ event, owners }: Placed): HourlyFigures => ({
  hourMs: hourOf(event.decidedAtMs),
  quarter: quarterOf(event.decidedAtMs),
  campaignId: event.campaignId,
  creativeId: event.creativeId,
  zoneId: event.zoneId,
  country: event.country,
  device: event.device,
  os: event.os ?? 0,
  browser: event.browser ?? 0,
  language: event.language ?? '',
  subId: event.subId ?? 0,
  advertiserId: owners.advertiserId,
  publisherId: owners.publisherId,
  propertyId: owners.propertyId,
  impressions: 0,
  viewables: 0,
  clicks: 0,
  conversions: 0,
  invalid: 0,
  spendMicros: 0,
  payoutMicros: 0,
});

function countEvent(sum: HourlyFigures, { event, verdict, spendMicros, payoutMicros }: BilledEvent): void {
  const counter = verdict === INVALID_REASONS.counted ? counters[event.kind] : undefined;
  if (counter) sum[counter] += 1;
  else sum.invalid += 1;
  sum.spendMicros += spendMicros;
  sum.payoutMicros += payoutMicros;
}

/**
 * Rows to add to `rollup_hourly`: the events of a batch, and those of earlier ones that it settles, which were counted
 * as invalid until now.
 */
export function hourlyFigures(
  events: readonly BilledEvent[],
  settled: readonly BilledEvent[] = [],
): HourlyFigures[] {
  const wereInvalid = new Set(settled);
  const all = settled.length > 0 ? [...events, ...settled] : events;
  const sums = sumsBy(all, placeKey, noFigures, (sum, billed) => {
    countEvent(sum, billed);
    if (wereInvalid.has(billed)) sum.invalid -= 1;
  });
  // In any order: rows are added, and nobody waits for them.
  return [...sums.values()];
}

export interface DiscardedFigures extends Place {
  kind: number;
  reason: number;
  events: number;
}
/** Rows to add to `invalid_hourly`, which are not told apart by sub id. */
export function discardedFigures(discarded: readonly Discarded[]): DiscardedFigures[] {
  return sumBy(
    discarded,
    (item) => `${barePlaceKey(item)}/${item.event.kind}/${item.reason}`,
    (item) => ({ ...placeOf(item), subId: 0, kind: item.event.kind, reason: item.reason, events: 0 }),
    (sum) => {
      sum.events += 1;
    },
  );
}

export interface DiscardedOfSub extends Place {
  events: number;
}
/** Rows to add to `invalid_sub_hourly`: those of the discarded that came with a sub id. */
export function discardedOfSubs(discarded: readonly Discarded[]): DiscardedOfSub[] {
  return sumBy(
    discarded.filter(({ event }) => event.subId),
    placeKey,
    (item) => ({ ...placeOf(item), events: 0 }),
    (sum) => {
      sum.events += 1;
    },
  );
}

export interface RequestFigures extends Pick<Place, 'hourMs' | 'quarter'> {
  zoneId: number;
  country: string;
  device: number;
  reason: number;
  requests: number;
}
/** Rows to add to `request_hourly`. */
export function requestFigures(requests: readonly IngestRequest[]): RequestFigures[] {
  return sumBy(
    requests,
    (request) =>
      `${Math.floor(request.decidedAtMs / QUARTER_MS)}/${request.zoneId}/${request.country}/${request.device}/${request.reason}`,
    (request) => ({
      hourMs: hourOf(request.decidedAtMs),
      quarter: quarterOf(request.decidedAtMs),
      zoneId: request.zoneId,
      country: request.country,
      device: request.device,
      reason: request.reason,
      requests: 0,
    }),
    (sum, request) => {
      sum.requests += request.requests;
    },
  );
}

export interface CampaignDaySpend {
  campaignId: number;
  day: string;
  spendMicros: number;
  /** Counted ones. */
  impressions: number;
}
const isCountedImpression = ({ event, verdict }: BilledEvent) =>
  event.kind === EVENT_KINDS.impression && verdict === INVALID_REASONS.counted;
/** Rows to add to `campaign_spend`, by campaign and day. */
export function campaignDaySpends(events: readonly BilledEvent[]): CampaignDaySpend[] {
  return sumBy(
    events.filter((billed) => billed.spendMicros > 0 || isCountedImpression(billed)),
    ({ event }) => `${event.campaignId}/${utcDay(event.decidedAtMs)}`,
    ({ event }) => ({
      campaignId: event.campaignId,
      day: utcDay(event.decidedAtMs),
      spendMicros: 0,
      impressions: 0,
    }),
    (sum, billed) => {
      sum.spendMicros += billed.spendMicros;
      if (isCountedImpression(billed)) sum.impressions += 1;
    },
  );
}

export interface ZoneSeen {
  zoneId: number;
  firstMs: number;
  lastMs: number;
}
/** When each zone's tag asked for the first and the last time in this batch. */
export function zonesSeen(requests: readonly IngestRequest[]): ZoneSeen[] {
  return sumBy(
    requests,
    (request) => String(request.zoneId).padStart(10, '0'),
    (request) => ({ zoneId: request.zoneId, firstMs: request.decidedAtMs, lastMs: request.decidedAtMs }),
    (sum, request) => {
      sum.firstMs = Math.min(sum.firstMs, request.decidedAtMs);
      sum.lastMs = Math.max(sum.lastMs, request.decidedAtMs);
    },
  );
}
