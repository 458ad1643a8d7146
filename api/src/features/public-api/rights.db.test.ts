import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiScope, type ErrorBody, publicId } from '@ezdash/contracts';
import { makeAdvertiser, makeCampaign, makeProperty, makePublisher, makeZone } from '../../testing';
import { openTestApi, type TestApi } from './testApi';

const PREMIUM = { account_type_id: 2 };
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(dataDir);
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const advertiser = () => makeAdvertiser(api.test.db, PREMIUM);
const codeOf = async (call: ReturnType<TestApi['call']>) => {
  const { status, body } = await call;
  return [status, (body as ErrorBody | undefined)?.code];
};

describe('who may call', () => {
  it('refuses calls without a token that works, each with the same words', async () => {
    const { id } = await advertiser();
    const revoked = await api.makeToken(id);
    await api.tokens.revokeAll(api.test.db, id);
    const old = await api.makeToken(id, ['read'], { expires_in_days: 1 });
    api.clock.advance(86_400_000);
    for (const secret of [revoked, old, `ezt_${'x'.repeat(43)}`, 'ezt_short']) {
      const { status, body, headers } = await api.call<ErrorBody>('/account', { secret });
      expect([status, body.code, body.message]).toEqual([
        401,
        'TOKEN_REFUSED',
        'This API token is unknown, expired or revoked',
      ]);
      expect(body.message).not.toMatch(/session|valid/i);
      expect(headers.get('WWW-Authenticate')).toBe('Bearer realm="API", error="invalid_token"');
    }
    for (const Authorization of [undefined, 'Basic YTpi', 'Bearer', 'ezt_abc']) {
      const headers: Record<string, string> = Authorization === undefined ? {} : { Authorization };
      const { status, body, headers: answered } = await api.call<ErrorBody>('/account', { headers });
      expect([status, body.code]).toEqual([401, 'TOKEN_REQUIRED']);
      expect(answered.get('WWW-Authenticate')).toBe('Bearer realm="API"');
    }
    expect(await codeOf(api.call('/no/such/address'))).toEqual([401, 'TOKEN_REQUIRED']);
  });

  it('does not look at cookies: who is signed in on the page is a stranger here, and gets none', async () => {
    const user = await advertiser();
    const client = api.app.client();
    await client.signIn(user);
    const { status, headers } = await client.get('/api/v1/account');
    expect(status).toBe(401);
    expect(headers.getSetCookie()).toEqual([]);
    const secret = await api.makeToken(user.id, ['read']);
    const open = await client.request('/api/v1/account', { headers: { Authorization: `bearer ${secret}` } });
    expect([open.status, open.headers.getSetCookie()]).toEqual([200, []]);
  });

  it('takes the token of the caller, whoever else is signed in', async () => {
    const [holder, bystander] = [await advertiser(), await advertiser()];
    const client = api.app.client();
    await client.signIn(bystander);
    const secret = await api.makeToken(holder.id, ['read']);
    const { body } = await client.request<{ id: number }>('/api/v1/account', {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(body.id).toBe(holder.id);
  });

  it('opens nothing else: a token is no sign-in for the pages', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id);
    const { status, body } = await api.app
      .client()
      .request<ErrorBody>('/api/settings/api-tokens', { headers: { Authorization: `Bearer ${secret}` } });
    expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  it('holds a token to its addresses', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['read'], { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string) =>
      codeOf(api.call('/account', { secret, headers: { 'X-Forwarded-For': address } }));
    expect(await from('203.0.113.77')).toEqual([200, undefined]);
    expect(await from('2001:db8::1')).toEqual([200, undefined]);
    for (const written of [
      '203.0.113.77:51234',
      '[2001:DB8::1]:443',
      '::ffff:203.0.113.77',
      '"203.0.113.77"',
    ])
      expect([written, ...(await from(written))]).toEqual([written, 200, undefined]);
    expect(await from('198.51.100.1')).toEqual([403, 'ADDRESS_REFUSED']);
    expect(await from('203.0.113.77, 198.51.100.1:80')).toEqual([403, 'ADDRESS_REFUSED']);
  });

  it('reads on and changes nothing once the account is suspended', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id);
    const status = (to: 'active' | 'suspended') =>
      api.test.db.updateTable('app_user').set({ status: to }).where('id', '=', id).execute();
    await status('suspended');
    expect(await codeOf(api.call('/account', { secret }))).toEqual([200, undefined]);
    for (const read of ['/balance', '/campaigns', '/reports/delivery?from=2026-11-01&to=2026-11-02&by=day'])
      expect([read, ...(await codeOf(api.call(read, { secret })))]).toEqual([read, 200, undefined]);
    const change = { method: 'POST', secret, body: {} };
    expect(await codeOf(api.call('/campaigns', change))).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    await status('active');
    expect(await codeOf(api.call('/campaigns', change))).toEqual([422, 'INVALID_INPUT']);
  });

  it('keeps the time of the last use to the minute', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['read']);
    const used = async () => (await api.tokens.list(id)).tokens[0]?.last_used_at;
    expect(await used()).toBeNull();
    const first = api.clock.now().toISOString();
    await api.call('/account', { secret });
    api.clock.advance(59_000);
    await api.call('/account', { secret });
    expect(await used()).toBe(first);
    api.clock.advance(2_000);
    await api.call('/account', { secret });
    expect(await used()).toBe(api.clock.now().toISOString());
  });
});

