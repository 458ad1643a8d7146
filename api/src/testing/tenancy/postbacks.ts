import { publicId } from '@ezdash/contracts';
import { marked } from './visitors';
import type { Make, World } from './world';

const ADDRESS = 'https://hooks.example/?id={click_id}';

/** Paused, and without a secret unless the walk gives it one: nobody calls it while the walk looks. */
async function outgoingRow({ app: { test }, visitors: { advertiser } }: World): Promise<number> {
  const now = new Date();
  const { id } = await test.db
    .insertInto('outgoing_postback')
    .values({
      advertiser_id: advertiser.id,
      goal_id: null,
      name: marked('outgoing'),
      method: 'GET',
      url: ADDRESS,
      state: 'paused',
      events: ['approved'],
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const outgoingPostback: Make = async (world) => publicId('outgoingPostback', await outgoingRow(world));

export const deadCall: Make = async (world) => {
  const now = new Date();
  const { id } = await world.app.test.db
    .insertInto('postback_call')
    .values({
      outgoing_id: await outgoingRow(world),
      advertiser_id: world.visitors.advertiser.id,
      conversion_id: 1n,
      event: 'approved',
      data: JSON.stringify({ is_test: false }),
      state: 'dead',
      since: now,
      due_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('postbackCall', Number(id));
};

export const POSTBACK_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PATCH /api/postbacks/outgoing/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/postbacks/outgoing/:id': async () => ({ name: 'Somebody was here' }),
};
