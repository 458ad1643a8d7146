/**
 * Whether ads are served while strangers send the worst that each route takes: the whole server, built as it is for
 * people, with 10,000 campaigns; ads asked for at a steady pace. The reference is the same pace without strangers, in the
 * same run. Then connections that strangers hold.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicId } from '@ezdash/contracts';
import { apiConfig, compile, rootDir } from '@ezdash/remote-kit/build';
import { sql } from 'kysely';
import { deposit } from '../../../api/src/features/ledger';
import { type Db, openDb } from '../../../api/src/platform/db';
import type { DatabaseRoles } from '../../../api/src/startup/prepareDatabase';
import { databaseUrl } from '../../../api/src/testing/databaseUrl';
import { makeMarket } from '../database/makeMarket';
import { withDatabase } from '../database/withDatabase';
import { quantile } from '../federation/measure';
import { hear } from '../serve/children';
import { openAccount } from './account';
import type { FromAds, FromAttack, FromServer, TakingRoute, ToAds, ToAttack } from './messages';
import { measureSockets } from './sockets';
import { worstBodies } from './worstBodies';
import { WORST_FILES } from './worstFiles';

const PER_SECOND = 300;
const ALONE_MS = 10_000;
const ROUND_MS = 10_000;
/** JSON is the same parser everywhere: a short look at each route, and a long one at those that stand out. */
const LOOK_MS = 1_500;
const STANDS_OUT = 2;
const BEFORE_MS = 5_000;
const GOAL = 3;
/** Rounds of a route that is over the goal in the first: what the machine does meanwhile falls on both sides of the ratio. */
const MOST_ROUNDS = 5;
const WARM_UP_MS = 10_000;
const CASH_MICROS = 1_000_000_000_000n;
const MARKET = {
  advertisers: 500,
  campaigns: 10_000,
  creativesPerCampaign: 2,
  publishers: 200,
  properties: 500,
  zones: 2_000,
};
const WAYS = 64;
/** Only for a look at some of the routes. */
const ONLY = process.env.BENCH_ROUTES ? new RegExp(process.env.BENCH_ROUTES) : null;
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 5_000);

interface Suffered extends Pick<FromAds, 'latencies' | 'unanswered' | 'leftOut'> {
  statuses: FromAttack['statuses'];
}

