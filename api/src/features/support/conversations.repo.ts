import type { ConversationState, Finding, Message } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

export interface ConversationRow {
  id: number;
  user_id: number;
  subject: string;
  state: ConversationState;
  agent_id: number | null;
  waiting_since: Date | null;
  asked_at: Date | null;
  answered_at: Date | null;
  customer_read_id: number | null;
  customer_read_at: Date | null;
  support_read_id: number | null;
  support_read_at: Date | null;
}

/** A conversation with what its lists show. */
export interface ListedRow extends ConversationRow {
  agent: string | null;
  last_sender: Message['from'];
  last_author: string | null;
  last_body: string;
  last_happened: Message['happened'];
  last_file: string | null;
  last_at: Date;
  customer_unread: number;
  support_unread: number;
}

export interface OperatorRow extends ListedRow {
  customer_name: string;
  customer_email: string;
  customer_role: string;
  customer_type: string;
  customer_status: string;
}

export interface MessageRow {
  id: number;
  conversation_id: number;
  sender: Message['from'];
  author_id: number | null;
  author: string | null;
  body: string;
  findings: Finding[];
  happened: Message['happened'];
  sent_at: Date;
}

export type Side = 'customer' | 'support';

const conversationColumns = sql`c.id, c.user_id, c.subject, c.state, c.agent_id, c.waiting_since, c.asked_at, c.answered_at,
  c.customer_read_id, c.customer_read_at, c.support_read_id, c.support_read_at`;
/** As others see somebody: by the first name, else by what they call themselves, and never by an e-mail address. */
function shownName(alias: string) {
  const [first, username] = [sql.ref(`${alias}.first_name`), sql.ref(`${alias}.username`)];
  return sql`coalesce(nullif(${first}, ''), CASE WHEN position('@' IN ${username}) = 0 THEN ${username} END)`;
}

const listed = sql`${conversationColumns}, ${shownName('agent')} AS agent, last.sender AS last_sender,
  ${shownName('writer')} AS last_author, last.body AS last_body, last.happened AS last_happened,
  (SELECT f.name FROM support_attachment f WHERE f.message_id = last.id ORDER BY f.place LIMIT 1) AS last_file,
  last.sent_at AS last_at,
  (SELECT count(*)::int FROM support_message m WHERE m.conversation_id = c.id AND m.id > coalesce(c.customer_read_id, 0)
    AND m.author_id IS DISTINCT FROM c.user_id) AS customer_unread,
  (SELECT count(*)::int FROM support_message m WHERE m.conversation_id = c.id AND m.id > coalesce(c.support_read_id, 0)
    AND m.sender = 'customer') AS support_unread`;
const listedFrom = sql`support_conversation c
  JOIN LATERAL (SELECT m.* FROM support_message m WHERE m.conversation_id = c.id ORDER BY m.id DESC LIMIT 1) last ON true
  LEFT JOIN app_user agent ON agent.id = c.agent_id LEFT JOIN app_user writer ON writer.id = last.author_id`;

const MOST_LISTED = 200;

/** A customer's own conversations, the newest activity first. */
export async function findOfCustomer(db: Db, userId: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`SELECT ${listed} FROM ${listedFrom} WHERE c.user_id = ${userId}
    ORDER BY c.changed_at DESC, c.id DESC LIMIT ${MOST_LISTED}`.execute(db);
  return rows;
}

/** One conversation; with `userId` only when it is theirs. */
export async function findListed(db: Db, id: number, userId?: number): Promise<ListedRow | undefined> {
  const mine = userId === undefined ? sql`true` : sql`c.user_id = ${userId}`;
  const { rows } = await sql<ListedRow>`SELECT ${listed} FROM ${listedFrom}
    WHERE c.id = ${id} AND ${mine}`.execute(db);
  return rows[0];
}

const operatorColumns = sql`${listed}, coalesce(nullif(u.company_name, ''), u.username) AS customer_name, u.email AS customer_email,
  u.role AS customer_role, t.name AS customer_type, u.status AS customer_status`;
