import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import type { GatewayNotice } from '../gateways';

interface KeptEvent {
  kind: string;
  externalId: string | null;
  worked_at: Date | null;
}

/** Keeps a notice once; of the same one again only how often it came. One that is about none of our payments is done. */
export async function keepEvent(
  trx: Trx,
  gateway: string,
  { eventId, kind, externalId }: GatewayNotice,
  now: Date,
): Promise<{ worked_at: Date | null }> {
  const { rows } = await sql<{ worked_at: Date | null }>`
    INSERT INTO gateway_event (gateway, event_id, kind, subject, received_at, worked_at)
    VALUES (${gateway}, ${eventId}, ${kind.slice(0, 120)}, ${JSON.stringify({ external_id: externalId })}::jsonb, ${now},
      ${externalId === null ? now : null})
    ON CONFLICT (gateway, event_id) DO UPDATE SET times = gateway_event.times + 1
    RETURNING worked_at`.execute(trx);
  return rows[0] ?? { worked_at: null };
}

export async function findEvent(db: Db, gateway: string, eventId: string): Promise<KeptEvent | undefined> {
  const { rows } = await sql<KeptEvent>`
    SELECT kind, subject ->> 'external_id' AS "externalId", worked_at FROM gateway_event
    WHERE gateway = ${gateway} AND event_id = ${eventId}`.execute(db);
  return rows[0];
}

export async function noteWorked(db: Db, gateway: string, eventId: string, now: Date): Promise<void> {
  await db
    .updateTable('gateway_event')
    .set({ worked_at: now })
    .where('gateway', '=', gateway)
    .where('event_id', '=', eventId)
    .execute();
}

export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('gateway_event').where('received_at', '<', before).execute();
}
