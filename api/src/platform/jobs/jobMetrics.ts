import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Db, within } from '../db';
import type { Outcome } from './createWorker';

export interface QueueFigures {
  queue: string;
  /** Due or not, not begun. */
  waiting: number;
  /** Seconds since the oldest one that is due became due; 0 when none is. */
  oldestSeconds: number;
  dead: number;
}

const FRESH_MS = 5_000;
const TIMEOUT_MS = 2_000;
/** Name of the queue that takes another one's dead letters. */
export const deadQueue = (queue: string) => `${queue}.dead`;

/** What the queues hold now, by the database's clock. */
export async function readFigures(db: Db, queues: readonly string[]): Promise<QueueFigures[]> {
  if (queues.length === 0) return [];
  const names = queues.flatMap((queue) => [queue, deadQueue(queue)]);
  const { rows } = await sql<{ name: string; waiting: number; oldest: number }>`
    SELECT name, count(*)::int4 AS waiting,
      coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE start_after <= now())), 0)::float8 AS oldest
    FROM pgboss.job WHERE name = ANY(${names}::text[]) AND state < 'active' GROUP BY name`.execute(db);
  const found = new Map(rows.map((row) => [row.name, row]));
  return queues.map((queue) => ({
    queue,
    waiting: found.get(queue)?.waiting ?? 0,
    oldestSeconds: found.get(queue)?.oldest ?? 0,
    dead: found.get(deadQueue(queue))?.waiting ?? 0,
  }));
}

/** Counts outcomes; asks the database for the rest when somebody scrapes, at most every five seconds. */
export function createJobMetrics(
  registry: Registry,
  read: () => Promise<QueueFigures[]>,
): (queue: string, outcome: Outcome) => void {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'ezdash_jobs_total',
    help: 'Attempts at jobs that ended, by queue and outcome (completed, retried, dead)',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  let known: { atMs: number; figures: Promise<QueueFigures[]> } | null = null;
  const figures = (): Promise<QueueFigures[]> => {
    const nowMs = performance.now();
    // Without the database there are no figures; the rest of the answer stands.
    if (!known || nowMs - known.atMs > FRESH_MS)
      known = { atMs: nowMs, figures: within(TIMEOUT_MS, read()).catch(() => []) };
    return known.figures;
  };
  const gauge = (name: string, help: string, value: (of: QueueFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        for (const each of await figures()) this.set({ queue: each.queue }, value(each));
      },
    });
  gauge('ezdash_jobs_waiting', 'Jobs that nobody has begun, those for later included', (of) => of.waiting);
  gauge('ezdash_jobs_oldest_waiting_seconds', 'How long the oldest job is overdue', (of) => of.oldestSeconds);
  gauge('ezdash_jobs_dead', 'Jobs that failed for the last time and wait for a person', (of) => of.dead);
  return (queue, outcome) => outcomes.inc({ queue, outcome });
}
