import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import type { KeptSpan } from '../../../platform/trace';

const MOST_TRACES = 50;
/** A list must not grow with a day of clicking: the latest spans are enough to find the latest traces in. */
const LOOKED_THROUGH = 20_000;
const MOST_SPANS = 1_000;

/** Spans of a session that is not known (any more) are nobody's: they are left out. */
export async function insertSpans(db: Db, spans: readonly KeptSpan[]): Promise<void> {
  const rows = JSON.stringify(
    spans.map((span) => ({
      session: span.debugSessionId,
      correlation_id: span.correlationId,
      request_id: span.requestId,
      kind: span.kind,
      name: span.name,
      failed: span.failed,
      started: span.startedAtMs / 1_000,
      duration_ms: span.durationMs,
      detail: span.detail,
      node: span.node,
    })),
  );
  await sql`
    INSERT INTO debug_trace (debug_session_id, correlation_id, request_id, kind, name, failed, started_at, duration_ms,
      detail, node)
    SELECT s.id, r.correlation_id, r.request_id, r.kind, r.name, r.failed, to_timestamp(r.started), r.duration_ms,
      r.detail, r.node
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (session integer, correlation_id text, request_id text, kind text,
      name text, failed boolean, started double precision, duration_ms double precision, detail jsonb, node text)
    JOIN debug_session s ON s.id = r.session`.execute(db);
}

export interface TraceRow {
  correlation_id: string;
  began_at: string;
  name: string;
  spans: number;
  failed: boolean;
  duration_ms: number;
}

/** To the microsecond, which a Date does not hold. */
const moment = (expression: ReturnType<typeof sql>) =>
  sql<string>`to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The latest of a session, newest first. */
export async function listTraces(db: Db, debugSessionId: number): Promise<TraceRow[]> {
  const { rows } = await sql<TraceRow>`
    WITH latest AS (
      SELECT * FROM debug_trace WHERE debug_session_id = ${debugSessionId}
      ORDER BY id DESC LIMIT ${LOOKED_THROUGH}
    )
    SELECT correlation_id, ${moment(sql`min(started_at)`)} AS began_at,
      (array_agg(name ORDER BY kind <> 'request', started_at, id))[1] AS name,
      count(*)::int4 AS spans, bool_or(failed) AS failed,
      (extract(epoch FROM max(started_at + make_interval(secs => coalesce(duration_ms, 0) / 1000)) - min(started_at))
        * 1000)::double precision AS duration_ms
    FROM latest GROUP BY correlation_id
    ORDER BY min(started_at) DESC LIMIT ${MOST_TRACES}`.execute(db);
  return rows;
}

export interface SpanRow {
  kind: string;
  name: string;
  failed: boolean;
  started_at: string;
  duration_ms: number | null;
  request_id: string | null;
  detail: unknown;
  node: string;
}

/** Of one trace of this session, in the order of their beginnings. */
export async function listSpans(db: Db, debugSessionId: number, correlationId: string): Promise<SpanRow[]> {
  const { rows } = await sql<SpanRow>`
    SELECT kind, name, failed, ${moment(sql`started_at`)} AS started_at, duration_ms, request_id, detail, node
    FROM debug_trace WHERE debug_session_id = ${debugSessionId} AND correlation_id = ${correlationId}
    ORDER BY debug_trace.started_at, id LIMIT ${MOST_SPANS}`.execute(db);
  return rows;
}

/** Forgets spans from before a moment, and those of sessions that were over by then. → how many. */
export async function tidySpans(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM debug_trace WHERE started_at < ${before} OR debug_session_id IN
      (SELECT id FROM debug_session WHERE least(expires_at, revoked_at) < ${before})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