const operatorFrom = sql`${listedFrom} JOIN app_user u ON u.id = c.user_id JOIN account_type t ON t.id = u.account_type_id`;

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Those who wait longest first, then the newest activity. */
export async function findForOperator(
  db: Db,
  { state, q }: { state?: ConversationState | undefined; q?: string | undefined },
): Promise<OperatorRow[]> {
  const like = q ? containing(q) : null;
  const isOfState = state ? sql`c.state = ${state}` : sql`true`;
  const fits = like
    ? sql`(c.subject ILIKE ${like} OR u.company_name ILIKE ${like} OR u.username ILIKE ${like} OR u.email ILIKE ${like}
        OR concat_ws(' ', u.first_name, u.last_name) ILIKE ${like})`
    : sql`true`;
  const { rows } =
    await sql<OperatorRow>`SELECT ${operatorColumns} FROM ${operatorFrom} WHERE ${isOfState} AND ${fits}
    ORDER BY c.waiting_since NULLS LAST, c.changed_at DESC, c.id DESC LIMIT ${MOST_LISTED}`.execute(db);
  return rows;
}

export async function findOneForOperator(db: Db, id: number): Promise<OperatorRow | undefined> {
  const { rows } = await sql<OperatorRow>`SELECT ${operatorColumns} FROM ${operatorFrom}
    WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

export async function countByState(db: Db): Promise<Record<ConversationState, number>> {
  const { rows } = await sql<{ state: ConversationState; count: number }>`
    SELECT state, count(*)::int AS count FROM support_conversation GROUP BY state`.execute(db);
  const countOf = (state: ConversationState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: countOf('open'), waiting: countOf('waiting'), solved: countOf('solved') };
}

/** Seconds from the question to a person's first answer, as the median since a moment, and of how many. */
export async function medianWait(db: Db, since: Date): Promise<{ answers: number; seconds: number | null }> {
  const { rows } = await sql<{ answers: number; seconds: number | null }>`
    SELECT count(*)::int AS answers,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM answered_at - asked_at))::float8 AS seconds
    FROM support_conversation WHERE answered_at >= ${since} AND answered_at >= asked_at`.execute(db);
  return rows[0] ?? { answers: 0, seconds: null };
}

export interface NewConversation {
  userId: number;
  clientId: string;
  subject: string;
}

/** Null: the customer has sent it already. Waits for one that is just being made of the same. */
export async function insertConversation(
  trx: Trx,
  given: NewConversation,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO support_conversation (user_id, client_id, subject, state, created_at, changed_at, waiting_since, asked_at,
      agent_id)
    VALUES (${given.userId}, ${given.clientId}, ${given.subject}, 'open', ${now}, ${now}, ${now}, ${now},
      -- Who looks after the account (VIP3) has what it asks.
      (SELECT m.id FROM app_user u JOIN account_type t ON t.id = u.account_type_id JOIN app_user m ON m.id = u.manager_id
       WHERE u.id = ${given.userId} AND (t.features ->> 'managed_campaigns')::boolean
         AND m.role = 'admin' AND m.status = 'active'))
    ON CONFLICT (user_id, client_id) DO NOTHING RETURNING id`.execute(trx);
  return rows[0]?.id ?? null;
}

