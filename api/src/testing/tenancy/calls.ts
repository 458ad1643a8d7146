import { randomBytes, randomUUID } from 'node:crypto';
import { CHANNELS, publicId } from '@ezdash/contracts';
import { deposit } from '../../features/ledger';
import { makeAdvertiser, makeAsset, makeCampaign, makeCreative, makeProperty, makeZone } from '../factories';
import type { FoundRoute } from '../routesOf';
import { debugSession } from './debugSessions';
import { deadLetter, PAYMENT_BODIES, payment } from './payments';
import { PAYOUT_BODIES, payout, payoutBatch, publisherId } from './payouts';
import { attachment, conversation, SUPPORT_BODIES } from './support';
import { MARKER } from './visitors';
import type { Call, World } from './world';

type Make = (world: World) => Promise<string>;

/** In the walk's OIDC_PROVIDERS. */
export const PROVIDER = 'acme';

const marked = (what: string) => `${MARKER} ${what}`;

/** Of operators: nobody else has any. */
const promoCode: Make = async ({ app: { test } }) => {
  const { id } = await test.db
    .insertInto('promo_code')
    .values({
      code: marked('CODE')
        .toUpperCase()
        .replace(/[^A-Z0-9_-]/g, '-')
        .slice(0, 40),
      name: 'A code',
      discount_type: 'bonus_balance',
      discount_micros: 1_000_000n,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('promoCode', id);
};

const campaign: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await makeCampaign(test.db, {
    advertiser_id: advertiser.id,
    name: marked('campaign'),
    state: 'in_review',
  });
  await makeCreative(test.db, { campaign_id: id, name: marked('creative'), state: 'in_review' });
  return publicId('campaign', id);
};
const propertyRow = ({ app: { test }, visitors: { publisher } }: World) =>
  makeProperty(test.db, { publisher_id: publisher.id, name: marked('property'), state: 'approved' });
const property: Make = async (world) => publicId('property', (await propertyRow(world)).id);
const zone: Make = async (world) => {
  const { id: property_id } = await propertyRow(world);
  return publicId('zone', (await makeZone(world.app.test.db, { property_id, name: marked('zone') })).id);
};
const asset: Make = async ({ app: { test }, visitors: { advertiser } }) =>
  publicId('asset', (await makeAsset(test.db, { owner_id: advertiser.id })).id);

/** A second sign-in of the owner's, by the name it has in their list. */
const session: Make = async ({ app, visitors: { advertiser } }) => {
  const other = app.client();
  other.setHeader('X-Forwarded-For', '203.0.113.9');
  await other.signIn(advertiser);
  const { body } = await other.get<{ sessions: { id: string; current: boolean }[] }>(
    '/api/settings/sessions',
  );
  return body.sessions.find(({ current }) => current)?.id ?? '';
};
const apiToken: Make = async ({ visitors }) => {
  const body = { name: marked('token'), scopes: ['read'], expires_in_days: 1, addresses: [] };
  const made = await visitors
    .client('advertiser who owns it')
    .post<{ token: { id: string } }>('/api/settings/api-tokens', body);
  return made.body.token.id;
};

const passkey: Make = async ({ app: { test }, visitors: { advertiser } }) => {
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
const paymentMethod: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const mine = test.db.selectFrom('payment_method').select('id').where('user_id', '=', advertiser.id);
  const { id } = await test.db
    .insertInto('payment_method')
    .values({
      user_id: advertiser.id,
      kind: 'card',
      gateway: 'sandbox',
      token_sealed: randomBytes(60),
      brand: MARKER,
      last4: '4242',
      expires: '2031-04',
      is_default: (await mine.executeTakeFirst()) === undefined,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const dataExport: Make = async ({ app: { test }, visitors: { advertiser } }) => {
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
const AN_HOUR_MS = 3_600_000;
/** A visit of the owner's to the sandbox gateway that is still open. */
const sandboxVisit: Make = async ({ app: { test } }) => {
  const { id } = await test.db
    .insertInto('sandbox_setup')
    .values({
      id: randomUUID(),
      kind: 'card',
      return_url: 'http://localhost:8080/settings/payment-methods',
      state: 'open',
      created_at: new Date(),
      expires_at: new Date(Date.now() + AN_HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
/** A payment of the owner's at the sandbox gateway that is still open. */
const sandboxCheckout: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await test.db
    .insertInto('sandbox_payment')
    .values({
      id: randomUUID(),
      idempotency_key: randomUUID(),
      kind: 'checkout',
      user_id: advertiser.id,
      payment_id: 'pay_1',
      amount_micros: 100_000_000n,
      currency: 'EUR',
      description: marked('deposit'),
      return_url: 'http://localhost:8080/payment/result?payment=pay_1',
      state: 'open',
      created_at: new Date(),
      expires_at: new Date(Date.now() + AN_HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
/** A mail to the owner, as the outbox has it. */
const mail: Make = async ({ app: { test }, visitors: { advertiser } }) => {
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
const connection: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  await test.db
    .insertInto('social_identity')
    .values({ user_id: advertiser.id, provider: PROVIDER, subject: MARKER, linked_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return PROVIDER;
};
const conversionGoal: Make = async ({ visitors }) => {
  const made = await visitors
    .client('advertiser who owns it')
    .post<{ id: string }>('/api/conversion-goals', { name: marked('goal') });
  return made.body.id;
};

/** A decision that showed the advertiser's campaign in the publisher's zone, by its impression. */
const decision: Make = async (world) => {
  const { test } = world.app;
  const { id: property_id } = await propertyRow(world);
  const { id: zone_id } = await makeZone(test.db, { property_id, name: marked('zone') });
  const { advertiser, publisher } = world.visitors;
  const { id: campaign_id } = await makeCampaign(test.db, {
    advertiser_id: advertiser.id,
    name: marked('campaign'),
  });
  const { id: creative_id } = await makeCreative(test.db, { campaign_id, name: marked('creative') });
  const decided_at = new Date();
  const time = decided_at.getTime().toString(16).padStart(12, '0');
  const decision_id = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  await test.db
    .insertInto('ad_event')
    .values({
      decision_id,
      kind: 1,
      decided_at,
      happened_at: decided_at,
      advertiser_id: advertiser.id,
      campaign_id,
      creative_id,
      publisher_id: publisher.id,
      property_id,
      zone_id,
      country: 'DE',
      device: 1,
    })
    .execute();
  return decision_id;
};

/** An article by the operator. It is for everybody, so it bears no mark. */
const article =
  (publishedAt: Date | null): Make =>
  async ({ app: { test } }) => {
    const now = new Date();
    const admin = await test.db
      .selectFrom('app_user')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    const { id } = await test.db
      .insertInto('news_article')
      .values({
        title: 'An article',
        category: 'product',
        audiences: ['advertiser', 'publisher'],
        pinned: false,
        body: 'Words',
        summary: 'Words',
        author_id: admin.id,
        created_at: now,
        changed_at: now,
        changed_by: admin.id,
        published_at: publishedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return publicId('newsArticle', id);
  };

/** Of an account whose type has no credit line. */
const advertiserId: Make = async ({ visitors: { advertiser } }) => publicId('user', advertiser.id);

/** Somebody whom staff decide about: not the owner, who goes on to make calls. */
const account: Make = async ({ app: { test } }) => String((await makeAdvertiser(test.db)).id);

/** An invoice of the advertiser's. */
const document: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const number = `INV-${randomUUID()}`;
  const party = { name: MARKER, address: [], tax_id: null };
  const content = {
    version: 1,
    locale: 'en',
    title: 'Invoice',
    status: null,
    seller: party,
    buyer: party,
    facts: [],
    lines: [],
    totals: [],
    box: null,
    notes: [],
  };
  const { id } = await test.db
    .insertInto('document')
    .values({
      number,
      kind: 'invoice',
      user_id: advertiser.id,
      subject: number,
      total_micros: 1n,
      content: JSON.stringify(content),
      issued_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('document', id);
};
/** Money that the advertiser paid in. */
const transaction: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await deposit(test.db, {
    advertiserId: advertiser.id,
    amountMicros: 1_000_000n,
    reference: randomUUID(),
    occurredAt: new Date(),
  });
  return publicId('transaction', Number(id));
};

/** The thing that `:id` of a route is, by the beginning of its path. */
const THINGS: Readonly<Record<string, Make>> = {
  '/api/campaigns/': campaign,
  '/api/v1/campaigns/': campaign,
  '/api/operator/campaigns/': campaign,
  '/api/operator/reviews/': campaign,
  '/api/properties/': property,
  '/api/v1/properties/': property,
  '/api/operator/properties/': property,
  '/api/decisions/': decision,
  '/api/v1/decisions/': decision,
  '/api/zones/': zone,
  '/api/v1/zones/': zone,
  '/api/settings/sessions/': session,
  '/api/settings/api-tokens/': apiToken,
  '/api/settings/passkeys/': passkey,
  '/api/settings/payment-methods/': paymentMethod,
  '/api/settings/privacy/exports/': dataExport,
  '/api/documents/': document,
  '/api/advertiser/transactions/': transaction,
  '/api/conversion-goals/': conversionGoal,
  '/api/v1/conversion-goals/': conversionGoal,
  '/api/news/': article(new Date()),
  '/api/operator/news/': article(null),
  '/api/operator/users/': account,
  '/api/operator/credit-lines/': advertiserId,
  '/api/operator/promo-codes/': promoCode,
  '/api/payments/': payment,
  '/api/operator/payments/': payment,
  '/api/operator/xero/invoices/': payment,
  '/debug-tool/xero/invoice/': payment,
  '/debug-tool/sessions/': debugSession,
  '/debug-tool/traces/': async () => randomUUID(),
  '/api/operator/debug-sessions/': debugSession,
  '/api/operator/dead-letters/:queue/': deadLetter,
  '/api/operator/payouts/': payout,
  '/api/operator/payout-batches/': payoutBatch,
  '/api/operator/publishers/': publisherId,
  '/api/support/conversations/': conversation,
  '/api/support/attachments/': attachment,
  '/api/operator/conversations/': conversation,
  '/gateway/sandbox/setup/': sandboxVisit,
  '/api/payment-test/': sandboxCheckout,
  '/dev/outbox/': mail,
};

const ZONE = {
  name: marked('zone'),
  size: { width: 300, height: 250 },
  floor_micros: 0,
  fallback: 'collapse',
};

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

/** Bodies that reach the rule of the owner; what is missing sends an empty one. */
const BODIES: Readonly<Record<string, (world: World, id: string) => Promise<unknown>>> = {
  ...PAYMENT_BODIES,
  ...PAYOUT_BODIES,
  ...SUPPORT_BODIES,
  'PATCH /api/campaigns/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/operator/campaigns/:id': async () => ({ priority: 'house' }),
  'PATCH /api/v1/campaigns/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/campaigns/actions': async (world) => ({ action: 'pause', ids: [await campaign(world)] }),
  'POST /api/v1/campaigns/actions': async (world) => ({ action: 'pause', ids: [await campaign(world)] }),
  'PUT /api/v1/campaigns/:id/creatives': async (world) => ({
    creatives: [{ asset_id: await asset(world), name: 'Somebody', alt: 'was here' }],
  }),
  'PATCH /api/conversion-goals/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/conversion-goals/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/properties/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/properties/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/properties/:id/zones': async () => ZONE,
  'POST /api/v1/properties/:id/zones': async () => ZONE,
  'PUT /api/settings/alerts/delivery': async () => ({ digest: 'off', digest_at: '08:00', quiet_hours: null }),
  'DELETE /api/settings/alerts/webhook': async (world) => {
    await webhook(world);
    return {};
  },
  'POST /api/notices/read': async (world) => ({ ids: [await notice(world)] }),
  'PUT /api/operator/credit-lines/:id': async () => ({
    limit_micros: 5_000_000,
    terms_days: 30,
    state: 'open',
    why: 'Somebody was here',
  }),
  'PATCH /api/settings/passkeys/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/settings/payment-methods/:id': async () => ({ is_default: true }),
  'POST /api/payment-test/:id': async () => ({ outcome: 'declined' }),
  'POST /gateway/sandbox/setup/:id': async () => new URLSearchParams({ form: 'of nobody', action: 'cancel' }),
  'PATCH /api/zones/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/zones/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/operator/users/:id/status': async () => ({ status: 'suspended', reason: 'Somebody was here' }),
  'POST /api/operator/users/:id/account-type': async () => ({ account_type_id: 3 }),
  'POST /api/operator/reviews/:id': async () => ({ decision: 'approve', reasons: [], message: '' }),
  'PUT /api/operator/news/:id': async () => ({
    title: 'Somebody was here',
    category: 'product',
    audiences: ['publisher'],
    pinned: false,
    body: 'Words',
    version: 1,
  }),
  'POST /api/operator/news/:id/publish': async () => ({ version: 1 }),
  'POST /api/operator/news/:id/withdraw': async () => ({ version: 1 }),
  'POST /api/operator/properties/:id': async () => ({ decision: 'approve', message: '' }),
  // The advertiser's own channel; a socket that nobody has.
  'POST /broadcasting/auth': async ({ visitors: { advertiser } }) => ({
    socket_id: '1.2',
    channel_name: CHANNELS.account(publicId('user', advertiser.id)),
  }),
  'POST /broadcasting/user-auth': async () => ({ socket_id: '1.2' }),
};

/** Days are asked for wherever figures are. */
const PERIOD = '?from=2026-11-01&to=2026-11-02&by=day';

/** What other reads ask for. */
const QUERIES: Readonly<Record<string, (world: World) => string>> = {
  '/dev/outbox/latest.json': ({ visitors: { advertiser } }) => `?to=${encodeURIComponent(advertiser.email)}`,
};

/** A new thing of the owner's for each call, since the owner's own call changes it. */
export async function makeCall(world: World, { name, method, path }: FoundRoute): Promise<Call> {
  const found = Object.entries(THINGS).find(
    // A file's name may follow its id: `/api/documents/:id.pdf`.
    ([prefix]) => `${path}/`.startsWith(`${prefix}:id/`) || path.startsWith(`${prefix}:id.`),
  );
  if (path.includes(':id') && !found) throw new Error(`No thing is known for ${path}`);
  const id = found ? await found[1](world) : '';
  if (path.includes(':provider')) await connection(world);
  if (path === '/dev/outbox/latest.json') await mail(world);
  const address = path
    .replace(':id', id)
    .replace(':locale', 'en')
    .replace(':provider', PROVIDER)
    .replace(':slug', 'macros')
    .replace(':queue', 'mail.send')
    .replace(':gateway', 'sandbox');
  return {
    address: method === 'GET' ? address + (QUERIES[path]?.(world) ?? PERIOD) : address,
    body: (await BODIES[name]?.(world, id)) ?? {},
  };
}
