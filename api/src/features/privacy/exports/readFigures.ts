import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { CsvCell } from '../../../platform/csv';
import type { Db } from '../../../platform/db';
import { formatMicros } from './formatMicros';
import { mapPages, PAGE_ROWS, pages } from './paging';

const DAY_MS = 86_400_000;
/** Days that are summed up by one query. */
const WINDOW_DAYS = 31;

export interface CsvSource {
  header: readonly string[];
  pages: AsyncIterable<(readonly CsvCell[])[]>;
}

interface FigureRow {
  day: string;
  id: number;
  name: string;
  place: string;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  conversions: bigint;
  invalid: bigint;
  micros: bigint;
}

const figures = sql`sum(r.impressions)::int8 AS impressions, sum(r.viewables)::int8 AS viewables,
  sum(r.clicks)::int8 AS clicks, sum(r.conversions)::int8 AS conversions, sum(r.invalid)::int8 AS invalid`;
const day = sql`(r.hour AT TIME ZONE 'UTC')::date`;

/** By campaign and day: what an advertiser's ads did and cost. */
const campaignDays = (userId: number, from: Date, to: Date) => sql<FigureRow>`
  SELECT ${day} AS day, c.id, c.name, '' AS place, ${figures}, sum(r.spend_micros)::int8 AS micros
  FROM rollup_hourly r JOIN campaign c ON c.id = r.campaign_id
  WHERE r.advertiser_id = ${userId} AND r.hour >= ${from} AND r.hour < ${to} GROUP BY 1, c.id ORDER BY 1, c.id`;

/** By zone and day: what a publisher's zones showed and earned. What advertisers paid is not theirs to know. */
const zoneDays = (userId: number, from: Date, to: Date) => sql<FigureRow>`
  SELECT ${day} AS day, z.id, z.name, p.domain AS place, ${figures}, sum(r.payout_micros)::int8 AS micros
  FROM rollup_hourly r JOIN zone z ON z.id = r.zone_id JOIN property p ON p.id = z.property_id
  WHERE r.publisher_id = ${userId} AND r.hour >= ${from} AND r.hour < ${to} GROUP BY 1, z.id, p.id ORDER BY 1, z.id`;

async function* windows(
  db: Db,
  owner: 'advertiser_id' | 'publisher_id',
  userId: number,
  read: typeof campaignDays,
): AsyncGenerator<FigureRow[]> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    SELECT min(hour) AS first, max(hour) AS last FROM rollup_hourly WHERE ${sql.ref(owner)} = ${userId}`.execute(
    db,
  );
  const [range] = rows;
  if (!range?.first || !range.last) return;
  const end = range.last.getTime();
  for (let at = Math.floor(range.first.getTime() / DAY_MS) * DAY_MS; at <= end; at += WINDOW_DAYS * DAY_MS) {
    const found = await read(userId, new Date(at), new Date(at + WINDOW_DAYS * DAY_MS)).execute(db);
    yield found.rows;
  }
}

const counts = (row: FigureRow) => [
  row.impressions,
  row.viewables,
  row.clicks,
  row.conversions,
  row.invalid,
  row.micros,
  formatMicros(row.micros),
];
const COUNTS = ['impressions', 'viewable_impressions', 'clicks', 'conversions', 'invalid_events'];

/** daily-figures.csv: of the person's campaigns, or of the zones when it is a publisher; days in UTC. */
export function readDailyFigures(db: Db, userId: number, role: string): CsvSource {
  if (role === 'publisher')
    return {
      header: ['day', 'zone_id', 'zone', 'domain', ...COUNTS, 'earnings_micros', 'earnings'],
      pages: mapPages(windows(db, 'publisher_id', userId, zoneDays), (row) => [
        row.day,
        publicId('zone', row.id),
        row.name,
        row.place,
        ...counts(row),
      ]),
    };
  return {
    header: ['day', 'campaign_id', 'campaign', ...COUNTS, 'spend_micros', 'spend'],
    pages: mapPages(windows(db, 'advertiser_id', userId, campaignDays), (row) => [
      row.day,
      publicId('campaign', row.id),
      row.name,
      ...counts(row),
    ]),
  };
}

interface PostingRow {
  posting: bigint;
  transaction: bigint;
  occurred_at: Date;
  kind: string;
  description: string;
  micros: bigint;
}

interface AccountRow {
  id: number;
  kind: string;
  currency: string;
}

function postingsOf(db: Db, account: AccountRow): AsyncGenerator<PostingRow[]> {
  return pages<PostingRow>((after) =>
    db
      .selectFrom('ledger_posting as p')
      .innerJoin('ledger_transaction as t', 't.id', 'p.transaction_id')
      .select(['p.id as posting', 't.id as transaction', 't.occurred_at', 't.kind', 't.description'])
      .select('p.amount_micros as micros')
      .where('p.account_id', '=', account.id)
      .where('p.id', '>', after?.posting ?? 0n)
      .orderBy('p.id')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

async function* accountPages(db: Db, userId: number): AsyncGenerator<CsvCell[][]> {
  const accounts = await db
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'currency'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const account of accounts)
    yield* mapPages(postingsOf(db, account), (row) => [
      publicId('transaction', Number(row.transaction)),
      row.occurred_at,
      row.kind,
      row.description,
      account.kind,
      account.currency,
      row.micros,
      formatMicros(row.micros),
    ]);
}

/** ledger.csv: every posting on the person's accounts, account by account, the oldest first. */
export const readLedger = (db: Db, userId: number): CsvSource => ({
  header: [
    'transaction',
    'occurred_at',
    'kind',
    'description',
    'account',
    'currency',
    'amount_micros',
    'amount',
  ],
  pages: accountPages(db, userId),
});
