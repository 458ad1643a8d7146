import { NO_FILL_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { FloorAuction, FloorBid } from './floorAdvice';

/** More would make the advice hardly more exact. */
const MOST_AUCTIONS = 4_000;
/** The best of the bids; nearly always the first two tell all. */
const MOST_BIDS = 16;
/** What nobody bid for, whatever the floor: robots, and places that rest. */
const UNDECIDED = [
  NO_FILL_REASONS['zone-paused'],
  NO_FILL_REASONS['property-not-approved'],
  NO_FILL_REASONS.stopped,
  NO_FILL_REASONS.bot,
  NO_FILL_REASONS.prefetch,
  NO_FILL_REASONS['data-centre'],
];

export interface FloorZone {
  id: number;
  floorMicros: number;
  revenueShareBps: number;
}

/** A publisher's own zone; null when it has no such one. */
export async function findFloorZone(db: Db, publisherId: number, id: number): Promise<FloorZone | null> {
  const { rows } = await sql<{ id: number; floor_micros: bigint; share: number }>`
    SELECT z.id, z.floor_micros, coalesce(p.revenue_share_bps, u.revenue_share_bps) AS share
    FROM zone z JOIN property p ON p.id = z.property_id JOIN app_user u ON u.id = p.publisher_id
    WHERE z.id = ${id} AND p.publisher_id = ${publisherId}`.execute(db);
  const [row] = rows;
  return row ? { id: row.id, floorMicros: toNumber(row.floor_micros), revenueShareBps: row.share } : null;
}

interface Recorded {
  weight: number;
  reason: number;
  floor: number;
  reserve: number;
  winner: number | null;
  winner_ecpm: number | null;
  bids: [number, number][];
}

/** Sampled decisions of a zone, the latest; exchanges' own floors and players' limits are another market. */
export async function readFloorAuctions(db: Db, zoneId: number, since: Date): Promise<FloorAuction[]> {
  const { rows } = await sql<Recorded>`
    SELECT weight, reason, (inputs->>'floorMicros')::float8 AS floor, (inputs->>'reserveMicros')::float8 AS reserve,
      (answer #>> '{candidates,0,campaignId}')::int4 AS winner,
      (answer #>> '{candidates,0,ecpmMicros}')::float8 AS winner_ecpm,
      jsonb_path_query_array(answer, ${sql.lit(`$.bids[0 to ${MOST_BIDS - 1}]`)}) AS bids
    FROM decision_trace
    WHERE zone_id = ${zoneId} AND decided_at >= ${since} AND NOT test AND weight > 0
      AND NOT coalesce((inputs->>'narrowed')::bool, false) AND reason <> ALL(${UNDECIDED}::int2[])
    ORDER BY decided_at DESC LIMIT ${MOST_AUCTIONS}`.execute(db);
  const ids = new Set(
    rows.flatMap(({ winner, bids }) => [...(winner === null ? [] : [winner]), ...bids.map(([id]) => id)]),
  );
  const { rows: bidders } = await sql<{
    id: number;
    advertiser_id: number;
    priority: string;
    bidding: string;
  }>`SELECT id, advertiser_id, priority, bidding FROM campaign WHERE id = ANY(${[...ids]}::int[])`.execute(
    db,
  );
  const byId = new Map(bidders.map((row) => [row.id, row]));
  const bidOf = (id: number, ecpmMicros: number): FloorBid[] => {
    const bidder = byId.get(id);
    return bidder
      ? [{ advertiserId: bidder.advertiser_id, ecpmMicros, isFixed: bidder.bidding === 'fixed' }]
      : [];
  };
  return rows.map((row) => {
    const isGuaranteed = row.winner !== null && byId.get(row.winner)?.priority === 'guaranteed';
    return {
      weight: row.weight,
      floorMicros: row.floor,
      reserveMicros: row.reserve,
      guaranteed: isGuaranteed ? (bidOf(row.winner ?? 0, row.winner_ecpm ?? 0)[0] ?? null) : null,
      bids: row.bids.flatMap(([id, ecpm]) => (byId.get(id)?.priority === 'auction' ? bidOf(id, ecpm) : [])),
      isBelowFloor: row.reason === NO_FILL_REASONS['below-floor'],
    };
  });
}
