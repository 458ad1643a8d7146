import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicId, serveAnswer } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createLog } from '../../platform/log';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';
import { until } from '../../testing/until';
import { insertCampaign, makeWorld, storedEvents, temporaryDir, type World } from './testWorld';

/** Whoever these are, nothing may remember them. */
const ADDRESSES = ['203.0.113.77', '2001:db8:77:77::77', '52.18.77.77'] as const;
const MARK = 'Zweizeilig/77.7.7';
const AGENT = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 ${MARK}`;
const ROBOT = `curl/8.0 ${MARK}`;
const NOBODYS_CLICK = '019aa3b4-2c00-7123-8456-0123456789ab';
/** As they may be written: whole, by their networks, as a number. */
const TRACES = [
  ...ADDRESSES,
  '203.0.113.',
  '2001:db8:77',
  '20010db800770077',
  String(203 * 2 ** 24 + 113 * 2 ** 8 + 77),
  'cb00714d',
  '52.18.77.',
  'Zweizeilig',
];

const sha256 = (text: string) => createHash('sha256').update(text).digest();

let app: WholeApp;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let banners: string;
let videos: string;
let goal: string;
/** Of the exchange that buys the same property. */
const seatKey = `rtb_${randomBytes(32).toString('base64url')}`;
/** By which the publisher's servers name their visitors. */
const serverKey = `psk_${randomBytes(32).toString('base64url')}`;
const lines: string[] = [];

beforeAll(async () => {
  data = await temporaryDir();
  const log = createLog({ production: true, level: 'debug', write: (line) => void lines.push(line) });
  app = await startWholeApp({ DATA_DIR: data.dir, NODE_ENV: 'production' }, log);
  world = await makeWorld(app.test.db);
  banners = publicId('zone', world.zoneId);
  videos = publicId('zone', await makeVideo());
  goal = publicId('conversionGoal', await makeGoal());
  const { db } = app.test;
  await db
    .updateTable('property')
    .set({ server_key_sha256: sha256(serverKey) })
    .where('id', '=', world.propertyId)
    .execute();
  await db
    .insertInto('rtb_seat')
    .values({
      property_id: world.propertyId,
      name: 'The exchange',
      key_sha256: sha256(seatKey),
    })
    .execute();
}, 120_000);
afterAll(async () => {
  await data.remove();
});

/** A goal that is reported by server and page. */
async function makeGoal(): Promise<number> {
  const goal = {
    name: 'Order',
    window_days: 30,
    duplicates: 'every',
    pixel: true,
    requires_key: false,
  } as const;
  const { id } = await app.test.db
    .insertInto('conversion_goal')
    .values({ ...goal, advertiser_id: world.advertiserId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A place for videos, and a video of another campaign. */
async function makeVideo(): Promise<number> {
  const { db } = app.test;
  const { creativeId } = await insertCampaign(db, world.advertiserId);
  await sql`UPDATE creative_asset a SET format = 'video', content_type = 'video/mp4', width = 1280, height = 720,
      parts = ${JSON.stringify({ duration_ms: 20_000, bitrate_kbps: 1_500 })}
    FROM creative c WHERE c.asset_id = a.id AND c.id = ${creativeId}`.execute(db);
  const place = { kind: 'video', name: 'Player', width: 640, height: 360 } as const;
  const { id } = await db
    .insertInto('zone')
    .values({ ...place, property_id: world.propertyId, floor_micros: 2_000_000n })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function ask(path: string, address: string, more: Record<string, string> = {}, init: RequestInit = {}) {
  const headers = {
    'User-Agent': AGENT,
    'X-Forwarded-For': address,
    Referer: 'https://news.example/',
    ...more,
  };
  return app.client().request(path, { ...init, headers });
}

/** Asks until the answer is there: a new zone or seat is known within seconds. */
const askUntil = (
  path: string,
  address: string,
  more: Record<string, string>,
  init: RequestInit,
  what: string,
) =>
  until(
    () => ask(path, address, more, init),
    ({ status, text }) => status === 200 && /token|<InLine>|seatbid/.test(text),
    what,
  );

async function candidateFor(address: string, more: Record<string, string> = {}) {
  const { body } = await askUntil(`/serve?zones=${banners}`, address, more, {}, 'an ad');
  const [candidate] = serveAnswer.parse(body).ads[0]?.candidates ?? [];
  if (!candidate) throw new Error('No ad');
  return candidate;
}

/** A path of ours that stands in a document or an answer. */
function pathIn(text: string, pattern: string): string {
  const [, path] = new RegExp(`http://localhost:8080(/${pattern}[^"\\]&]*)`).exec(text) ?? [];
  if (path === undefined) throw new Error(`There is no ${pattern}`);
  return path;
}