interface Figure extends Omit<Suffered, 'latencies'> {
  p99Ms: number;
  ratio: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

async function compileParts(): Promise<(name: 'server' | 'ads' | 'attack') => string> {
  // Within the api, so that its own packages are found and not another's.
  const outDir = path.join(rootDir, 'api/node_modules/.cache/ezdash-bench-strangers');
  const config = apiConfig({ folder: import.meta.dirname, outDir });
  const worker = path.join(rootDir, 'api/src/worker.ts');
  await compile({
    ...config,
    entry: { server: './server.ts', worker, ads: './ads.ts', attack: './attack.ts' },
  });
  return (name) => path.join(outDir, `${name}.mjs`);
}

/** More open files than shells allow by default; where that may not be, what there is. */
const RAISED = 'ulimit -n 65535 2>/dev/null || ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"';
const start = (file: string, env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn('sh', ['-c', RAISED, process.execPath, file], {
    // Bodies are sent as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });

async function fillMarket(db: Db): Promise<string[]> {
  await makeMarket(db, MARKET);
  await sql`UPDATE property SET state = 'approved'`.execute(db);
  for (const table of ['app_user', 'campaign', 'property', 'zone', 'creative', 'creative_asset'])
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), 1000000)`.execute(db);
  const occurredAt = new Date();
  for (let advertiserId = 1; advertiserId <= MARKET.advertisers; advertiserId += 1)
    await deposit(db, {
      advertiserId,
      amountMicros: CASH_MICROS,
      reference: `bench-${advertiserId}`,
      occurredAt,
    });
  return Array.from({ length: WAYS }, (_, at) => {
    const zone = 1 + ((at * 31) % MARKET.zones);
    return `/serve?zones=${publicId('zone', zone)},${publicId('zone', zone + 1)}&kw=news`;
  });
}

const p99 = ({ latencies }: Pick<FromAds, 'latencies'>) => quantile(latencies, 0.99);

/** Several rounds as one long one. */
function together<T extends Pick<FromAds, 'latencies' | 'unanswered' | 'leftOut'>>(rounds: readonly T[]): T {
  const last = rounds.at(-1);
  if (!last) throw new Error('Nothing was measured');
  return {
    ...last,
    latencies: rounds.flatMap(({ latencies }) => latencies),
    unanswered: rounds.reduce((sum, { unanswered }) => sum + unanswered, 0),
    leftOut: rounds.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

function createMeasures(
  db: Db,
  port: number,
  paths: string[],
  children: Record<'ads' | 'attack', ChildProcess>,
) {
  const ask = async (durationMs: number): Promise<FromAds> => {
    const order: ToAds = { port, durationMs, perSecond: PER_SECOND, paths };
    children.ads.send(order);
    const told = await hear<FromAds>(children.ads);
    if (told.leftOut > told.latencies.length) throw new Error('The machine stood still for most of a round');
    return told;
  };
  return {
    ask,
    /** One free account sends the route's worst, again and again, while ads are asked for. */
    async suffer(route: TakingRoute, durationMs: number): Promise<Suffered> {
      const call = await openAccount(db, `http://127.0.0.1:${port}`, route);
      const { method } = route;
      const files = WORST_FILES[`${method} ${route.path}`];
      if (route.takesBytes && !files) throw new Error(`There is no worst input for ${method} ${route.path}`);
      const calls = files
        ? files.map(({ type, query, body }) => call(method, type, body, query))
        : worstBodies(route.schema ?? {}).map((body) => call(method, 'application/json', Buffer.from(body)));
      const order: ToAttack = { port, durationMs, calls };
      children.attack.send(order);
      const asked = ask(durationMs);
      const { statuses } = await hear<FromAttack>(children.attack);
      return { ...(await asked), statuses };
    },
  };
}

async function measureAds(
  db: Db,
  { port, routes }: FromServer,
  paths: string[],
  children: Record<'ads' | 'attack', ChildProcess>,
) {
  const { ask, suffer } = createMeasures(db, port, paths, children);
  const judge = (
    { method, path }: TakingRoute,
    meanwhile: Suffered,
    before: Pick<FromAds, 'latencies'>,
  ): Figure => {
    const { latencies, ...told } = meanwhile;
    const p99Ms = round(p99({ latencies }));
    const figure = { p99Ms, ratio: round(p99Ms / p99(before)), ...told };
    console.error(`${method} ${path}: ${JSON.stringify(figure)}`);
    return figure;
  };
  await ask(WARM_UP_MS);
  const alone: FromAds[] = [];
  const askAlone = async (durationMs: number) => {
    const told = await ask(durationMs);
    if (told.filled < told.latencies.length / 2) throw new Error('Fewer than half of the requests got an ad');
    alone.push(told);
    return told;
  };
  /** Against what was asked just before; over the goal again, and then all rounds against all that was asked before them. */
  async function measureRoute(route: TakingRoute): Promise<Figure> {
    const before: FromAds[] = [];
    const rounds: Suffered[] = [];
    for (;;) {
      before.push(await askAlone(BEFORE_MS));
      rounds.push(await suffer(route, ROUND_MS));
      const figure = judge(route, together(rounds), together(before));
      if (figure.ratio <= GOAL || rounds.length === MOST_ROUNDS) return figure;
    }
  }
  const first = await askAlone(ALONE_MS);
  const figures: Record<string, Figure> = {};
  for (const route of routes.filter((each) => ONLY?.test(`${each.method} ${each.path}`) ?? true)) {
    const looked = route.takesBytes ? null : judge(route, await suffer(route, LOOK_MS), first);
    const figure = looked && looked.ratio < STANDS_OUT ? looked : await measureRoute(route);
    figures[`${route.method} ${route.path}`] = figure;
  }
  return { alone, figures };
}

