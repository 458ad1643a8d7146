import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db';
import { type BilledEvent, isBillable, type Money, utcDay } from './billing';

/** What events of a batch have used of the lease of whoever decided them. */
export interface LeaseUse {
  node: number;
  campaignId: number;
  /** YYYY-MM-DD, UTC: the decision's. */
  day: string;
  micros: number;
  places: number;
  /** Of `micros`, for impressions. */
  shownMicros: number;
}

/** A lease as a batch leaves it. */
export interface LeaseChange extends Omit<LeaseUse, 'shownMicros'> {
  revision: number;
}

const { counted } = INVALID_REASONS;
const overBudget = INVALID_REASONS['over-budget'];

/** The number of the process that decided, from the 12 bits behind the version of its UUIDv7. */
export const nodeOfDecision = (decisionId: string): number => Number.parseInt(decisionId.slice(15, 18), 16);

/**
 * What is no more to come: of events that count, and of those that did not fit when they were billed, since whoever
 * held something for them believed in money that is not there.
 */
export function leaseUses(events: readonly BilledEvent[], money: Money): LeaseUse[] {
  const uses = new Map<string, LeaseUse>();
  for (const { event, verdict } of events) {
    const { campaignId, decidedAtMs, decisionId, invalidReason, kind, priceMicros } = event;
    // What was refused on arrival had nothing held for it any more.
    const isRefused = verdict === overBudget && invalidReason === counted;
    if (verdict !== counted && !isRefused) continue;
    const isLimited = money.campaigns.get(campaignId)?.placesLeft !== undefined;
    const micros = isBillable(event) ? priceMicros : 0;
    const isShown = kind === EVENT_KINDS.impression;
    const places = isLimited && isShown ? 1 : 0;
    const shownMicros = isShown ? micros : 0;
    if (micros === 0 && places === 0) continue;
    const node = nodeOfDecision(decisionId);
    const key = `${node}/${campaignId}/${Math.floor(decidedAtMs / 86_400_000)}`;
    const use = uses.get(key);
    if (use === undefined)
      uses.set(key, { node, campaignId, day: utcDay(decidedAtMs), micros, places, shownMicros });
    else {
      use.micros += micros;
      use.places += places;
      use.shownMicros += shownMicros;
    }
  }
  return [...uses.values()];
}

/**
 * Takes what was used off the leases, those of other processes than `own` too, which is noted there. Answers the ones
 * that there are.
 */
export async function settleLeases(trx: Trx, own: number, uses: readonly LeaseUse[]): Promise<LeaseChange[]> {
  if (uses.length === 0) return [];
  const column = <Value>(value: (use: LeaseUse) => Value) => uses.map(value);
  const { rows } = await sql<{
    node: number;
    campaign_id: number;
    day: string;
    micros: bigint;
    places: number;
    revision: bigint;
  }>`
    WITH held AS (
      SELECT l.node, l.campaign_id, l.day, u.micros, u.places, u.shown_micros
      FROM unnest(${column(({ node }) => node)}::int2[], ${column(({ campaignId }) => campaignId)}::int[],
        ${column(({ day }) => day)}::date[], ${column(({ micros }) => micros)}::int8[],
        ${column(({ places }) => places)}::int4[], ${column(({ shownMicros }) => shownMicros)}::int8[])
        AS u (node, campaign_id, day, micros, places, shown_micros)
      JOIN budget_lease l USING (node, campaign_id, day)
      ORDER BY l.node, l.campaign_id, l.day FOR UPDATE OF l)
    UPDATE budget_lease l SET micros = greatest(0, l.micros - held.micros),
      places = greatest(0, l.places - held.places),
      elsewhere_micros = l.elsewhere_micros + CASE WHEN l.node = ${own} THEN 0 ELSE held.shown_micros END,
      elsewhere_places = l.elsewhere_places + CASE WHEN l.node = ${own} THEN 0 ELSE held.places END,
      revision = l.revision + 1
    FROM held WHERE l.node = held.node AND l.campaign_id = held.campaign_id AND l.day = held.day
    RETURNING l.node, l.campaign_id, l.day::text AS day, l.micros, l.places, l.revision`.execute(trx);
  return rows.map((row) => ({
    node: row.node,
    campaignId: row.campaign_id,
    day: row.day,
    micros: Number(row.micros),
    places: row.places,
    revision: Number(row.revision),
  }));
}