type Step = [path: string, status: number, more?: Record<string, string>, init?: RequestInit];
/** One after the other, each answered as it has to be. */
async function take(address: string, more: Record<string, string>, steps: readonly Step[]): Promise<void> {
  for (const [path, status, besides = {}, init = {}] of steps) {
    const answer = await ask(path, address, { ...more, ...besides }, init);
    expect([path, answer.status]).toEqual([path, status]);
  }
}
const POST: RequestInit = { method: 'POST', body: 'beacon' };

/** Everything a page's visitor can do to the server, the wrong things too. */
async function visit(address: string, more: Record<string, string> = {}): Promise<void> {
  const { impression, view, click, token } = await candidateFor(address, more);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await take(address, more, [
    [impression, 204, {}, POST],
    [view, 204, {}, POST],
  ]);
  const landed = await ask(click, address, more);
  expect(landed.status).toBe(302);
  const clickId = new URL(landed.headers.get('location') ?? '').searchParams.get('c') ?? '';
  // Who asks not to be followed brings no click to report.
  expect(clickId === '').toBe(more.DNT === '1');
  const reported = clickId === '' ? 422 : 200;
  const report = `click_id=${clickId}&value=1`;
  await take(address, more, [
    [impression, 204],
    [impression, 204, { 'User-Agent': ROBOT }],
    [click, 503, { 'Sec-Purpose': 'prefetch' }],
    [`/e/i/${token.slice(0, -2)}xx`, 400],
    ['/serve?zones=%FF', 400],
    ['/no/such/page', 404],
    ['/api/no-such-call', 404],
    // As a tracker sends it, which puts in what it knows of the visitor.
    [`/postback?goal=${goal}&tx=${clickId}-server&${report}&ip=${address}&ua=${MARK}`, reported],
    [`/pixel/${goal}.gif?tx=${clickId}-page&${report}`, reported],
    [`/pixel/${goal}.gif?tx=${clickId}-robot&${report}`, reported, { 'User-Agent': ROBOT }],
    [`/pixel/${goal}.gif?tx=${clickId}-early&${report}`, reported, { 'Sec-Purpose': 'prefetch' }],
    ['/postback?goal=nonsense', 422],
    ['/', 200],
  ]);
}

/** What a video player does. */
async function watch(address: string, more: Record<string, string> = {}): Promise<void> {
  const { text } = await askUntil(`/vast/${videos}`, address, more, {}, 'a video');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await take(address, more, [
    [pathIn(text, 'e/i/'), 204],
    [pathIn(text, 'e/v/'), 204],
    [pathIn(text, 'vast/e/start/'), 204],
    [pathIn(text, 'vast/e/error/'), 204],
    [pathIn(text, 'e/c/'), 302],
    [`/vast/e/start/${'A'.repeat(80)}`, 400],
    ['/vast/z_zzzzzz', 404],
    ['/vast/none?code=303', 204],
  ]);
}

/** What a publisher's server asks for a visitor of its own, whom it names. */
async function askFor(address: string): Promise<void> {
  const named = { 'X-Server-Key': serverKey, 'X-Device-IP': address, 'X-Device-User-Agent': AGENT };
  const { impression } = await candidateFor(ADDRESSES[2], named);
  await take(ADDRESSES[2], named, [
    [`/serve?zones=${banners}`, 403, { 'X-Server-Key': `${serverKey}x` }],
    [`/serve?zones=${banners}`, 400, { 'X-Device-IP': `${address}x` }],
    [impression, 204],
  ]);
}

