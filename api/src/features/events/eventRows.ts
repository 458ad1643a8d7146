import type { BilledEvent } from './billing';
import { BinaryRows, type ColumnType } from './binaryRows';
import type { HourlyFigures } from './rollups';

/** Columns of `ad_event` in the order of the rows that `eventRows` makes. */
const EVENT_TYPES = {
  decision_id: 'uuid',
  kind: 'int2',
  decided_at: 'time',
  happened_at: 'time',
  advertiser_id: 'int4',
  campaign_id: 'int4',
  creative_id: 'int4',
  publisher_id: 'int4',
  property_id: 'int4',
  zone_id: 'int4',
  country: 'letters',
  device: 'int2',
  os: 'int2',
  browser: 'int2',
  language: 'letters',
  invalid_reason: 'int2',
  price_micros: 'int8',
  payout_micros: 'int8',
  bonus_micros: 'int8',
  sub_id: 'int4',
  hold_id: 'int4',
} as const satisfies Record<string, ColumnType>;
export const EVENT_COLUMNS = Object.keys(EVENT_TYPES).join(', ');

/** Columns of `rollup_hourly` in the order of the rows that `figureRows` makes. */
const FIGURE_TYPES = {
  hour: 'time',
  quarter: 'int2',
  campaign_id: 'int4',
  creative_id: 'int4',
  zone_id: 'int4',
  country: 'letters',
  device: 'int2',
  os: 'int2',
  browser: 'int2',
  language: 'letters',
  sub_id: 'int4',
  advertiser_id: 'int4',
  publisher_id: 'int4',
  property_id: 'int4',
  impressions: 'int8',
  viewables: 'int8',
  clicks: 'int8',
  conversions: 'int8',
  invalid: 'int8',
  spend_micros: 'int8',
  payout_micros: 'int8',
} as const satisfies Record<string, ColumnType>;
export const FIGURE_COLUMNS = Object.keys(FIGURE_TYPES).join(', ');

/** Rows that are made at a time: while the database stores them, the next ones are. */
const PART_ROWS = 1_200;

/** Events for `COPY ad_event (EVENT_COLUMNS) FROM STDIN (FORMAT binary)`, in parts that are made as they are asked for. */
export function* eventParts(events: readonly BilledEvent[], partRows = PART_ROWS): Generator<Buffer> {
  for (let from = 0; from < events.length; from += partRows) {
    const end = from + partRows;
    yield eventRows(events.slice(from, end)).part(from === 0, end >= events.length);
  }
}

function eventRows(events: readonly BilledEvent[]): BinaryRows {
  const rows = new BinaryRows(Object.values(EVENT_TYPES), events.length);
  for (const { event, owners, verdict, spendMicros, payoutMicros, bonusMicros, hold } of events) {
    rows.row();
    rows.uuid(event.decisionId);
    rows.int2(event.kind);
    rows.time(event.decidedAtMs);
    rows.time(event.happenedAtMs);
    rows.int4(owners.advertiserId);
    rows.int4(event.campaignId);
    rows.int4(event.creativeId);
    rows.int4(owners.publisherId);
    rows.int4(owners.propertyId);
    rows.int4(event.zoneId);
    rows.letters(event.country);
    rows.int2(event.device);
    rows.int2(event.os ?? 0);
    rows.int2(event.browser ?? 0);
    rows.letters(event.language ?? '');
    rows.int2(verdict);
    rows.int8(spendMicros);
    rows.int8(payoutMicros);
    rows.int8(bonusMicros);
    rows.int4(event.subId ?? 0);
    rows.int4(hold?.id ?? 0);
  }
  return rows;
}

/** Figures for `COPY rollup_hourly (FIGURE_COLUMNS) FROM STDIN (FORMAT binary)`. */
export function figureRows(figures: readonly HourlyFigures[]): Buffer {
  const rows = new BinaryRows(Object.values(FIGURE_TYPES), figures.length);
  for (const row of figures) {
    rows.row();
    rows.time(row.hourMs);
    rows.int2(row.quarter);
    rows.int4(row.campaignId);
    rows.int4(row.creativeId);
    rows.int4(row.zoneId);
    rows.letters(row.country);
    rows.int2(row.device);
    rows.int2(row.os);
    rows.int2(row.browser);
    rows.letters(row.language);
    rows.int4(row.subId);
    rows.int4(row.advertiserId);
    rows.int4(row.publisherId);
    rows.int4(row.propertyId);
    rows.int8(row.impressions);
    rows.int8(row.viewables);
    rows.int8(row.clicks);
    rows.int8(row.conversions);
    rows.int8(row.invalid);
    rows.int8(row.spendMicros);
    rows.int8(row.payoutMicros);
  }
  return rows.end();
}
