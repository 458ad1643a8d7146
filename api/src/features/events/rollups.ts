import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { type BilledEvent, type Owners, utcDay } from './billing';
import type { IngestEvent, IngestRequest } from './journalRecords';
import type { Discarded } from './judge';

const HOUR_MS = 3_600_000;
export const hourOf = (timeMs: number) => Math.floor(timeMs / HOUR_MS) * HOUR_MS;

/** Sums up by a text key and answers in key order, which is the order in which every node locks rows. */
function sumBy<Item, Sum>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  start: (item: Item) => Sum,
  add: (sum: Sum, item: Item) => void,
): Sum[] {
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
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

interface Place {
  hourMs: number;
  campaignId: number;
  creativeId: number;
  zoneId: number;
  country: string;
  device: number;
  advertiserId: number;
  publisherId: number;
  propertyId: number;
}
interface Placed {
  event: IngestEvent;
  owners: Owners;
}

const placeKey = ({ event }: Placed) =>
  `${hourOf(event.decidedAtMs)}/${event.campaignId}/${event.creativeId}/${event.zoneId}/${event.country}/${event.device}`;
const placeOf = ({ event, owners }: Placed): Place => ({
  hourMs: hourOf(event.decidedAtMs),
  campaignId: event.campaignId,
  creativeId: event.creativeId,
  zoneId: event.zoneId,
  country: event.country,
  device: event.device,
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

/**
 * Rows to add to `rollup_hourly`: the events of a batch, and those of earlier ones that it settles, which were counted
 * as invalid until now.
 */
export function hourlyFigures(
  events: readonly BilledEvent[],
  settled: readonly BilledEvent[] = [],
): HourlyFigures[] {
  const entries = [
    ...events.map((billed) => ({ ...billed, wasInvalid: 0 })),
    ...settled.map((billed) => ({ ...billed, wasInvalid: 1 })),
  ];
  return sumBy(
    entries,
    placeKey,
    (billed): HourlyFigures => ({
      ...placeOf(billed),
      impressions: 0,
      viewables: 0,
      clicks: 0,
      conversions: 0,
      invalid: 0,
      spendMicros: 0,
      payoutMicros: 0,
    }),
    (sum, billed) => {
      const counter = billed.verdict === INVALID_REASONS.counted ? counters[billed.event.kind] : undefined;
      if (counter) sum[counter] += 1;
      else sum.invalid += 1;
      sum.invalid -= billed.wasInvalid;
      sum.spendMicros += billed.spendMicros;
      sum.payoutMicros += billed.payoutMicros;
    },
  );
}

export interface DiscardedFigures extends Place {
  kind: number;
  reason: number;
  events: number;
}
/** Rows to add to `invalid_hourly`. */
export function discardedFigures(discarded: readonly Discarded[]): DiscardedFigures[] {
  return sumBy(
    discarded,
    (item) => `${placeKey(item)}/${item.event.kind}/${item.reason}`,
    (item) => ({ ...placeOf(item), kind: item.event.kind, reason: item.reason, events: 0 }),
    (sum) => {
      sum.events += 1;
    },
  );
}

export interface RequestFigures {
  hourMs: number;
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
      `${hourOf(request.decidedAtMs)}/${request.zoneId}/${request.country}/${request.device}/${request.reason}`,
    (request) => ({
      hourMs: hourOf(request.decidedAtMs),
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
}
/** Rows to add to `campaign_spend`, by campaign and day. */
export function campaignDaySpends(events: readonly BilledEvent[]): CampaignDaySpend[] {
  return sumBy(
    events.filter((billed) => billed.spendMicros > 0),
    ({ event }) => `${event.campaignId}/${utcDay(event.decidedAtMs)}`,
    ({ event }) => ({ campaignId: event.campaignId, day: utcDay(event.decidedAtMs), spendMicros: 0 }),
    (sum, billed) => {
      sum.spendMicros += billed.spendMicros;
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
