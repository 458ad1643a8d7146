import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import { inWindow } from './reversal.repo';
import { assertReversible } from './reverseInvalidTraffic';
import { isSpan, type TrafficSelection, type TrafficWindow } from './trafficSelection';

export interface ReversedTraffic {
  /** Events whose verdict changes. */
  events: number;
  impressions: number;
  viewables: number;
  clicks: number;
  /** Counted conversions of the clicks, which are taken back with them. */
  conversions: number;
  /** What advertisers get back, of it their bonus; what publishers give back. */
  priceMicros: bigint;
  bonusMicros: bigint;
  payoutMicros: bigint;
}
export interface PublisherPreview extends ReversedTraffic {
  publisherId: number;
  email: string;
  /** What is pending now, and afterwards; below nothing it is a debt. */
  pendingMicros: bigint;
  pendingAfterMicros: bigint;
}
export interface AdvertiserPreview extends ReversedTraffic {
  advertiserId: number;
  email: string;
}
export interface ReversalPreview extends ReversedTraffic {
  publishers: PublisherPreview[];
  advertisers: AdvertiserPreview[];
}

interface Row {
  owner: 'publisher' | 'advertiser' | 'all';
  owner_id: number | null;
  email: string | null;
  pending: bigint | null;
  events: bigint;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  conversions: bigint;
  price: bigint;
  bonus: bigint;
  payout: bigint;
}

const counted = (kind: number) =>
  sql`count(*) FILTER (WHERE kind = ${sql.lit(kind)} AND invalid_reason = ${sql.lit(INVALID_REASONS.counted)})`;

const traffic = (row: Row | undefined): ReversedTraffic => ({
  events: Number(row?.events ?? 0n),
  impressions: Number(row?.impressions ?? 0n),
  viewables: Number(row?.viewables ?? 0n),
  clicks: Number(row?.clicks ?? 0n),
  conversions: Number(row?.conversions ?? 0n),
  priceMicros: row?.price ?? 0n,
  bonusMicros: row?.bonus ?? 0n,
  payoutMicros: row?.payout ?? 0n,
});

/** The whole selection as one window. */
function wholeOf(selection: TrafficSelection): TrafficWindow {
  if (!isSpan(selection)) return { filter: {}, fromMs: null, toMs: null, decisionIds: selection.decisionIds };
  const { fromMs, toMs, ...filter } = selection;
  return { filter, fromMs, toMs, decisionIds: null };
}

/** What a reversal would do, in sums; changes nothing. Throws ReversalError when it cannot be made. */
export async function previewReversal(
  db: Db,
  selection: TrafficSelection,
  nowMs: number,
): Promise<ReversalPreview> {
  await assertReversible(db, selection, nowMs);
  const window = inWindow(wholeOf(selection));
  const { rows } = await sql<Row>`
    SELECT s.*, u.email, a.balance_micros AS pending FROM (
      SELECT CASE WHEN GROUPING(publisher_id) = 0 THEN 'publisher' WHEN GROUPING(advertiser_id) = 0 THEN 'advertiser'
          ELSE 'all' END AS owner, coalesce(publisher_id, advertiser_id) AS owner_id,
        count(*) FILTER (WHERE NOT is_conversion) AS events, ${counted(EVENT_KINDS.impression)} AS impressions,
        ${counted(EVENT_KINDS.viewable)} AS viewables, ${counted(EVENT_KINDS.click)} AS clicks,
        count(*) FILTER (WHERE is_conversion) AS conversions,
        coalesce(sum(price_micros), 0)::int8 AS price, coalesce(sum(bonus_micros), 0)::int8 AS bonus,
        coalesce(sum(payout_micros), 0)::int8 AS payout
      FROM (
        SELECT false AS is_conversion, kind, invalid_reason, advertiser_id, publisher_id, price_micros, bonus_micros,
          payout_micros
        FROM ad_event e WHERE ${window}
        UNION ALL
        SELECT true, ${sql.lit(EVENT_KINDS.conversion)}, 0, c.advertiser_id, c.publisher_id, c.price_micros,
          c.bonus_micros, c.payout_micros
        FROM ad_event e
        JOIN conversion c ON c.click_id = e.decision_id AND c.verdict = 'attributed'
        WHERE e.kind = ${sql.lit(EVENT_KINDS.click)} AND ${window}
      ) e
      GROUP BY GROUPING SETS ((publisher_id), (advertiser_id), ())
    ) s
    LEFT JOIN app_user u ON u.id = s.owner_id
    LEFT JOIN ledger_account a ON a.owner_id = s.owner_id AND a.kind = 'publisher_pending' AND a.currency = 'USD'
    ORDER BY s.price DESC, s.owner_id`.execute(db);
  const ownersOf = (owner: Row['owner']) => rows.filter((row) => row.owner === owner);
  return {
    ...traffic(ownersOf('all')[0]),
    publishers: ownersOf('publisher').map((row) => ({
      ...traffic(row),
      publisherId: row.owner_id ?? 0,
      email: row.email ?? '',
      pendingMicros: row.pending ?? 0n,
      pendingAfterMicros: (row.pending ?? 0n) - row.payout,
    })),
    advertisers: ownersOf('advertiser').map((row) => ({
      ...traffic(row),
      advertiserId: row.owner_id ?? 0,
      email: row.email ?? '',
    })),
  };
}
