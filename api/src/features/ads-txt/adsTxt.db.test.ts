import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AdsTxtCheck,
  type AdsTxtList,
  adsTxtCheck,
  adsTxtList,
  type ErrorBody,
  type PublisherSeller,
  publicId,
  publisherSeller,
  sellersJsonSeller,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { createJobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { createOutbound } from '../../platform/outbound';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeProperty,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
  until,
} from '../../testing';
import { type AdsTxtFeature, createAdsTxtFeature } from '.';
import { FILE_MS } from './sellers.service';

const clock = fakeClock('2026-01-23T12:00:00.000Z');
const HOUR_MS = 3_600_000;
let test_: TestDb;
let server: http.Server;
let asked = 0;
let answer: RequestListener;
let feature: AdsTxtFeature;
let app: TestApp;
let owner: MadeUser;
let client: TestClient;
let sites = 0;

function openFeature() {
  const jobs = createJobs({ connection: test_.connection, log: silentLog });
  const outbound = createOutbound({ allowed: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] });
  const made = createAdsTxtFeature({
    db: test_.db,
    clock,
    log: silentLog,
    jobs,
    outbound,
    appUrl: 'https://ads.example.net',
    supportEmail: 'help@ads.example.net',
    random: () => 0,
  });
  return { made, jobs };
}

