import { randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { MARKER } from './visitors';
import type { Call, World } from './world';

/** The advertiser's conversation with support, without the limit of how many an hour. */
export async function conversation({ app: { test }, visitors: { advertiser } }: World): Promise<string> {
  const now = new Date();
  const client_id = randomUUID();
  const { id } = await test.db
    .insertInto('support_conversation')
    .values({
      user_id: advertiser.id,
      client_id,
      subject: `${MARKER} question`,
      state: 'waiting',
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.db
    .insertInto('support_message')
    .values({
      conversation_id: id,
      sender: 'customer',
      author_id: advertiser.id,
      client_id,
      body: `${MARKER} words`,
      sent_at: now,
    })
    .execute();
  return publicId('conversation', id);
}

/** A file that the advertiser has sent to support. */
export async function attachment(world: World): Promise<string> {
  const client = world.visitors.client('advertiser who owns it');
  const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const { body: file } = await client.request<{ id: string }>('/api/support/attachments?name=notes.txt', {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      'X-CSRF-TOKEN': me.csrf_token,
      'X-Requested-With': 'XMLHttpRequest',
    },
    body: `${MARKER} notes`,
  });
  await client.post(`/api/support/conversations/${await conversation(world)}/messages`, {
    client_id: randomUUID(),
    body: '',
    attachments: [file.id],
  });
  return file.id;
}

const message = async () => ({ client_id: randomUUID(), body: 'Somebody was here' });

async function newestMessage({ app: { test }, visitors: { advertiser } }: World) {
  const { id } = await test.db
    .selectFrom('support_message')
    .select('id')
    .where('author_id', '=', advertiser.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { message_id: publicId('message', id) };
}

/** Bodies of the calls that change something of a conversation. */
export const SUPPORT_BODIES: Readonly<Record<string, (world: World) => Promise<Call['body']>>> = {
  'POST /api/support/conversations/:id/messages': message,
  'POST /api/support/conversations/:id/read': newestMessage,
  'POST /api/operator/conversations/:id/messages': message,
  'POST /api/operator/conversations/:id/read': newestMessage,
  'POST /api/operator/conversations/:id/state': async () => ({ state: 'solved' }),
};
