import {
  CLAIM_SOURCE_NAMES,
  CLAIM_SOURCES,
  type EarningsHold,
  HOLD_REASONS,
  HOLD_RULES,
  publicId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';

const DAY_MS = 86_400_000;
/** So long a decision is shown. */
const SHOWN_DAYS = 90;

interface HoldRow {
  property_id: number;
  property: string;
  source: number;
  state: 'open' | 'released' | 'taken_back' | null;
  reasons: string[] | null;
  since: string;
  micros: bigint;
  decided_at: Date | null;
}

function presentHold(row: HoldRow): EarningsHold {
  const source = CLAIM_SOURCE_NAMES.find((name) => CLAIM_SOURCES[name] === row.source) ?? 'key';
  const state = row.state ?? 'waiting';
  const releaseAt = Date.parse(`${row.since}T00:00:00Z`) + (HOLD_RULES.waitingDays + 1) * DAY_MS;
  return {
    id: [row.property_id, source, row.decided_at?.toISOString() ?? state].join(':'),
    property: { id: publicId('property', row.property_id), name: row.property },
    source,
    state,
    reasons: HOLD_REASONS.filter((reason) => row.reasons?.includes(reason)),
    since: row.since,
    amount_micros: toNumber(row.micros),
    release_at: state === 'waiting' ? new Date(releaseAt).toISOString() : null,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

/** What is on hold of a publisher by property and source, then what was decided lately; newest decision first. */
export async function findHolds(db: Db, publisherId: number, now: Date): Promise<EarningsHold[]> {
  const { rows } = await sql<HoldRow>`
    SELECT h.property_id, p.name AS property, h.source, c.state, c.reasons, min(h.day)::text AS since,
      sum(h.held_micros - h.returned_micros)::int8 AS micros, NULL::timestamptz AS decided_at
    FROM earnings_hold h JOIN property p ON p.id = h.property_id
    LEFT JOIN hold_case c ON c.property_id = h.property_id AND c.source = h.source AND c.state = 'open'
    WHERE h.publisher_id = ${publisherId} AND h.released_at IS NULL AND h.case_id IS NULL
      AND h.held_micros > h.returned_micros
    GROUP BY h.property_id, p.name, h.source, c.id
    UNION ALL
    SELECT c.property_id, p.name, c.source, c.state, c.reasons, (c.opened_at AT TIME ZONE 'UTC')::date::text,
      c.decided_micros, c.decided_at
    FROM hold_case c JOIN property p ON p.id = c.property_id
    WHERE c.publisher_id = ${publisherId} AND c.decided_micros > 0
      AND c.decided_at >= ${new Date(now.getTime() - SHOWN_DAYS * DAY_MS)}
    ORDER BY decided_at DESC NULLS FIRST, property, source`.execute(db);
  return rows.map(presentHold);
}

/** What is on hold by month (its first day, UTC) in which it was earned. */
export async function findHeldMonths(db: Db, publisherId: number): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ period: string; micros: bigint }>`
    SELECT date_trunc('month', day)::date::text AS period, sum(held_micros - returned_micros)::int8 AS micros
    FROM earnings_hold WHERE publisher_id = ${publisherId} AND released_at IS NULL AND held_micros > returned_micros
    GROUP BY 1`.execute(db);
  return new Map(rows.map(({ period, micros }) => [period, micros]));
}
