import { type Selectable, sql } from 'kysely';
import type { Db, MailTable } from '../../platform/db';

export type MailRow = Selectable<MailTable>;
export type MailState = 'waiting' | 'sent' | 'failed' | 'kept';

export interface NewMail {
  recipient: string;
  template: string;
  locale: string;
  data: object;
  idempotencyKey: string;
  state: 'waiting' | 'kept';
}

/** → the new row's id, or null when the key was used before. */
export async function insertMail(db: Db, mail: NewMail): Promise<string | null> {
  const row = await db
    .insertInto('mail')
    .values({
      recipient: mail.recipient,
      template: mail.template,
      locale: mail.locale,
      data: JSON.stringify(mail.data),
      idempotency_key: mail.idempotencyKey,
      state: mail.state,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The mail that has the key; throws when it was forgotten in this very moment. */
export async function findByKey(db: Db, idempotencyKey: string): Promise<string> {
  const row = await db
    .selectFrom('mail')
    .select('id')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findMail(db: Db, id: string): Promise<MailRow | null> {
  return (await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export function newestMails(db: Db, limit: number): Promise<MailRow[]> {
  return db.selectFrom('mail').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
}

/** The newest to an address, of one template if it is named. */
export async function newestMailTo(db: Db, recipient: string, template?: string): Promise<MailRow | null> {
  const row = await db
    .selectFrom('mail')
    .selectAll()
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .$if(template !== undefined, (query) => query.where('template', '=', template ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes a mail for one worker alone, for so long; counts the attempt. Null when it is not there, not to be sent, or
 * somebody else's. A failed one is taken too: its job was made again by hand.
 */
export async function claimMail(db: Db, id: string, seconds: number): Promise<MailRow | null> {
  const row = await db
    .updateTable('mail')
    .set((eb) => ({
      state: 'waiting',
      attempts: eb('attempts', '+', 1),
      claimed_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The content goes with the sending: nobody needs its tokens any more. */
export async function noteSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'sent', sent_at: sql<Date>`now()`, data: null, claimed_until: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

export async function noteFailure(db: Db, id: string, reason: string, state: MailState): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state, last_error: reason, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function noteKept(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'kept', claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function deleteMailsTo(db: Db, recipient: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail')
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Days after which a mail is forgotten, and with it its idempotency key. */
const KEPT_DAYS = 30;
/** Beyond the last retry of any job. */
const ABANDONED_HOURS = 24;

/** Forgets old mails; one that still waits although its job is long gone has failed. */
export async function tidyMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
  await db
    .updateTable('mail')
    .set({ state: 'failed', last_error: 'Its job ended without an answer', claimed_until: null })
    .where('state', '=', 'waiting')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${ABANDONED_HOURS})`)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
    .execute();
}