async function measure(roles: DatabaseRoles, folder: string) {
  const open = openDb(roles.owner, { statementTimeoutMs: 0 });
  const fileOf = await compileParts();
  const children: ChildProcess[] = [];
  const begin = (...given: Parameters<typeof start>) => {
    const child = start(...given);
    children.push(child);
    return child;
  };
  try {
    const paths = await fillMarket(open.db);
    const server = begin(fileOf('server'), {
      ...{
        DATA_DIR: folder,
        DEMO: '0',
        HOST: '127.0.0.1',
        TRUST_PROXY: 'loopback',
        APP_URL: 'http://localhost:8080',
      },
      DATABASE_URL: databaseUrl(roles.connection),
      MIGRATIONS_DATABASE_URL: databaseUrl(roles.owner),
      CREATIVES_URL: 'http://creatives.localhost:8080',
      CREATIVES_PORT: '0',
    });
    const listening = await hear<FromServer>(server);
    const strangers = { ads: begin(fileOf('ads')), attack: begin(fileOf('attack')) };
    const ads = await measureAds(open.db, listening, paths, strangers);
    const sockets = SOCKETS > 0 ? await measureSockets(`http://127.0.0.1:${listening.port}`, SOCKETS) : null;
    return { ...ads, sockets };
  } finally {
    for (const child of children) child.kill();
    await open.db.destroy();
  }
}

/** `BENCH_ROUTES` (a pattern), `BENCH_SOCKETS` (5,000 of each kind, 0 for none). */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-strangers-'));
  try {
    const { alone, figures, sockets } = await withDatabase((roles) => measure(roles, folder));
    const byRatio = Object.entries(figures).sort(([, a], [, b]) => b.ratio - a.ratio);
    const [worst] = byRatio;
    const aloneMs = alone.map(p99).sort((a, b) => a - b);
    const rounds = [...alone, ...Object.values(figures)];
    const unanswered = rounds.reduce((sum, each) => sum + each.unanswered, 0);
    return {
      metrics: {
        ad_p99_ratio_worst: worst?.[1].ratio ?? 0,
        ads_unanswered: unanswered,
        ...(sockets && { sockets_left: sockets.socketsLeft }),
        ad_p99_alone_ms: round(aloneMs[aloneMs.length >> 1] ?? Number.NaN),
        ads_per_s: PER_SECOND,
        routes: byRatio.length,
        sockets_of_a_kind: SOCKETS,
        ...Object.fromEntries(byRatio.map(([name, { ratio }]) => [`ratio ${name}`, ratio])),
      },
      notes: [
        `Worst: ${worst?.[0]}, answered ${JSON.stringify(worst?.[1].statuses)}`,
        `The whole server with ${MARKET.campaigns} campaigns; ${PER_SECOND} requests a second for two zones each, measured from when each was due. p99 meanwhile to p99 before, in the same run.`,
        `For each route a new free account at an address of its own, eight calls at a time: ${ROUND_MS / 1_000} s where bytes are taken; JSON of every field too long, too many, too deep for ${LOOK_MS / 1_000} s, and for ${ROUND_MS / 1_000} s where that gave ${STANDS_OUT} or more. The rounds of ${ROUND_MS / 1_000} s against ${BEFORE_MS / 1_000} s just before each; over ${GOAL}, up to ${MOST_ROUNDS} of them, all together against all before them`,
        `Left out: ${rounds.reduce((sum, { leftOut }) => sum + leftOut, 0)} requests that were under way while the machine itself stood still for more than 10 ms, as the asking process knows, which comes before all others`,
        ...(sockets ? [`sockets_left: of ${SOCKETS} of each kind, ${JSON.stringify(sockets.byKind)}`] : []),
        'Goal: ad_p99_ratio_worst at most 3, ads_unanswered 0, sockets_left 0',
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
