import {
  BROWSER_CODES,
  DEVICE_CODES,
  EVENT_KINDS,
  type MetricGroup,
  OS_CODES,
  publicId,
  type ReportFigures,
} from '@ezdash/contracts';
import type { Client } from 'pg';
import { createClient } from '../../../api/src/platform/db/connection';
import { startEmbeddedPostgres } from '../../../api/src/platform/embeddedPostgres';

/** By its reason invalid traffic is told apart by the server's own tests: what was discarded with a sub id leaves none. */
export type Dimension = Exclude<MetricGroup, 'date' | 'hour' | 'advertiser' | 'invalid_reason'>;

/** The sums of a report that are of single events; amounts in micros. */
export const SUMS = [
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid',
  'spend_micros',
  'revenue_micros',
] as const;
export type Sums = Record<(typeof SUMS)[number], number>;

/** One event or conversion, as it is stored; or so many of the same quarter of an hour that were discarded and are only counted. */
export interface Fact {
  /** Its hour of UTC, as the ledger has it. */
  hourMs: number;
  /** The quarter of that hour. */
  atMs: number;
  /** Of EVENT_KINDS; 0 of what was discarded. */
  kind: number;
  campaignId: number;
  publisherId: number;
  /** As a report names it; empty where it is not known. */
  of: Record<Dimension, string>;
  sums: Sums;
  payoutMicros: number;
}

/** A transaction by which the ledger took what an hour's events cost. */
export interface Taken {
  hourMs: number;
  /** The hour in which the last of its events happened, by which lines of funds are made. */
  happenedHourMs: number;
  /** What the account's cash and bonus lost by it. */
  micros: number;
  /** Campaign, kind, count and micros of its events, as it says. */
  events: [campaignId: number, kind: number, count: number, micros: number][];
  /** What publishers were given by it. */
  given: { publisherId: number; micros: number }[];
}

export interface Books {
  facts: Fact[];
  taken: Taken[];
  /** How many transactions gave something back because events were invalid after all. */
  givenBack: number;
}

const HOUR_MS = 3_600_000;
/** A country nobody could place. */
const NOWHERE = 'ZZ';

/** Events and conversions one by one, and what was discarded and left no event: no rollup of events, no cube, no report. */
const FACTS = `
  SELECT date_trunc('hour', at, 'UTC') AS hour, date_bin(interval '15 minutes', at, '2026-01-01 00:00+00') AS at, kind, campaign_id, creative_id, fact.publisher_id, property_id, zone_id, trim(country) AS country, device, os,
    browser, trim(fact.language) AS language, word AS sub_id, category, counted, invalid, price_micros, payout_micros, value_micros
  FROM (
    SELECT decided_at AS at, kind, campaign_id, creative_id, publisher_id, property_id, zone_id,
      country, device, os, browser, language, sub_id, (invalid_reason = 0)::int AS counted, (invalid_reason <> 0)::int AS invalid,
      price_micros, payout_micros, 0 AS value_micros
    FROM ad_event WHERE advertiser_id = $1 AND decided_at < $2
    UNION ALL
    SELECT received_at, ${EVENT_KINDS.conversion}, campaign_id, creative_id, publisher_id, property_id,
      zone_id, country, device, os, browser, language, sub_id, 1, 0, price_micros, payout_micros, value_micros
    FROM conversion WHERE advertiser_id = $1 AND verdict = 'attributed' AND received_at < $2
    UNION ALL
    SELECT hour + quarter * interval '15 minutes', 0, campaign_id, creative_id, publisher_id, property_id, zone_id, country, device, os, browser, language, sub_id,
      0, events, 0, 0, 0
    FROM invalid_by_sub WHERE advertiser_id = $1 AND hour < $2
  ) fact
  JOIN property ON property.id = property_id JOIN sub_id_word ON sub_id_word.id = sub_id`;

const TAKEN = `
  SELECT t.kind, t.meta -> 'events' AS events, date_trunc('hour', t.occurred_at, 'UTC') AS happened_hour,
    coalesce((t.meta ->> 'hour')::timestamptz, date_trunc('hour', t.occurred_at, 'UTC')) AS hour,
    -coalesce(sum(p.amount_micros) FILTER (WHERE a.owner_id = $1), 0) AS micros,
    coalesce(jsonb_agg(jsonb_build_object('publisherId', a.owner_id, 'micros', p.amount_micros))
      FILTER (WHERE a.kind = 'publisher_pending'), '[]') AS given
  FROM ledger_transaction t JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
  WHERE t.kind IN ('ad_spend', 'invalid_traffic') AND t.id IN (
    SELECT transaction_id FROM ledger_posting JOIN ledger_account own ON own.id = account_id WHERE own.owner_id = $1)
  GROUP BY t.id ORDER BY t.id`;

const nameOf = (codes: Readonly<Record<string, number>>, code: number): string =>
  Object.keys(codes).find((name) => codes[name] === code) ?? '';

type Row = Record<string, unknown> & { hour: Date };