beforeAll(async () => {
  test_ = await createTestDb();
  server = http.createServer((req, res) => {
    asked += 1;
    answer(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  feature = openFeature().made;
  app = await buildApp({ test: test_, mounts: feature.mounts });
});
beforeEach(async () => {
  asked = 0;
  owner = await makePublisher(test_.db);
  client = app.client();
  await client.signIn(owner);
  says(line());
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
  await test_.drop();
});

const line = () => `ads.example.net, ${publicId('user', owner.id)}, DIRECT`;
function says(text: string): void {
  answer = (_req, res) => void res.writeHead(200, { 'Content-Type': 'text/plain' }).end(text);
}
/** Each on a name of its own, at the listener. */
const made = (state: 'pending' | 'approved' | 'rejected' | 'archived' = 'approved', publisher = owner) =>
  makeProperty(test_.db, {
    publisher_id: publisher.id,
    domain: `site${++sites}.example:${(server.address() as AddressInfo).port}`,
    state,
  });
const pathOf = (id: number) => `/api/properties/${publicId('property', id)}/ads-txt`;
const check = async (id: number, by = client) => (await by.post<AdsTxtCheck>(`${pathOf(id)}/check`, {})).body;

it('a look says what the file says, and what was found is kept', async () => {
  const property = await made();
  const before = (await client.get<AdsTxtCheck>(pathOf(property.id))).body;
  expect(before).toEqual({ line: line(), file_url: `https://${property.domain}/ads.txt`, result: null });
  says(`a.example, 1, DIRECT\n${line()} # ours\n`);
  const found = await check(property.id);
  expect(adsTxtCheck.parse(found)).toEqual(found);
  expect(found.result).toEqual({
    status: 'present',
    read_at: clock.now().toISOString(),
    changed_at: clock.now().toISOString(),
    previous_status: null,
    url: `http://${property.domain}/ads.txt`,
    line_number: 2,
    line: `${line()} # ours`,
    record_count: 2,
    seller_count: 1,
    hints: [{ code: 'no-https', line: null, value: null }],
    checked_at: clock.now().toISOString(),
    trouble: null,
    http_status: 200,
    failing_since: null,
    next_at: new Date(clock.nowMs() + 24 * HOUR_MS).toISOString(),
  });
  expect((await client.get<AdsTxtCheck>(pathOf(property.id))).body).toEqual(found);
});

it('a failure says nothing of the file: what was known goes on to hold, until an answer comes', async () => {
  const property = await made();
  await check(property.id);
  const since = clock.now().toISOString();
  clock.advance(HOUR_MS);
  answer = (_req, res) => void res.writeHead(503).end();
  const failed = (await check(property.id)).result;
  expect(failed).toMatchObject({
    status: 'present',
    read_at: since,
    changed_at: since,
    line_number: 1,
    trouble: 'http-error',
    http_status: 503,
    failing_since: clock.now().toISOString(),
    next_at: new Date(clock.nowMs() + 15 * 60_000).toISOString(),
  });
  const failing = clock.now().toISOString();
  clock.advance(HOUR_MS);
  answer = (req) => void req.socket.destroy();
  expect((await check(property.id)).result).toMatchObject({
    status: 'present',
    trouble: 'unreachable',
    http_status: null,
    failing_since: failing,
    next_at: new Date(clock.nowMs() + HOUR_MS).toISOString(),
  });
  clock.advance(HOUR_MS);
  answer = (_req, res) => void res.writeHead(404).end();
  expect((await check(property.id)).result).toMatchObject({
    status: 'no-file',
    previous_status: 'present',
    changed_at: clock.now().toISOString(),
    line_number: null,
    line: null,
    trouble: null,
    failing_since: null,
  });
});

it('a site that never answered is unreachable, and stays so', async () => {
  const property = await made();
  answer = (req) => void req.socket.destroy();
  expect((await check(property.id)).result).toMatchObject({ status: 'unreachable', read_at: null });
  answer = (_req, res) => void res.writeHead(500).end();
  expect((await check(property.id)).result).toMatchObject({
    status: 'http-error',
    read_at: null,
    trouble: 'http-error',
    previous_status: 'unreachable',
  });
});

it('another publisher’s property does not exist, and one that was put away is not looked at', async () => {
  const property = await made();
  const other = app.client();
  await other.signIn(await makePublisher(test_.db));
  expect((await other.get(pathOf(property.id))).status).toBe(404);
  expect((await other.post(`${pathOf(property.id)}/check`, {})).status).toBe(404);
  const { id } = await made('archived');
  expect((await client.post<ErrorBody>(`${pathOf(id)}/check`, {})).body.code).toBe('ARCHIVED');
  expect(asked).toBe(0);
});

it('the list has all properties in use, looked at or not', async () => {
  const looked = await made();
  const fresh = await made('pending');
  await made('archived');
  await check(looked.id);
  const { body } = await client.get<AdsTxtList>('/api/publisher/ads-txt');
  expect(adsTxtList.parse(body)).toEqual(body);
  expect(body.line).toBe(line());
  expect(body.properties.map(({ id, result }) => [id, result?.status ?? null]).sort()).toEqual(
    [
      [publicId('property', looked.id), 'present'],
      [publicId('property', fresh.id), null],
    ].sort(),
  );
});

it('new properties are due, then daily; neither what was put away or refused, nor of accounts that are closed', async () => {
  const { id } = await made('pending');
  const gone = [(await made('archived')).id, (await made('rejected')).id];
  const closed = await makePublisher(test_.db);
  gone.push((await made('approved', closed)).id);
  await sql`UPDATE app_user SET status = 'suspended' WHERE id = ${closed.id}`.execute(test_.db);
  const due = await feature.adsTxt.due(1_000);
  expect(due).toContain(id);
  expect(due.filter((each) => gone.includes(each))).toEqual([]);
  await feature.adsTxt.checkInUse(id);
  expect(await feature.adsTxt.due(1_000)).not.toContain(id);
  clock.advance(24 * HOUR_MS - 1);
  expect(await feature.adsTxt.due(1_000)).not.toContain(id);
  clock.advance(1);
  expect(await feature.adsTxt.due(1_000)).toContain(id);
});

it('a property that stands for an exchange has no file, and its account is nobody’s seller', async () => {
  const { id } = await made();
  await sql`INSERT INTO rtb_seat (property_id, name, key_sha256, created_at)
    VALUES (${id}, 'An exchange', decode(repeat('ab', 32), 'hex'), ${clock.now()})`.execute(test_.db);
  expect(await feature.adsTxt.due(1_000)).not.toContain(id);
  expect(await entryOf(owner)).toBeUndefined();
  expect((await client.get<PublisherSeller>('/api/publisher/seller')).body.is_listed).toBe(false);
});

it('the round looks at what is due', async () => {
  const { made: other, jobs } = openFeature();
  const property = await made();
  await jobs.start();
  other.start();
  try {
    const read = async () => (await client.get<AdsTxtCheck>(pathOf(property.id))).body.result;
    const found = await until(read, (result) => result !== null, 'The look at the file');
    expect(found?.status).toBe('present');
  } finally {
    other.stop();
    await jobs.stop();
  }
});

interface SellersJson {
  contact_email: string;
  version: string;
  sellers: unknown[];
}
const readFile = (headers: Record<string, string> = {}) => fetch(`${app.url}/sellers.json`, { headers });
const entryOf = async (user: MadeUser) => {
  clock.advance(FILE_MS);
  const file = (await (await readFile()).json()) as SellersJson;
  const sellers = file.sellers.map((each) => sellersJsonSeller.parse(each));
  return sellers.find(({ seller_id }) => seller_id === publicId('user', user.id));
};

it('sellers.json has publishers from their first approved property on, without a name until they say so', async () => {
  await sql`UPDATE app_user SET company_name = 'Alpine Weather GmbH' WHERE id = ${owner.id}`.execute(
    test_.db,
  );
  const mine = async () => (await client.get<PublisherSeller>('/api/publisher/seller')).body;
  expect(publisherSeller.parse(await mine())).toMatchObject({ is_listed: false, is_confidential: true });
  await made('pending');
  expect(await entryOf(owner)).toBeUndefined();
  await makeProperty(test_.db, { publisher_id: owner.id, domain: 'www.alpine.example', state: 'approved' });
  await makeProperty(test_.db, { publisher_id: owner.id, domain: 'later.example', state: 'approved' });
  const common = { seller_id: publicId('user', owner.id), seller_type: 'PUBLISHER' };
  expect(await entryOf(owner)).toEqual({ ...common, is_confidential: 1 });
  const told = (await client.put<PublisherSeller>('/api/publisher/seller', { is_confidential: false })).body;
  const entry = { ...common, is_confidential: 0, name: 'Alpine Weather GmbH', domain: 'alpine.example' };
  expect(told).toEqual({
    seller_id: common.seller_id,
    network_domain: 'ads.example.net',
    ads_txt_line: line(),
    sellers_json_url: 'https://ads.example.net/sellers.json',
    is_confidential: false,
    is_listed: true,
    entry,
    name: 'Alpine Weather GmbH',
    domain: 'alpine.example',
  });
  expect(await mine()).toEqual(told);
  expect(await entryOf(owner)).toEqual(entry);
  await sql`UPDATE app_user SET status = 'suspended' WHERE id = ${owner.id}`.execute(test_.db);
  expect(await entryOf(owner)).toBeUndefined();
});

it('names a publisher by the site that is shown to be theirs, and nobody by one that is shown to be another’s', async () => {
  const verify = (id: number) =>
    sql`UPDATE property_verification SET method = 'dns', verified_at = ${clock.now()}, folded = domain
      WHERE property_id = ${id}`.execute(test_.db);
  const add = (publisher: MadeUser, domain: string) =>
    makeProperty(test_.db, { publisher_id: publisher.id, domain, state: 'approved' });
  const other = await makePublisher(test_.db);
  const copy = await add(other, 'gazette.example');
  const real = await add(owner, 'gazette.example');
  const otherClient = app.client();
  await otherClient.signIn(other);
  await otherClient.put('/api/publisher/seller', { is_confidential: false });
  expect(await entryOf(other)).toMatchObject({ is_confidential: 0, domain: 'gazette.example' });
  await verify(real.id);
  // Nor by the root domain of a name below it.
  await add(other, 'news.gazette.example');
  expect(await entryOf(other)).toEqual({
    seller_id: publicId('user', other.id),
    seller_type: 'PUBLISHER',
    is_confidential: 1,
  });
  expect((await otherClient.get<PublisherSeller>('/api/publisher/seller')).body).toMatchObject({
    is_listed: true,
    domain: null,
  });
  const claimed = await add(other, 'claimed.example');
  expect(await entryOf(other)).toMatchObject({ is_confidential: 0, domain: 'claimed.example' });
  const shown = await add(other, 'shown.example');
  await verify(shown.id);
  expect(await entryOf(other)).toMatchObject({ domain: 'shown.example' });
  expect([copy.id, claimed.id].every((id) => id < shown.id)).toBe(true);
});

it('what is taken back is gone from the next answer on; nobody else’s entry changes', async () => {
  await made();
  const other = await makePublisher(test_.db);
  await made('approved', other);
  await client.put('/api/publisher/seller', { is_confidential: false });
  expect((await entryOf(owner))?.is_confidential).toBe(0);
  await client.put('/api/publisher/seller', { is_confidential: true });
  const { sellers } = (await (await readFile()).json()) as { sellers: { seller_id: string }[] };
  const own = sellers.find(({ seller_id }) => seller_id === publicId('user', owner.id));
  expect(own).not.toHaveProperty('name');
  expect((await entryOf(other))?.is_confidential).toBe(1);
});

it('a name is public only where there is one', async () => {
  await made();
  await sql`UPDATE app_user SET company_name = '  ', first_name = null, last_name = null WHERE id = ${owner.id}`.execute(
    test_.db,
  );
  const { status, body } = await client.put<ErrorBody>('/api/publisher/seller', { is_confidential: false });
  expect([status, body.code]).toEqual([409, 'NO_NAME']);
  expect((await entryOf(owner))?.is_confidential).toBe(1);
});

it('the file is for everybody and kept: the same again costs nothing', async () => {
  const answer1 = await readFile();
  const { version, contact_email } = (await answer1.json()) as SellersJson;
  expect([version, contact_email]).toEqual(['1.0', 'help@ads.example.net']);
  expect(answer1.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer1.headers.get('cache-control')).toBe('public, max-age=300');
  expect(answer1.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer1.headers.get('set-cookie')).toBeNull();
  const etag = answer1.headers.get('etag') ?? '';
  const again = await readFile({ 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await made('approved', await makePublisher(test_.db));
  // Kept for a minute, whatever happens meanwhile.
  expect((await readFile()).headers.get('etag')).toBe(etag);
  clock.advance(FILE_MS);
  expect((await readFile({ 'If-None-Match': etag })).status).toBe(200);
});

it('what the owner said is told to them, and forgotten with the account', async () => {
  const kept = () => feature.sellers.exportOf(owner.id, test_.db);
  expect(await kept()).toEqual({ sellers_json: null });
  await client.put('/api/publisher/seller', { is_confidential: true });
  expect(await kept()).toEqual({
    sellers_json: { is_confidential: true, changed_at: clock.now().toISOString() },
  });
  await test_.db.transaction().execute((trx) => feature.sellers.forget(trx, owner.id));
  expect(await kept()).toEqual({ sellers_json: null });
});
