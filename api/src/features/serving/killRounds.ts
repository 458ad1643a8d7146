import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_KINDS, publicId, serveAnswer } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Connection, Db } from '../../platform/db';
import { verify } from '../ledger';
import { decodePayload, PAYLOAD_BYTES } from './hot/token';
import { BROWSER, type World } from './testWorld';

const VISITORS = 8;
/** Of the kills: those that hit a server while it starts and applies what its predecessor left. */
const EARLY_SHARE = 0.2;
/** What an impression costs in a world of one bidder: a thousandth of the floor. */
const IMPRESSION_MICROS = 2_000n;

export interface KillOptions {
  db: Db;
  connection: Connection;
  dataDir: string;
  world: World;
  /** `crashChild.ts`, the server that is killed, or what it was compiled to. */
  childFile: string;
  kills: number;
  /** Visits flow for a random time up to this before a kill. */
  longestMs: number;
  /** Ends the kills early, after the round that is under way. */
  isOver?: () => boolean;
}

export interface KillResult {
  kills: number;
  /** Events that were answered. */
  answered: number;
  stored: number;
  /** Answered and not stored. */
  lost: number;
  /** Stored twice, billed at another price than once the zone's, or billed without counting. */
  doubleBilled: number;
  /** Differences that the verifications of the ledger found, all together. */
  ledgerDifferences: number;
  /** Kills after which the ledger was verified as they had left it: all of them. */
  verifications: number;
  /** Of the kills, those that hit a server while it applied what its predecessor had left. */
  earlyKills: number;
  /** Times a server had applied all that was left, everything was compared and the ledger was verified once more. */
  comparisons: number;
  /** Refusals, errors and ends that no kill explains; the first few. */
  surprises: string[];
}

interface Visit {
  port: number;
  zoneId: number;
  /** `kind/decision` of every event that was answered. */
  answered: Set<string>;
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
async function visit({ port, zoneId, answered }: Visit): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      const { text } = await ask(agent, port, `/serve?zones=${publicId('zone', zoneId)}`);
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
      }
    }
  } finally {
    agent.destroy();
  }
}

/** How the end of the server shows to a visitor. */
const OF_THE_KILL = /ECONNRE|socket hang up|ECONNREFUSED|aborted/;

async function findStored(db: Db): Promise<Map<string, { reason: number; micros: bigint }>> {
  const { rows } = await sql<{ kind: number; id: string; reason: number; micros: bigint }>`
    SELECT kind, decision_id AS id, invalid_reason AS reason, price_micros AS micros FROM ad_event`.execute(
    db,
  );
  const stored = new Map(rows.map(({ kind, id, ...row }) => [`${kind}/${id}`, row]));
  if (stored.size !== rows.length) throw new Error('An event is stored twice');
  return stored;
}

async function verifyLedger(db: Db, result: KillResult): Promise<void> {
  result.ledgerDifferences += (await verify(db)).differenceCount;
}

/** Compares what was answered with what is stored, and the books with both, once all of it is applied. */
async function compare(db: Db, answered: ReadonlySet<string>, result: KillResult): Promise<void> {
  const stored = await findStored(db);
  result.answered = answered.size;
  result.stored = stored.size;
  result.lost = [...answered].filter((key) => !stored.has(key)).length;
  const isWrong = ([key, { reason, micros }]: [string, { reason: number; micros: bigint }]) =>
    reason !== 0 || micros !== (key.startsWith(`${EVENT_KINDS.impression}/`) ? IMPRESSION_MICROS : 0n);
  result.doubleBilled = [...stored].filter(isWrong).length;
  await verifyLedger(db, result);
  result.comparisons += 1;
}

/** A server of its own process. Whatever is asked of one that has ended is refused, never waited for. */
class Server {
  private readonly ended: Promise<string>;
  private isOver = false;

  constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => {
      const end = (how: string) => {
        this.isOver = true;
        resolve(how);
      };
      child.once('exit', (code, signal) => end(`The server ended with ${code ?? signal}`));
      child.once('error', (error) => end(String(error)));
    });
  }

  /** Its port, as soon as it answers. */
  async port(): Promise<number> {
    return ((await this.hear()) as { port: number }).port;
  }

  /** Everything that was journaled before is in the database then. */
  async drain(): Promise<void> {
    // That it has ended is heard below.
    this.child.send('drain', () => {});
    await this.hear();
  }

  /** Answers how it had ended if it was gone before. */
  async kill(): Promise<string | null> {
    if (this.isOver) return this.ended;
    this.child.kill('SIGKILL');
    await this.ended;
    return null;
  }

  private async hear(): Promise<unknown> {
    const message = new Promise<unknown>((resolve) => this.child.once('message', resolve));
    const gone = this.ended.then((how) => {
      throw new Error(how);
    });
    return Promise.race([message, gone]);
  }
}

/**
 * Kills the ad server with -9 at random moments, again and again, while visitors are answered, on one database and one
 * journal. The ledger is verified after every kill, as it was left. Then the next server applies what is left, and
 * everything is compared; some are killed while they do, and the one after them applies the rest.
 */
export async function runKills(options: KillOptions): Promise<KillResult> {
  const { db, connection, dataDir, world, childFile, kills, longestMs, isOver } = options;
  const secret = randomBytes(32).toString('hex');
  const answered = new Set<string>();
  const result: KillResult = {
    kills: 0,
    answered: 0,
    stored: 0,
    lost: 0,
    doubleBilled: 0,
    ledgerDifferences: 0,
    verifications: 0,
    earlyKills: 0,
    comparisons: 0,
    surprises: [],
  };
  const running = new Set<Server>();
  const note = (surprise: string) => result.surprises.length < 5 && result.surprises.push(surprise);

  function start(): Server {
    const server = new Server(
      fork(childFile, [JSON.stringify(connection), dataDir, secret], {
        execArgv: childFile.endsWith('.ts') ? ['--import', 'tsx'] : [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    running.add(server);
    return server;
  }

  async function killAndVerify(server: Server): Promise<void> {
    const end = await server.kill();
    running.delete(server);
    if (end !== null) note(`${end} before it was killed`);
    result.kills += 1;
    await verifyLedger(db, result);
    result.verifications += 1;
  }

  async function visitUntilKilled(server: Server, port: number): Promise<void> {
    const visits = Array.from({ length: VISITORS }, () =>
      visit({ port, zoneId: world.zoneId, answered }).catch((error: unknown) => String(error)),
    );
    await pause(Math.random() * longestMs);
    await killAndVerify(server);
    for (const end of await Promise.all(visits)) if (!OF_THE_KILL.test(String(end))) note(String(end));
  }

  try {
    for (;;) {
      const startedMs = performance.now();
      const server = start();
      const port = await server.port();
      await server.drain();
      const startMs = performance.now() - startedMs;
      if (result.kills > 0) await compare(db, answered, result);
      if (result.kills >= kills || isOver?.()) return result;
      await visitUntilKilled(server, port);
      if (result.kills < kills && Math.random() < EARLY_SHARE) {
        const early = start();
        // From its first moment to when it would have applied everything.
        await pause(Math.random() * startMs);
        await killAndVerify(early);
        result.earlyKills += 1;
      }
    }
  } finally {
    await Promise.all([...running].map((server) => server.kill()));
  }
}