export async function findByClientId(db: Db, userId: number, clientId: string): Promise<number | null> {
  const row = await db
    .selectFrom('support_conversation')
    .select('id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Holds a conversation until the transaction ends, so that its messages come one after the other. */
export async function lockConversation(
  trx: Trx,
  id: number,
  userId?: number,
): Promise<ConversationRow | undefined> {
  const mine = userId === undefined ? sql`true` : sql`c.user_id = ${userId}`;
  const { rows } = await sql<ConversationRow>`SELECT ${conversationColumns} FROM support_conversation c
    WHERE c.id = ${id} AND ${mine} FOR NO KEY UPDATE`.execute(trx);
  return rows[0];
}

export interface StateChange {
  state: ConversationState;
  /** Null: nobody waits. */
  waitingSince: Date | null;
  asked?: Date;
  answered?: Date;
  agentId?: number;
}

/** The first question and the first answer stand once they are set. */
export async function changeConversation(trx: Trx, id: number, change: StateChange): Promise<void> {
  await sql`UPDATE support_conversation SET state = ${change.state}, waiting_since = ${change.waitingSince},
      asked_at = coalesce(asked_at, ${change.asked ?? null}), answered_at = coalesce(answered_at, ${change.answered ?? null}),
      agent_id = coalesce(${change.agentId ?? null}::int, agent_id)
    WHERE id = ${id}`.execute(trx);
}

/** The customer's own figures have answered: nobody was asked yet. */
export async function awaitCustomer(trx: Trx, id: number): Promise<void> {
  await sql`UPDATE support_conversation SET state = 'waiting', waiting_since = NULL, asked_at = NULL
    WHERE id = ${id}`.execute(trx);
}

export interface NewMessage {
  conversationId: number;
  sender: Message['from'];
  authorId: number | null;
  clientId?: string;
  body?: string;
  findings?: readonly Finding[];
  happened?: NonNullable<Message['happened']>;
}

export async function insertMessage(trx: Trx, given: NewMessage, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO support_message (conversation_id, sender, author_id, client_id, body, findings, happened, sent_at)
    VALUES (${given.conversationId}, ${given.sender}, ${given.authorId}, ${given.clientId ?? null}, ${given.body ?? ''},
      ${JSON.stringify(given.findings ?? [])}::jsonb, ${given.happened ?? null}, ${now}) RETURNING id`.execute(
    trx,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The message was not stored');
  await sql`UPDATE support_conversation SET changed_at = ${now} WHERE id = ${given.conversationId}`.execute(
    trx,
  );
  return id;
}

const messageColumns = sql`m.id, m.conversation_id, m.sender, m.author_id, ${shownName('u')} AS author, m.body, m.findings,
  m.happened, m.sent_at`;

/** Messages of a conversation that are read at a time: it may have been going on for years. */
export const MOST_MESSAGES = 500;

/** In order, the newest of a conversation; of those before one when there is one. */
export async function findNewestMessages(
  db: Db,
  conversationId: number,
  { before = null, most }: { before?: number | null; most: number },
): Promise<MessageRow[]> {
  const isBefore = before === null ? sql`true` : sql`m.id < ${before}`;
  const { rows } = await sql<MessageRow>`SELECT ${messageColumns} FROM support_message m
    LEFT JOIN app_user u ON u.id = m.author_id
    WHERE m.conversation_id = ${conversationId} AND ${isBefore} ORDER BY m.id DESC LIMIT ${most}`.execute(db);
  return rows.reverse();
}

/** In order, the oldest of those after one: with the last of them as the next `after` none is left out. */
export async function findMessagesAfter(
  db: Db,
  conversationId: number,
  after: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`SELECT ${messageColumns} FROM support_message m
    LEFT JOIN app_user u ON u.id = m.author_id
    WHERE m.conversation_id = ${conversationId} AND m.id > ${after} ORDER BY m.id LIMIT ${MOST_MESSAGES}`.execute(
    db,
  );
  return rows;
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`SELECT ${messageColumns} FROM support_message m
    LEFT JOIN app_user u ON u.id = m.author_id WHERE m.id = ${id}`.execute(db);
  return rows[0];
}

/** What somebody has sent already under this id. */
export async function findSent(
  db: Db,
  conversationId: number,
  authorId: number,
  clientId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('support_message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function newestMessage(db: Db, conversationId: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`SELECT max(id) AS id FROM support_message
    WHERE conversation_id = ${conversationId}`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Moves a side's mark forward, never back; false when it stood there already or the message is not of it. */
export async function markRead(
  db: Db,
  { conversationId, messageId, side }: { conversationId: number; messageId: number; side: Side },
  now: Date,
): Promise<boolean> {
  const [id, at] = [sql.ref(`${side}_read_id`), sql.ref(`${side}_read_at`)];
  const { numAffectedRows = 0n } = await sql`
    UPDATE support_conversation SET ${id} = ${messageId}, ${at} = ${now}
    WHERE id = ${conversationId} AND coalesce(${id}, 0) < ${messageId}
      AND EXISTS (SELECT FROM support_message WHERE id = ${messageId} AND conversation_id = ${conversationId})`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
