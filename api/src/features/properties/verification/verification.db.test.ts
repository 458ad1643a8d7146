import {
  type ErrorBody,
  type Property,
  type PropertyDetail,
  type PropertyVerification,
  propertyVerification,
  rowId,
} from '@ezdash/contracts';
import { createJobs } from '../../../platform/jobs';
import { silentLog } from '../../../platform/log';
import type { Outbound } from '../../../platform/outbound';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makePublisher,
  openApp,
  type TestClient,
  until,
} from '../../../testing';
import { createPropertiesFeature, type LostVerification, type PropertiesFeature } from '..';
import { MOST_UNVERIFIED } from '../properties.service';

const START = '2026-11-21T12:00:00.000Z';
const DAY_MS = 86_400_000;
const clock = fakeClock(START);
let app: AppWorld;
let features: Record<'strict' | 'auto', PropertiesFeature>;
let apps: Record<'strict' | 'auto', AppWorld>;
let publisher: MadeUser;
let client: TestClient;
/** What the TXT records of each name say. */
let records: Record<string, string[]> = {};
/** Happens while records are looked up. */
let meanwhile: (() => Promise<unknown>) | null = null;
let isSilent = false;
let asked: string[] = [];
let lost: LostVerification[] = [];
let count = 0;

const outbound: Outbound = {
  ask: async (url) => {
    asked.push(url);
    return { status: 404, headers: {}, body: Buffer.from(''), url, hops: [url], ms: 1 };
  },
};

async function open(autoApproveProperties: boolean) {
  let feature: PropertiesFeature | undefined;
  const world = await openApp(({ db, connection }) => {
    feature = createPropertiesFeature({
      db,
      clock,
      appUrl: 'https://ads.network.example',
      autoApproveProperties,
      onLost: async (_trx, told) => void lost.push(told),
      looks: {
        outbound,
        resolveTxt: async (name) => {
          if (isSilent) throw Object.assign(new Error(name), { code: 'ETIMEOUT' });
          const found = records[name] ?? [];
          const happens = meanwhile;
          meanwhile = null;
          await happens?.();
          return found;
        },
        jobs: createJobs({ connection, log: silentLog }),
        log: silentLog,
        random: () => 0,
      },
    });
    return { mounts: feature.mounts };
  });
  if (!feature) throw new Error('no feature');
  return { world, feature };
}

beforeAll(async () => {
  const [strict, auto] = [await open(false), await open(true)];
  apps = { strict: strict.world, auto: auto.world };
  features = { strict: strict.feature, auto: auto.feature };
  app = apps.strict;
});
beforeEach(async () => {
  clock.set(START);
  records = {};
  isSilent = false;
  asked = [];
  lost = [];
  publisher = await makePublisher(app.db);
  client = await app.clientOf(publisher);
});
afterAll(async () => {
  await apps.strict.close();
  await apps.auto.close();
});

const nextDomain = () =>
  `${String.fromCharCode(97 + (count++ % 26)).repeat(3)}-${['river', 'mountain', 'ocean', 'valley'][count % 4]}-news.example`;
