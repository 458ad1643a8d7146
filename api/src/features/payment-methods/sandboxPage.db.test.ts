import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createLog } from '../../platform/log';
import { makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { createVisitor, GOOD } from '../../testing/sandboxVisitor';
import { openPayments, PATH, type PaymentsWorld } from './testPayments';

const lines: string[] = [];
let world: PaymentsWorld;
let client: TestClient;

beforeAll(async () => {
  world = await openPayments({
    log: createLog({ production: true, level: 'debug', write: (line: string) => lines.push(line) }),
  });
  client = await world.signedIn(await makeAdvertiser(world.test.db));
});
afterAll(() => world.close());

test('the page shows the form and the test cards, and nobody frames, keeps or scripts it', async () => {
  const { url } = await world.begin(client);
  const { status, text, headers } = await world.visitor.open(url);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Add a card</h1>');
  for (const number of ['4242 4242 4242 4242', '5555 5555 5555 4444', '4000 0000 0000 0002'])
    expect(text).toContain(number);
  expect(text).not.toContain('<script');
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('Set-Cookie')).toBeNull();
});

test('it speaks the language of who asks, with accounts for publishers', async () => {
  const publisher = await world.signedIn(await makePublisher(world.test.db));
  const { url } = await world.begin(publisher);
  const { text, headers } = await createVisitor(world.app.url, 'de-AT,en;q=0.5').open(url);
  expect(headers.get('Content-Language')).toBe('de');
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('<h1>Bankkonto hinzufügen</h1>');
  expect(text).toContain('DE89 3704 0044 0532 0130 00');
});

test('what is wrong is said at its field; numbers are not given back', async () => {
  const { url } = await world.begin(client);
  const { status, text } = await world.visitor.enter(url, {
    number: '4242424242424241',
    expiry: '01/20"><b>',
    code: '987',
  });
  expect(status).toBe(422);
  expect(text).toContain('<p class="error" id="number-error">A digit of the number is wrong</p>');
  expect(text).toContain('aria-describedby="expiry-error"');
  expect(text).toContain('01/20&quot;&gt;');
  expect(text).not.toContain('4242424242424241');
  expect(text).not.toContain('987');
});

test('what is no form of the page is not read as one', async () => {
  const { url } = await world.begin(client);
  const answer = await fetch(`${world.app.url}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(GOOD.card),
  });
  expect(answer.status).toBe(415);
});

test('a form works once, and the newest alone', async () => {
  const { id, url } = await world.begin(client);
  const older = world.visitor.formOf(await world.visitor.open(url));
  const newer = world.visitor.formOf(await world.visitor.open(url));
  const stale = await world.visitor.send(url, older, GOOD.card);
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('role="alert"');
  // The stale one got a new form, so that the one before it is over, too.
  expect((await world.visitor.send(url, newer, GOOD.card)).status).toBe(409);
  expect((await world.visitor.send(url, '', GOOD.card)).status).toBe(409);
  const form = world.visitor.formOf(await world.visitor.open(url));
  const answers = await Promise.all([
    world.visitor.send(url, form, GOOD.card),
    world.visitor.send(url, form, { action: 'cancel' }),
  ]);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  const over = await world.visitor.open(url);
  expect(over.status).toBe(410);
  expect(over.text).toContain(`href="http://ads.test/settings/payment-methods?setup=${id}"`);
});

test('a visit that is over, expired or unknown takes nothing', async () => {
  const unknown = `http://ads.test/gateway/sandbox/setup/${randomUUID()}`;
  expect((await world.visitor.open(unknown)).status).toBe(404);
  expect((await world.visitor.open('http://ads.test/gateway/sandbox/setup/x')).status).toBe(404);
  expect((await world.visitor.send(unknown, 'x', GOOD.card)).status).toBe(404);
  const { url } = await world.begin(client);
  const form = world.visitor.formOf(await world.visitor.open(url));
  world.clock.advance(31 * 60_000);
  const late = await world.visitor.send(url, form, GOOD.card);
  expect(late.status).toBe(410);
  expect(late.text).toContain('This visit took too long');
});

const CODE = '9371';
/** Not within a longer number: times and ids hold every four digits once in a while. */
const SAID = new RegExp(`(?<![0-9a-f.-])${CODE}(?![0-9a-f-])`);

test('no card number reaches the log or the database', async () => {
  const { id, url } = await world.begin(client);
  const number = '5555555555554444';
  await world.visitor.enter(url, { number, expiry: '02/31', code: CODE });
  await world.visitor.enter(url, { number: '5555 5555 5555 4444', expiry: '02/31', code: '937' });
  await client.post(PATH, { setup: id });
  const { rows: tables } = await world.test.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    // The app's role may not read what it never touches.
    const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.raw(name)} t`.execute(
      world.test.owner,
    );
    const text = rows.map((row) => row.text).join('\n');
    expect(text.replaceAll(/[ -]/g, '')).not.toContain(number);
    expect(text).not.toMatch(SAID);
  }
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join('\n').replaceAll(' ', '')).not.toContain(number);
  expect(lines.join('\n')).not.toMatch(SAID);
});

test('in production, or when it is not asked for, there is no sandbox', async () => {
  for (const options of [{ production: true }, { sandbox: false }]) {
    const other = await openPayments(options);
    try {
      const advertiser = await other.signedIn(await makeAdvertiser(other.test.db));
      expect((await advertiser.get(PATH)).body).toMatchObject({ gateways: [] });
      advertiser.setHeader('Idempotency-Key', 'key');
      expect((await advertiser.post(`${PATH}/setups`, { gateway: 'sandbox' })).status).toBe(422);
      expect((await fetch(`${other.app.url}/gateway/sandbox/setup/${randomUUID()}`)).status).toBe(404);
    } finally {
      await other.close();
    }
  }
});
