import { randomBytes, randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { makeAdvertiser } from '../factories';
import { MARKER, marked } from './visitors';
import type { Make, World } from './world';

/** In the walk's OIDC_PROVIDERS. */
export const PROVIDER = 'acme';

/** A second sign-in of the owner's, by the name it has in their list. */
export const session: Make = async ({ app, visitors: { advertiser } }) => {
  const other = app.client();
  other.setHeader('X-Forwarded-For', '203.0.113.9');
  await other.signIn(advertiser);
  const { body } = await other.get<{ sessions: { id: string; current: boolean }[] }>(
    '/api/settings/sessions',
  );
  return body.sessions.find(({ current }) => current)?.id ?? '';
};

export const apiToken: Make = async ({ visitors }) => {
  const body = { name: marked('token'), scopes: ['read'], expires_in_days: 1, addresses: [] };
  const made = await visitors
    .client('advertiser who owns it')
    .post<{ token: { id: string } }>('/api/settings/api-tokens', body);
  return made.body.token.id;
};

export const passkey: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await test.db
    .insertInto('passkey')
    .values({
      user_id: advertiser.id,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(77),
      user_handle: randomBytes(64),
      counter: 0n,
      name: marked('passkey'),
      synced: true,
      created_at: new Date(),
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const dataExport: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const build = randomUUID();
  const bytes = Buffer.from(marked('archive'));
  await test.db.deleteFrom('data_export').where('user_id', '=', advertiser.id).execute();
  const { id } = await test.db
    .insertInto('data_export')
    .values({
      user_id: advertiser.id,
      state: 'ready',
      requested_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
      byte_count: BigInt(bytes.length),
      build,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.db.insertInto('data_export_chunk').values({ build, number: 0, export_id: id, bytes }).execute();
  return id;
};

/** A mail to the owner, as the outbox has it. */
export const mail: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await test.db
    .insertInto('mail')
    .values({
      recipient: advertiser.email,
      template: 'already-registered',
      locale: 'en',
      data: {},
      state: 'kept',
      idempotency_key: randomUUID(),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** What the owner is linked with, by the provider's id. */
export const connection: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  await test.db
    .insertInto('social_identity')
    .values({ user_id: advertiser.id, provider: PROVIDER, subject: MARKER, linked_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return PROVIDER;
};

/** Somebody whom staff decide about: not the owner, who goes on to make calls. */
export const account: Make = async ({ app: { test } }) => String((await makeAdvertiser(test.db)).id);

/** What the advertiser was told of. */
const notice: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await test.db
    .insertInto('notice')
    .values({
      user_id: advertiser.id,
      event: 'token_expiring',
      occurrence: randomUUID(),
      data: { token: MARKER, expires_at: new Date() },
      in_app: true,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('notice', Number(id));
};

/** The advertiser's own address for alerts. */
async function webhook({ app: { test }, visitors: { advertiser } }: World): Promise<void> {
  await test.db
    .insertInto('alert_webhook')
    .values({
      user_id: advertiser.id,
      url: 'https://hooks.example.com/',
      secret_sealed: randomBytes(60),
      secret_hint: 'hint',
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const ACCOUNT_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PUT /api/settings/alerts/delivery': async () => ({ digest: 'off', digest_at: '08:00', quiet_hours: null }),
  'DELETE /api/settings/alerts/webhook': async (world) => {
    await webhook(world);
    return {};
  },
  'POST /api/notices/read': async (world) => ({ ids: [await notice(world)] }),
  'PATCH /api/settings/passkeys/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/operator/users/:id/status': async () => ({ status: 'suspended', reason: 'Somebody was here' }),
  'POST /api/operator/users/:id/sign-out': async () => ({ reason: 'Somebody was here' }),
  'POST /api/operator/users/:id/reset-factors': async () => ({ reason: 'Somebody was here' }),
  'POST /api/operator/users/:id/manager': async () => ({ manager_id: null }),
  'POST /api/advertiser/call-outs/dismiss': async () => ({ key: 'low-balance:account' }),
  'POST /api/v1/call-outs/dismiss': async () => ({ key: 'low-balance:account' }),
  'POST /api/v1/call-outs/restore': async () => ({ key: 'low-balance:account' }),
  'POST /api/advertiser/call-outs/restore': async () => ({ key: 'low-balance:account' }),
  'POST /api/operator/users/:id/account-type': async () => ({ account_type_id: 3 }),
};
