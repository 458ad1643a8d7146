import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db';
import { DEMO_SLOT_NAMES, type DemoZones } from './site/slots';

/**
 * What the network remembers of its demo: how far the seeding came, and the rows of the demo property's zones.
 * `abandoned`: the seeding was interrupted and people used the network since, so it stays as it is.
 */
const demoFact = z.object({
  state: z.enum(['seeding', 'done', 'abandoned']),
  zones: z.record(z.string(), z.number().int()).default({}),
});
export type DemoFact = z.infer<typeof demoFact>;

const KEY = 'demo';

export async function readDemoFact(db: Db): Promise<DemoFact | null> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM network_fact WHERE key = ${KEY}`.execute(
    db,
  );
  return rows[0] ? demoFact.parse(rows[0].value) : null;
}

export async function writeDemoFact(db: Db, fact: DemoFact): Promise<void> {
  await sql`
    INSERT INTO network_fact (key, value) VALUES (${KEY}, ${JSON.stringify(fact)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`.execute(db);
}

/** Why a network cannot run without its demo, in one sentence; null when it can. Half a demo is nobody's network. */
export async function findDemoProblem(db: Db): Promise<string | null> {
  if ((await readDemoFact(db))?.state !== 'seeding') return null;
  return 'The demo of this network was begun and not finished: start once with the demo on (DEMO=1), or remove DATA_DIR and start anew.';
}

/** The demo property's zones by slot, or null when the network has no (whole) demo. */
export async function readDemoZones(db: Db): Promise<DemoZones | null> {
  const fact = await readDemoFact(db);
  if (fact?.state !== 'done') return null;
  const { zones } = fact;
  const known: [string, string][] = DEMO_SLOT_NAMES.flatMap((slot) => {
    const row = zones[slot];
    return row === undefined ? [] : [[slot, publicId('zone', row)]];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}