/** What an exchange says of a visitor of its own, whose address and browser stand in the request. */
async function sell(address: string): Promise<void> {
  const ip = address.includes(':') ? { ipv6: address } : { ip: address };
  const imp = [{ id: '1', banner: { w: 300, h: 250 } }];
  const body = JSON.stringify({
    id: address,
    imp,
    at: 1,
    cur: ['USD'],
    device: { ua: AGENT, ...ip },
    site: {},
  });
  const more = { Authorization: `Bearer ${seatKey}`, 'Content-Type': 'application/json' };
  const { text } = await askUntil('/openrtb2/auction', address, more, { method: 'POST', body }, 'a bid');
  const [won, billed, lost] = ['win', 'bill', 'loss'].map((kind) => pathIn(text, `openrtb2/${kind}/`));
  await take(address, {}, [
    [won ?? '', 204],
    [billed ?? '', 204],
    [lost ?? '', 204],
    [`/openrtb2/win/${'A'.repeat(22)}/${'A'.repeat(80)}`, 400],
    ['/openrtb2/auction', 400, more, { method: 'POST', body: '{}' }],
    ['/openrtb2/auction', 405],
  ]);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Every row of every table of every schema of ours, as text. */
async function everyRow(): Promise<{ table: string; text: string }[]> {
  const { db } = app.test;
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`.execute(db);
  const rows: { table: string; text: string }[] = [];
  for (const { name } of tables.rows) {
    const found = await sql<{
      text: string;
    }>`SELECT whole::text AS text FROM ${sql.raw(name)} AS whole`.execute(db);
    rows.push(...found.rows.map(({ text }) => ({ table: name, text })));
  }
  return rows;
}

test('no address and no user agent stays anywhere: not in the journal or any file, not in a row, not in the log', async () => {
  await Promise.all([
    visit(ADDRESSES[0]),
    visit(ADDRESSES[1]),
    visit(ADDRESSES[0], { 'Sec-GPC': '1', DNT: '1' }),
    watch(ADDRESSES[0]),
    watch(ADDRESSES[1], { 'Sec-GPC': '1' }),
    askFor(ADDRESSES[1]),
    sell(ADDRESSES[0]),
    sell(ADDRESSES[1]),
  ]);
  // A data centre's: refused, and its event and its pixel kept.
  const { impression } = await candidateFor(ADDRESSES[0]);
  await take(ADDRESSES[2], {}, [
    [impression, 204],
    [`/serve?zones=${banners}`, 200],
    [`/vast/${videos}`, 200],
    [`/pixel/${goal}.gif?tx=1&click_id=${NOBODYS_CLICK}`, 200],
  ]);
  const events = () => storedEvents(app.test.db, world.campaignId);
  await until(events, ({ length }) => length === 10, 'ten events');
  const { db } = app.test;
  const notices = () => db.selectFrom('rtb_notice').select('kind').orderBy('kind').execute();
  await until(notices, ({ length }) => length === 6, 'six notices');
  await until(
    () => db.selectFrom('video_hourly').select('event').execute(),
    ({ length }) => length > 0,
    'how videos were watched',
  );
  const logged = () => db.selectFrom('postback_log').select('id').execute();
  await until(logged, ({ length }) => length >= 13, 'the log of postbacks');
  const { rows: verdicts } = await sql<{ verdict: string; times: number }>`
    SELECT verdict, count(*)::int AS times FROM conversion GROUP BY verdict ORDER BY verdict`.execute(db);
  expect(verdicts.filter(({ verdict }) => !/attributed|waiting/.test(verdict))).toEqual([
    { verdict: 'bot', times: 2 },
    { verdict: 'data-centre', times: 1 },
    { verdict: 'prefetch', times: 2 },
  ]);
  expect(verdicts.reduce((sum, { times }) => sum + times, 0)).toBe(9);

  const rows = await everyRow();
  const tables = new Set(rows.map(({ table }) => table));
  for (const table of [
    'conversion',
    'postback_log',
    'rtb_notice',
    'video_hourly',
    'invalid_hourly',
    'rollup_hourly',
  ])
    expect([table, tables.has(`public.${table}`)]).toEqual([table, true]);
  const holds = (text: string) => TRACES.some((trace) => text.toLowerCase().includes(trace.toLowerCase()));
  expect(rows.filter(({ text }) => holds(text))).toEqual([]);

  const files = await filesBelow(data.dir);
  expect(files.some((file) => file.includes('journal'))).toBe(true);
  for (const file of files) {
    const bytes = await readFile(file);
    expect([file, holds(bytes.toString('latin1'))]).toEqual([file, false]);
    expect([file, bytes.includes(Buffer.from([203, 0, 113, 77]))]).toEqual([file, false]);
    expect([file, bytes.includes(Buffer.from('20010db800770077', 'hex'))]).toEqual([file, false]);
  }

  await app.close();
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter(holds)).toEqual([]);
});
