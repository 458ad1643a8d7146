import { sql } from 'kysely';
import type { Db } from '../db';
import { payloadOf } from './envelope';
import { deadQueue } from './jobMetrics';
import type { DeadLetter } from './types';

function reasonOf(output: unknown): string {
  const { message } = (output ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

/** Newest first. */
export async function listDead(db: Db, name: string, limit: number): Promise<DeadLetter[]> {
  const { rows } = await sql<{ id: string; data: unknown; output: unknown; created_on: Date }>`
    SELECT id, data, output, created_on FROM pgboss.job WHERE name = ${deadQueue(name)} AND state < 'active'
    ORDER BY created_on DESC, id LIMIT ${limit}`.execute(db);
  return rows.map(({ id, data, output, created_on }) => ({
    id,
    payload: payloadOf(data),
    reason: reasonOf(output),
    failedAt: created_on,
  }));
}

/** Takes a dead letter out; its payload in its envelope, or null when there is none of that id. */
export async function takeDead(db: Db, name: string, id: string): Promise<object | null> {
  const { rows } = await sql<{ data: object }>`
    DELETE FROM pgboss.job WHERE name = ${deadQueue(name)} AND id = ${id}::uuid AND state < 'active'
    RETURNING data`.execute(db);
  return rows[0]?.data ?? null;
}

/** Of all these queues, newest first. */
export async function listAllDead(
  db: Db,
  names: readonly string[],
  limit: number,
): Promise<(DeadLetter & { queue: string })[]> {
  const queues = new Map(names.map((name) => [deadQueue(name), name]));
  const { rows } = await sql<{ name: string; id: string; data: unknown; output: unknown; created_on: Date }>`
    SELECT name, id, data, output, created_on FROM pgboss.job
    WHERE name = ANY(${[...queues.keys()]}::text[]) AND state < 'active'
    ORDER BY created_on DESC, id LIMIT ${limit}`.execute(db);
  return rows.map(({ name, id, data, output, created_on }) => ({
    queue: queues.get(name) ?? name,
    id,
    payload: payloadOf(data),
    reason: reasonOf(output),
    failedAt: created_on,
  }));
}

/** How many each of these queues has; those without any are missing. */
export async function countDead(
  db: Db,
  names: readonly string[],
): Promise<{ queue: string; dead: number }[]> {
  const queues = new Map(names.map((name) => [deadQueue(name), name]));
  const { rows } = await sql<{ name: string; dead: number }>`
    SELECT name, count(*)::int4 AS dead FROM pgboss.job
    WHERE name = ANY(${[...queues.keys()]}::text[]) AND state < 'active'
    GROUP BY name ORDER BY dead DESC, name`.execute(db);
  return rows.map(({ name, dead }) => ({ queue: queues.get(name) ?? name, dead }));
}

export interface DeadTotal {
  count: number;
  /** When the first of them gave up; null when there is none. */
  oldestAt: Date | null;
}

/** How many these queues have together. */
export async function totalDead(db: Db, names: readonly string[]): Promise<DeadTotal> {
  const { rows } = await sql<DeadTotal>`
    SELECT count(*)::int4 AS count, min(created_on) AS "oldestAt" FROM pgboss.job
    WHERE name = ANY(${names.map(deadQueue)}::text[]) AND state < 'active'`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null };
}
