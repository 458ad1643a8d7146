import type { Selectable } from 'kysely';
import type { AlertWebhookTable, Db } from '../../../platform/db';
import type { CallOutcome } from './callAddress';

export type WebhookRow = Selectable<AlertWebhookTable>;

export async function findWebhook(db: Db, userId: number): Promise<WebhookRow | null> {
  const row = await db
    .selectFrom('alert_webhook')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** In place of what was there; nothing is known of its calls yet. */
export function saveWebhook(
  db: Db,
  given: Pick<WebhookRow, 'user_id' | 'url' | 'secret_sealed' | 'secret_hint' | 'created_at'>,
): Promise<WebhookRow> {
  const fresh = {
    ...given,
    last_at: null,
    last_ok: null,
    last_status: null,
    last_error: null,
    last_gave_up: false,
    failures: 0,
    resting_until: null,
  };
  return db
    .insertInto('alert_webhook')
    .values(fresh)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** → whether there was one. */
export async function dropWebhook(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_webhook')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 30 * 60_000;
const MOST_DOUBLINGS = 10;

/** How long an address is left alone after so many failures one after another. */
export const restMs = (failures: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, MOST_DOUBLINGS), LONGEST_REST_MS);

/** What became of the newest call, unless another address was set meanwhile. */
export async function noteCall(
  db: Db,
  { user_id, created_at, failures }: Pick<WebhookRow, 'user_id' | 'created_at' | 'failures'>,
  { ok, status, error }: Pick<CallOutcome, 'ok' | 'status' | 'error'>,
  { at, gaveUp }: { at: Date; gaveUp: boolean },
): Promise<void> {
  await db
    .updateTable('alert_webhook')
    .set({
      last_at: at,
      last_ok: ok,
      last_status: status,
      last_error: error,
      last_gave_up: gaveUp,
      failures: ok ? 0 : failures + 1,
      resting_until: ok ? null : new Date(at.getTime() + restMs(failures + 1)),
    })
    .where('user_id', '=', user_id)
    .where('created_at', '=', created_at)
    .execute();
}