describe('what a token opens', () => {
  it.each<[ApiScope[], Record<string, number>]>([
    [['read'], { read: 200, write: 403, finance: 403 }],
    [['write'], { read: 403, write: 422, finance: 403 }],
    [['finance'], { read: 403, write: 403, finance: 200 }],
    [['read', 'write', 'finance'], { read: 200, write: 422, finance: 200 }],
  ])('%s', async (scopes, expected) => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, scopes);
    const answers = {
      read: await api.call<ErrorBody>('/campaigns', { secret }),
      write: await api.call<ErrorBody>('/campaigns', { method: 'POST', secret, body: {} }),
      finance: await api.call<ErrorBody>('/balance', { secret }),
    };
    for (const [scope, { status, body, headers }] of Object.entries(answers)) {
      expect([scope, status]).toEqual([scope, expected[scope]]);
      if (status !== 403) continue;
      expect(body.code).toBe('SCOPE_MISSING');
      expect(headers.get('WWW-Authenticate')).toContain(`scope="${scope}"`);
    }
  });

  it('guards every operation by its scope and its role', async () => {
    const [buyer, seller] = [await advertiser(), await makePublisher(api.test.db, PREMIUM)];
    const right = { advertiser: await api.makeToken(buyer.id), publisher: await api.makeToken(seller.id) };
    /** An owner's token for everything but one scope: made once, since an hour knows only so many. */
    const lacking = new Map<string, Promise<string>>();
    const tokenWithout = (ownerId: number, scope: ApiScope) => {
      const key = `${ownerId} ${scope}`;
      const others = (['read', 'write', 'finance'] as const).filter((other) => other !== scope);
      const token = lacking.get(key) ?? api.makeToken(ownerId, others);
      lacking.set(key, token);
      return token;
    };
    for (const { id, role, method, path: template, scope } of api.api.operations) {
      const address = template.replace('{id}', 'x_1');
      const send = (secret: string) =>
        codeOf(
          api.call(address, { method: method.toUpperCase(), secret, ...(method !== 'get' && { body: {} }) }),
        );
      if (role === 'advertiser' || role === 'publisher') {
        const wrong = role === 'advertiser' ? 'publisher' : 'advertiser';
        expect([id, ...(await send(right[wrong]))]).toEqual([id, 403, 'WRONG_ROLE']);
      }
      const owner = role === 'publisher' ? seller : buyer;
      expect([id, ...(await send(await tokenWithout(owner.id, scope)))]).toEqual([id, 403, 'SCOPE_MISSING']);
    }
  });

  it('asks the account type with every call: a downgrade ends what it opened', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id);
    const change = { method: 'POST', secret, body: {} };
    expect(await codeOf(api.call('/campaigns', change))).toEqual([422, 'INVALID_INPUT']);
    await api.test.db.updateTable('app_user').set({ account_type_id: 1 }).where('id', '=', id).execute();
    expect(await codeOf(api.call('/campaigns', change))).toEqual([403, 'NOT_IN_ACCOUNT_TYPE']);
    expect(await codeOf(api.call('/campaigns', { secret }))).toEqual([200, undefined]);
  });

  it('does not know what belongs to others', async () => {
    const { db } = api.test;
    const [campaign, property, zone] = [await makeCampaign(db), await makeProperty(db), await makeZone(db)];
    const buyer = await api.makeToken((await advertiser()).id);
    const seller = await api.makeToken((await makePublisher(db, PREMIUM)).id);
    const campaignId = publicId('campaign', campaign.id);
    const propertyId = publicId('property', property.id);
    const size = { width: 300, height: 250 };
    const body = { name: 'Mine now' };
    const calls: [string, string, string, unknown?][] = [
      [buyer, 'GET', `/campaigns/${campaignId}`],
      [buyer, 'GET', `/campaigns/${campaignId}/creatives`],
      [buyer, 'PATCH', `/campaigns/${campaignId}`, body],
      [seller, 'GET', `/properties/${propertyId}`],
      [seller, 'PATCH', `/properties/${propertyId}`, body],
      [
        seller,
        'POST',
        `/properties/${propertyId}/zones`,
        { ...body, size, floor_micros: 0, fallback: 'keep' },
      ],
      [seller, 'PATCH', `/zones/${publicId('zone', zone.id)}`, body],
    ];
    for (const [secret, method, address, sent] of calls)
      expect([address, ...(await codeOf(api.call(address, { method, secret, body: sent })))]).toEqual([
        address,
        404,
        'NOT_FOUND',
      ]);
    const { body: acted } = await api.call('/campaigns/actions', {
      method: 'POST',
      secret: buyer,
      body: { ids: [campaignId], action: 'archive' },
    });
    expect(acted).toEqual({ changed: [], refused: [{ id: campaignId, message: 'No such campaign' }] });
  });
});