async function add(domain = nextDomain(), by = client): Promise<Property> {
  const input = { name: 'Site', domain, category: 'news', language: 'en' };
  const { status, body } = await by.post<Property & ErrorBody>('/api/properties', input);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
const pathOf = ({ id }: { id: string }) => `/api/properties/${id}/verification`;
const known = async (property: Property, by = client) =>
  (await by.get<PropertyVerification>(pathOf(property))).body;
async function check(property: Property, by = client): Promise<PropertyVerification> {
  const { status, body } = await by.post<PropertyVerification>(pathOf(property), {});
  expect(status).toBe(200);
  return propertyVerification.parse(body);
}
const stateOf = async ({ id }: Property, by = client) =>
  (await by.get<PropertyDetail>(`/api/properties/${id}`)).body.property.state;
async function show(property: Property, by = client): Promise<void> {
  const { dns } = await known(property, by);
  records[property.domain] = [dns.value];
}
const rowOf = ({ id }: Property) => rowId('property', id) ?? 0;
/** The network's own look, when it is due. */
async function round(property: Property, feature = features.strict, db = app.db) {
  const { next_at } = await db
    .selectFrom('property_verification')
    .select('next_at')
    .where('property_id', '=', rowOf(property))
    .executeTakeFirstOrThrow();
  if (next_at) clock.set(next_at.toISOString());
  await feature.verification.checkDue(rowOf(property));
  return next_at;
}

test('a property has a token of its own from its beginning, and is told what to put where', async () => {
  const property = await add();
  const verification = propertyVerification.parse(await known(property));
  const { token } = verification;
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(verification).toMatchObject({
    state: 'unverified',
    domain: property.domain,
    meta_tag: `<meta name="ezdash-verification" content="${token}">`,
    file: {
      url: `https://${property.domain}/.well-known/ezdash-verification.txt`,
      content: `ezdash-verification=${token}`,
    },
    dns: { names: [`_ezdash.${property.domain}`, property.domain], value: `ezdash-verification=${token}` },
    findings: [],
    next_check_at: '2026-11-21T12:05:00.000Z',
  });
  const other = await add();
  expect((await known(other)).token).not.toBe(token);
  expect(asked).toEqual([]);
});

test('a look says what it found by each method; a token that is there verifies the property', async () => {
  const property = await add();
  const missed = await check(property);
  expect(missed.findings.map(({ method, outcome }) => `${method} ${outcome}`)).toEqual([
    'meta status',
    'file status',
    'dns token-missing',
  ]);
  expect(missed).toMatchObject({ state: 'unverified', checked_at: START });
  expect(await stateOf(property)).toBe('pending');
  await show(property);
  const found = await check(property);
  expect(found).toMatchObject({
    state: 'verified',
    method: 'dns',
    verified_at: START,
    next_check_at: '2026-11-28T12:00:00.000Z',
  });
  expect(await stateOf(property)).toBe('verified');
});

test('what another publisher has verified does not show ads at once, and is not approved', async () => {
  const own = await apps.auto.clientOf(await makePublisher(apps.auto.db));
  const first = await add(undefined, own);
  await show(first, own);
  await check(first, own);
  const other = await apps.auto.clientOf(await makePublisher(apps.auto.db));
  const second = await add(first.domain, other);
  expect(second.state).toBe('pending');
  const admin = await apps.auto.clientOf(await makeAdmin(apps.auto.db));
  const decide = (decision: 'approve' | 'reject') =>
    admin.post<ErrorBody>(`/api/operator/properties/${second.id}`, { decision, message: 'Not theirs' });
  const refused = await decide('approve');
  expect([refused.status, refused.body.code]).toEqual([422, 'VERIFIED_ELSEWHERE']);
  expect(await stateOf(second, other)).toBe('pending');
  await own.patch(`/api/properties/${first.id}`, { state: 'archived' });
  expect((await decide('approve')).status).toBe(200);
  expect((await decide('reject')).status).toBe(200);
});

test('where new properties show ads at once, verification changes nothing of that', async () => {
  const owner = await makePublisher(apps.auto.db);
  const own = await apps.auto.clientOf(owner);
  const property = await add(undefined, own);
  expect(property.state).toBe('approved');
  await show(property, own);
  expect((await check(property, own)).state).toBe('verified');
  expect(await stateOf(property, own)).toBe('approved');
  records = {};
  for (let time = 0; time < 3; time += 1) await round(property, features.auto, apps.auto.db);
  expect(lost).toMatchObject([{ domain: property.domain, isShowingAds: true }]);
  expect(await stateOf(property, own)).toBe('approved');
});

test('the network looks by itself over two days, then only when asked', async () => {
  const property = await add();
  const times: unknown[] = [];
  for (let time = 0; time < 8; time += 1) times.push((await round(property))?.toISOString() ?? null);
  expect(times).toEqual([
    '2026-11-21T12:05:00.000Z',
    '2026-11-21T12:30:00.000Z',
    '2026-11-21T14:00:00.000Z',
    '2026-11-21T18:00:00.000Z',
    '2026-11-22T00:00:00.000Z',
    '2026-11-22T12:00:00.000Z',
    '2026-11-23T12:00:00.000Z',
    null,
  ]);
  await show(property);
  expect((await check(property)).state).toBe('verified');
});

test('three of its looks on three days lose the verification: told once, and the ads that earn stop', async () => {
  const property = await add();
  await show(property);
  await check(property);
  const admin = await app.clientOf(await makeAdmin(app.db));
  await admin.post(`/api/operator/properties/${property.id}`, { decision: 'approve' });
  records = {};
  await round(property);
  expect(await known(property)).toMatchObject({
    state: 'verified',
    failures: 1,
    failing_since: '2026-11-28T12:00:00.000Z',
    next_check_at: '2026-11-29T12:00:00.000Z',
  });
  // Who asks in between loses nothing by it.
  await check(property);
  await check(property);
  expect(await known(property)).toMatchObject({ state: 'verified', failures: 1 });
  await round(property);
  expect(await stateOf(property)).toBe('approved');
  await round(property);
  expect(await stateOf(property)).toBe('pending');
  expect(await known(property)).toMatchObject({
    state: 'lost',
    method: null,
    failures: 0,
    lost_at: '2026-11-30T12:00:00.000Z',
  });
  expect(lost).toEqual([
    {
      propertyId: rowOf(property),
      publisherId: publisher.id,
      name: 'Site',
      domain: property.domain,
      outcome: 'token-missing',
      isShowingAds: false,
      lostAt: new Date('2026-11-30T12:00:00.000Z'),
    },
  ]);
  await round(property);
  expect(lost).toHaveLength(1);
  await show(property);
  expect(await check(property)).toMatchObject({ state: 'verified', lost_at: null });
  expect(await stateOf(property)).toBe('verified');
});

test('what nobody answers says nothing of a token, unless another one shows theirs', async () => {
  const property = await add();
  await show(property);
  await check(property);
  const silently = async () => {
    isSilent = true;
    await round(property);
    isSilent = false;
    return known(property);
  };
  for (let time = 0; time < 3; time += 1) await silently();
  expect(await silently()).toMatchObject({
    state: 'verified',
    failures: 0,
    failing_since: null,
    checked_at: '2026-12-01T12:00:00.000Z',
    next_check_at: '2026-12-02T12:00:00.000Z',
  });
  const other = await app.clientOf(await makePublisher(app.db));
  const second = await add(property.domain, other);
  await show(second, other);
  await check(second, other);
  for (let time = 0; time < 2; time += 1) expect((await silently()).state).toBe('verified');
  expect((await silently()).state).toBe('lost');
});

test('one look that finds the token again forgets the failures before it', async () => {
  const property = await add();
  await show(property);
  await check(property);
  const shown = records;
  records = {};
  await round(property);
  await round(property);
  records = shown;
  await round(property);
  expect(await known(property)).toMatchObject({ state: 'verified', failures: 0, failing_since: null });
  expect(lost).toEqual([]);
});

test('a domain is verified for one publisher; another one has it when the first has lost it', async () => {
  const first = await add();
  await show(first);
  await check(first);
  const other = await app.clientOf(await makePublisher(app.db));
  const second = await add(first.domain, other);
  records[first.domain] = [(await known(first)).dns.value, (await known(second, other)).dns.value];
  const taken = await check(second, other);
  expect(taken.state).toBe('unverified');
  expect(taken.findings.at(-1)).toMatchObject({ method: 'dns', outcome: 'taken' });
  expect(await stateOf(second, other)).toBe('pending');
  // The first one's token is gone: its site is looked at before long, and every day.
  records[first.domain] = [(await known(second, other)).dns.value];
  expect((await known(first)).next_check_at).toBe(START);
  for (let time = 0; time < 3; time += 1) await round(first);
  expect((await check(second, other)).state).toBe('verified');
  expect((await known(first)).state).toBe('lost');
});

test('two who both show their tokens are looked at no more often than others', async () => {
  const first = await add();
  await show(first);
  await check(first);
  const other = await app.clientOf(await makePublisher(app.db));
  const second = await add(first.domain, other);
  records[first.domain] = [(await known(first)).dns.value, (await known(second, other)).dns.value];
  const times: unknown[] = [];
  for (let time = 0; time < 7; time += 1) {
    await round(second);
    const { findings, next_check_at } = await known(second, other);
    expect(findings.at(-1)).toMatchObject({ outcome: 'taken' });
    times.push(next_check_at);
  }
  expect(times.slice(0, 2)).toEqual(['2026-11-21T12:30:00.000Z', '2026-11-21T14:00:00.000Z']);
  expect(times.at(-1)).toBeNull();
});

test('who waits for a domain has it when the first one has lost it, also when that account is closed', async () => {
  const first = await add();
  await show(first);
  await check(first);
  await app.db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', publisher.id).execute();
  const other = await app.clientOf(await makePublisher(app.db));
  const second = await add(first.domain, other);
  await show(second, other);
  for (let time = 0; time < 7; time += 1) await round(second);
  expect((await known(second, other)).next_check_at).toBeNull();
  for (let time = 0; time < 3; time += 1) {
    clock.set('2026-12-24T12:00:00.000Z');
    expect(await features.strict.verification.due(1_000)).toContain(rowOf(first));
    await round(first);
  }
  await round(second);
  expect((await known(second, other)).state).toBe('verified');
});

test('a property that is put away gives its domain free, and begins anew when it is taken back', async () => {
  const first = await add();
  await show(first);
  await check(first);
  const { token } = await known(first);
  const other = await app.clientOf(await makePublisher(app.db));
  const second = await add(first.domain, other);
  await show(second, other);
  expect((await check(second, other)).findings.at(-1)).toMatchObject({ outcome: 'taken' });
  await client.patch(`/api/properties/${first.id}`, { state: 'archived' });
  expect((await client.post<ErrorBody>(pathOf(first), {})).status).toBe(409);
  expect((await known(second, other)).next_check_at).toBe(START);
  expect((await check(second, other)).state).toBe('verified');
  clock.set('2026-11-25T12:00:00.000Z');
  const again = await add(first.domain);
  expect(again.id).toBe(first.id);
  expect(await known(again)).toMatchObject({
    state: 'unverified',
    findings: [],
    next_check_at: '2026-11-25T12:05:00.000Z',
  });
  // Over two days again, however long ago it was added first.
  await round(again);
  expect((await known(again)).next_check_at).toBe('2026-11-25T12:30:00.000Z');
  // What was left on a site that may be somebody else's by now shows nothing any more.
  expect((await known(again)).token).not.toBe(token);
});

test('a look that was under way when a property was put away and taken back shows nothing of it', async () => {
  const property = await add();
  await show(property);
  meanwhile = async () => {
    await client.patch(`/api/properties/${property.id}`, { state: 'archived' });
    await add(property.domain);
  };
  expect(await check(property)).toMatchObject({ state: 'unverified', checked_at: null });
  expect(await stateOf(property)).toBe('pending');
});

test('so many may wait to be shown to be theirs, and no more', async () => {
  await app.db
    .insertInto('property')
    .values(
      Array.from({ length: MOST_UNVERIFIED }, (_, at) => ({
        publisher_id: publisher.id,
        name: 'Site',
        domain: `many${at}.example`,
        category: 'news',
        language: 'en',
        state: 'approved' as const,
      })),
    )
    .execute();
  const more = { name: 'Site', domain: nextDomain(), category: 'news', language: 'en' };
  const refused = await client.post<ErrorBody>('/api/properties', more);
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_UNVERIFIED']);
  await app.db
    .updateTable('property')
    .set({ state: 'archived' })
    .where('publisher_id', '=', publisher.id)
    .where('domain', '=', 'many7.example')
    .execute();
  expect((await client.post('/api/properties', more)).status).toBe(201);
});

test('a rejection stands, whoever shows the token', async () => {
  const property = await add();
  const admin = await app.clientOf(await makeAdmin(app.db));
  await admin.post(`/api/operator/properties/${property.id}`, { decision: 'reject', message: 'No content' });
  await show(property);
  expect((await check(property)).state).toBe('verified');
  expect(await stateOf(property)).toBe('rejected');
});

test('looks are refused to other publishers', async () => {
  const property = await add();
  const other = await app.clientOf(await makePublisher(app.db));
  expect((await other.get(pathOf(property))).status).toBe(404);
  expect((await other.post(pathOf(property), {})).status).toBe(404);
  expect(asked).toEqual([]);
});

test('what looks like a verified site of somebody else is refused; what looks like one’s own is not', async () => {
  const site = await add('harbour-chronicle.example');
  await show(site);
  const other = await app.clientOf(await makePublisher(app.db));
  const input = { name: 'Copy', domain: 'harb0ur-chronicle.example', category: 'news', language: 'en' };
  // Nobody has shown yet whose it is.
  const early = await other.post<Property>('/api/properties', {
    ...input,
    domain: 'harbourchronic1e.example',
  });
  expect(early.status).toBe(201);
  await check(site);
  const { status, body } = await other.post<ErrorBody>('/api/properties', input);
  expect(status).toBe(422);
  expect(body.errors?.domain).toEqual([
    'This domain looks like a site of another publisher. If it is yours, write to our support',
  ]);
  expect((await client.post('/api/properties', input)).status).toBe(201);
});

test('jobs look when it is time, of a property that is due once', async () => {
  const connection = app.test.connection;
  const jobs = createJobs({ connection, log: silentLog, pollMs: 50 });
  const feature = createPropertiesFeature({
    db: app.db,
    clock,
    appUrl: 'https://ads.network.example',
    autoApproveProperties: false,
    looks: { outbound, resolveTxt: async (name) => records[name] ?? [], jobs, log: silentLog },
  });
  const property = await add();
  await show(property);
  clock.set(new Date(Date.parse(START) + DAY_MS).toISOString());
  await jobs.start();
  feature.start();
  try {
    await until(
      () => stateOf(property),
      (state) => state === 'verified',
      'The verification',
    );
  } finally {
    feature.stop();
    await jobs.stop();
  }
});