function factOf(row: Row): Fact {
  const [kind, counted] = [Number(row.kind), Number(row.counted)];
  const countOf = (name: keyof typeof EVENT_KINDS) => (EVENT_KINDS[name] === kind ? counted : 0);
  return {
    hourMs: row.hour.getTime(),
    atMs: (row.at as Date).getTime(),
    kind,
    campaignId: Number(row.campaign_id),
    publisherId: Number(row.publisher_id),
    of: {
      campaign: publicId('campaign', Number(row.campaign_id)),
      creative: publicId('creative', Number(row.creative_id)),
      property: publicId('property', Number(row.property_id)),
      zone: publicId('zone', Number(row.zone_id)),
      category: String(row.category),
      country: row.country === NOWHERE ? '' : String(row.country),
      device: nameOf(DEVICE_CODES, Number(row.device)),
      os: nameOf(OS_CODES, Number(row.os)),
      browser: nameOf(BROWSER_CODES, Number(row.browser)),
      language: String(row.language),
      sub_id: String(row.sub_id),
    },
    sums: {
      impressions: countOf('impression'),
      viewables: countOf('viewable'),
      clicks: countOf('click'),
      conversions: countOf('conversion'),
      invalid: Number(row.invalid),
      spend_micros: Number(row.price_micros),
      revenue_micros: Number(row.value_micros),
    },
    payoutMicros: Number(row.payout_micros),
  };
}

const takenOf = (row: Row): Taken => ({
  hourMs: row.hour.getTime(),
  happenedHourMs: (row.happened_hour as Date).getTime(),
  micros: Number(row.micros),
  events: (row.events ?? []) as Taken['events'],
  given: row.given as Taken['given'],
});

async function read(client: Client, email: string, until: Date): Promise<Books> {
  const { rows: owners } = await client.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [
    email,
  ]);
  const [owner] = owners;
  if (!owner) throw new Error(`Nobody is called ${email}`);
  const facts = await client.query<Row>(FACTS, [owner.id, until]);
  const { rows } = await client.query<Row>(TAKEN, [owner.id]);
  const taken = rows.filter((row) => row.kind === 'ad_spend').map(takenOf);
  return { facts: facts.rows.map(factOf), taken, givenBack: rows.length - taken.length };
}

/** What an account's events before a moment say, and what the ledger took from it, out of the network's own database. */
export async function readBooks(
  { dataDir }: { dataDir: string },
  email: string,
  until: Date,
): Promise<Books> {
  // It runs: it is adopted and left again.
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const client = createClient(connection);
  try {
    await client.connect();
    return await read(client, email, until);
  } finally {
    await client.end();
    await stop();
  }
}

const walls = new Map<string, string>();
/** What clocks of a timezone show at a moment: 2026-11-29 05:45. */
function wallOf(atMs: number, timezone: string): string {
  const name = `${timezone} ${atMs}`;
  const known = walls.get(name);
  if (known) return known;
  // Sweden writes days as we do.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const wall = clock.format(atMs);
  walls.set(name, wall);
  return wall;
}
/** The day of a moment in a timezone. */
export const dayOf = (atMs: number, timezone: string): string =>
  wallOf(atMs, timezone).slice(0, 'YYYY-MM-DD'.length);
/** How many milliseconds clocks of a timezone are beyond a full hour. */
export const beyondHour = (atMs: number, timezone: string): number =>
  Number(wallOf(atMs, timezone).slice(-2)) * 60_000;

/** The last days in a timezone that were over before a moment, oldest first. */
export function daysBefore(until: Date, timezone: string, count: number): string[] {
  const days = new Set<string>();
  for (let hourMs = until.getTime() - (count + 1) * 24 * HOUR_MS; hourMs < until.getTime(); hourMs += HOUR_MS)
    days.add(dayOf(hourMs, timezone));
  days.delete(dayOf(until.getTime(), timezone));
  return [...days].slice(-count);
}

/** Amounts and counts by a key; what comes to nothing is left out, since no report has a row of it. */
export function sumBy<Item, Name extends string>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
  sumsOf: (item: Item) => Readonly<Record<Name, number>>,
): Map<string, Record<Name, number>> {
  const found = new Map<string, Record<Name, number>>();
  for (const item of items) {
    const [key, more] = [keyOf(item), sumsOf(item)];
    const sums = found.get(key);
    if (!sums) found.set(key, { ...more });
    else for (const name of Object.keys(more) as Name[]) sums[name] += more[name];
  }
  return new Map([...found].filter(([, sums]) => Object.values(sums).some((value) => value !== 0)));
}

/** Tables of sums as text, so that a difference is told by its key. */
export const asLines = (sums: ReadonlyMap<string, object>): string[] =>
  [...sums].map(([key, each]) => `${key}: ${JSON.stringify(each)}`).sort();

/** The same figures of all rows of a table, or of one. */
export const total = (all: Iterable<Sums>): Sums =>
  sumBy(
    all,
    () => '',
    (sums) => sums,
  ).get('') ?? NOTHING;

export const NOTHING: Sums = {
  impressions: 0,
  viewables: 0,
  clicks: 0,
  conversions: 0,
  invalid: 0,
  spend_micros: 0,
  revenue_micros: 0,
};

/** The sums of a row of an answer. */
export const sumsOf = (figures: ReportFigures): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, figures[name] ?? 0])) as Sums;
