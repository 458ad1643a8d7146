import { createHash } from 'node:crypto';
import { type Finding, publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { DEMO_CAMPAIGNS } from './demoCampaigns';
import { DEMO_PROPERTIES } from './demoProperties';
import { DEMO_CONVERSATIONS, type DemoConversation, type DemoMessage, type DemoPlaces } from './demoSupport';
import type { SeededRows } from './seedRows';
import type { SeedTimes } from './seedTimes';

interface SeedSupportOptions {
  db: Db;
  rows: SeededRows;
  times: SeedTimes;
}

const ADMIN = 'admin@demo.test';
const STATES = {
  customer: 'open',
  support: 'waiting',
  diagnosis: 'waiting',
  'solved by customer': 'solved',
  'solved by support': 'solved',
} as const;

/** The same for the same text: a seed is the same every time. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The demo's plan has no ${what}`);
  return value;
}

/** Zone → its property, by rows. */
async function propertiesOf({ db }: SeedSupportOptions): Promise<ReadonlyMap<number, number>> {
  const zones = await db.selectFrom('zone').select(['id', 'property_id']).execute();
  return new Map(zones.map((zone) => [zone.id, zone.property_id]));
}

function placesOf({ rows }: SeedSupportOptions, properties: ReadonlyMap<number, number>): DemoPlaces {
  const subject = (
    kind: 'campaign' | 'zone',
    row: number,
    name: string,
    href: string,
  ): Finding['subject'] => ({
    id: publicId(kind, row),
    name,
    href,
  });
  return {
    campaign: (name) => {
      const row = must(rows.campaigns[DEMO_CAMPAIGNS.findIndex((each) => each.name === name)], name);
      return subject('campaign', row, name, `/advertiser/campaigns/${publicId('campaign', row)}`);
    },
    zone: (property, key) => {
      const index = DEMO_PROPERTIES.findIndex((each) => each.name === property);
      const name = must(DEMO_PROPERTIES[index]?.zones.find((zone) => zone.key === key)?.name, key);
      const row = must(rows.zones[index]?.get(key), key);
      const page = publicId('property', must(properties.get(row), property));
      return subject('zone', row, name, `/publisher/properties/${page}`);
    },
    createdDaysAgo: (name) => {
      const found = [...DEMO_CAMPAIGNS, ...DEMO_PROPERTIES].find((each) => each.name === name);
      return must(found?.createdDaysAgo, name);
    },
  };
}

/** The first that a person was asked by: the first words, or the next ones where figures answered those. */
function askedAt({ messages }: DemoConversation, times: SeedTimes): Date | null {
  const asking = messages[1]?.from === 'diagnosis' ? messages[2] : messages[0];
  return asking?.at(times) ?? null;
}

function authorOf({ from }: DemoMessage, customerId: number, adminId: number): number | null {
  if (from === 'diagnosis') return null;
  return from === 'support' || from === 'solved by support' ? adminId : customerId;
}

async function seedMessages(
  options: SeedSupportOptions,
  conversation: DemoConversation,
  { id, customerId, adminId }: { id: number; customerId: number; adminId: number },
): Promise<number[]> {
  const { db, times } = options;
  const ids: number[] = [];
  const places = placesOf(options, await propertiesOf(options));
  for (const [index, message] of conversation.messages.entries()) {
    const { from, at, body = '', finding } = message;
    const isPerson = from === 'customer' || from === 'support';
    const isSolved = from === 'solved by customer' || from === 'solved by support';
    const row = await db
      .insertInto('support_message')
      .values({
        conversation_id: id,
        sender: isSolved ? 'system' : from,
        author_id: authorOf(message, customerId, adminId),
        client_id: isPerson ? uuidOf(`${conversation.subject} ${index}`) : null,
        body,
        findings: JSON.stringify(finding ? [finding(places, times)] : []),
        happened: isSolved ? 'solved' : null,
        sent_at: at(times),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(row.id);
  }
  return ids;
}

async function seedConversation(options: SeedSupportOptions, conversation: DemoConversation): Promise<void> {
  const { db, rows, times } = options;
  const { email, subject, messages } = conversation;
  const customerId = must(rows.people.get(email), email);
  const adminId = must(rows.people.get(ADMIN), ADMIN);
  const answer = messages.find(({ from }) => from === 'support');
  const last = must(messages.at(-1), subject);
  const state = STATES[last.from];
  const { id } = await db
    .insertInto('support_conversation')
    .values({
      user_id: customerId,
      client_id: uuidOf(subject),
      subject,
      state,
      agent_id: answer ? adminId : null,
      created_at: must(messages[0], subject).at(times),
      changed_at: last.at(times),
      waiting_since: state === 'open' ? last.at(times) : null,
      asked_at: askedAt(conversation, times),
      answered_at: answer?.at(times) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = await seedMessages(options, conversation, { id, customerId, adminId });
  const seen = (count: number) => {
    const message = messages[count - 1];
    return { id: ids[count - 1] ?? null, at: message?.at(times) ?? null };
  };
  const customer = seen(conversation.customerHasSeen ?? ids.length);
  const support = seen(conversation.supportHasSeen ?? ids.length);
  await db
    .updateTable('support_conversation')
    .set({
      customer_read_id: customer.id,
      customer_read_at: customer.at,
      support_read_id: support.id,
      support_read_at: support.at,
    })
    .where('id', '=', id)
    .execute();
}

/** What the demo's people have talked about with support. */
export async function seedSupport(options: SeedSupportOptions): Promise<void> {
  for (const conversation of DEMO_CONVERSATIONS) await seedConversation(options, conversation);
}
