import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_KINDS, publicId, serveAnswer } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { verify } from '../ledger';
import { decodePayload, PAYLOAD_BYTES } from './hot/token';
import { BROWSER, makeWorld, temporaryDir, type World } from './testWorld';

const KILLS = 10;
const FLOWING_MS = 700;
const VISITORS = 8;

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
const secret = randomBytes(32).toString('hex');
/** `kind/decision` of every event that was answered. */
const answered = new Set<string>();
let answers = 0;

beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  world = await makeWorld(test_.db, { cashMicros: 100_000_000_000n, dailyBudgetMicros: 1_000_000_000 });
});
afterAll(async () => {
  await test_.drop();
  await data.remove();
});

async function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(__dirname, 'crashChild.ts'), [JSON.stringify(test_.connection), data.dir, secret], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, port: message.port };
}

function ask(agent: Agent, port: number, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': BROWSER, 'x-forwarded-for': '85.214.132.117' };
    const call = request({ host: '127.0.0.1', port, path, agent, headers }, (res) => {
      let text = '';
      res.on('data', (part) => {
        text += part;
      });
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
      res.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}

const decisionOf = (token: string) =>
  decodePayload(Buffer.from(token, 'base64url').subarray(0, PAYLOAD_BYTES)).decisionId;

/** Ad after ad until the server is gone; some events are sent twice, as browsers do. */
async function visit(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      const { text } = await ask(agent, port, `/serve?zones=${publicId('zone', world.zoneId)}`);
      const [ad] = serveAnswer.parse(JSON.parse(text)).ads;
      const [candidate] = ad?.candidates ?? [];
      if (!candidate) throw new Error(`no ad: ${ad?.reason}`);
      const events: [keyof typeof EVENT_KINDS, string, number][] = [
        ['impression', candidate.impression, 204],
        ['impression', candidate.impression, 204],
        ['viewable', candidate.view, 204],
        ['click', candidate.click, 302],
      ];
      for (const [kind, path, expected] of events) {
        const { status } = await ask(agent, port, path);
        if (status !== expected) throw new Error(`${path} answered ${status}`);
        answered.add(`${EVENT_KINDS[kind]}/${decisionOf(candidate.token)}`);
        answers += 1;
      }
    }
  } finally {
    agent.destroy();
  }
}

test('kill -9, ten times while events flow: every answered event is stored and billed exactly once', async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, port } = await startServer();
    const visits = Array.from({ length: VISITORS }, () => visit(port).catch((error: unknown) => error));
    await pause(FLOWING_MS);
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const error of await Promise.all(visits))
      expect(String(error)).toMatch(/ECONNRE|socket hang up|ECONNREFUSED|aborted/);
  }
  const { child } = await startServer();
  child.send('drain');
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const { rows } = await sql<{
    kind: number;
    decision_id: string;
    invalid_reason: number;
    price_micros: bigint;
  }>`
    SELECT kind, decision_id, invalid_reason, price_micros FROM ad_event`.execute(test_.db);
  const stored = rows.map((row) => `${row.kind}/${row.decision_id}`);
  expect(answers).toBeGreaterThan(1_000);
  expect(new Set(stored).size).toBe(stored.length);
  const known = new Set(stored);
  expect([...answered].filter((key) => !known.has(key))).toEqual([]);
  // All of them count: nothing was taken for a repetition or a click without its impression.
  expect(rows.filter((row) => row.invalid_reason !== 0)).toEqual([]);
  const impressions = rows.filter((row) => row.kind === EVENT_KINDS.impression);
  expect(impressions.every((row) => row.price_micros === 2_000n)).toBe(true);
  const verification = await verify(test_.db);
  expect(verification.differences).toEqual([]);
}, 180_000);