describe('what is sent', () => {
  it('must be JSON that fits', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id);
    const post = (body: unknown, headers = {}) =>
      api.call<ErrorBody>('/campaigns', { method: 'POST', secret, body, headers });
    const form = await post(Buffer.from('name=x'), { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([form.status, form.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const broken = await post(Buffer.from('{"name":'), { 'Content-Type': 'application/json' });
    expect([broken.status, broken.body.code]).toEqual([400, 'MALFORMED_BODY']);
    const heavy = await post({ name: 'x'.repeat(200_000) });
    expect(heavy.status).toBe(413);
    const typo = await post({ name: 'Winter', dayly_budget: 5 });
    expect(typo.status).toBe(422);
    expect(typo.body.errors).toMatchObject({
      dayly_budget: ['This field is not known'],
      pricing: ['Choose one of the options'],
    });
    const query = await api.call<ErrorBody>('/campaigns?from=yesterday&to=2026-11-21&to=2026-11-20', {
      secret,
    });
    expect([query.status, Object.keys(query.body.errors ?? {})]).toEqual([422, ['from', 'to']]);
  });

  it('must be an image where one is asked for', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id);
    const post = (body: Buffer | undefined, type: string) =>
      codeOf(api.call('/assets', { method: 'POST', secret, body, headers: { 'Content-Type': type } }));
    expect(await post(Buffer.from('{}'), 'application/json')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await post(Buffer.from('no image'), 'image/png')).toEqual([422, 'IMAGE_REFUSED']);
    expect(await post(Buffer.alloc(200_000), 'image/png')).toEqual([413, 'TOO_LARGE']);
    expect(await post(undefined, 'image/png')).toEqual([422, 'IMAGE_REFUSED']);
  });

  it('is answered in the language that is asked for', async () => {
    const { status, body } = await api.call<ErrorBody>('/account', { headers: { 'Accept-Language': 'de' } });
    expect([status, body.message]).toEqual([401, 'Senden Sie ein API-Token im Header Authorization: Bearer']);
  });
});
