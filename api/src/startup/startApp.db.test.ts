import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Router } from 'express';
import { type Config, readConfig } from '../config';
import { systemClock } from '../platform/clock';
import { createClient } from '../platform/db';
import { type Log, silentLog } from '../platform/log';
import { createTestDb, databaseUrl, type TestDb } from '../testing';
import { until } from '../testing/until';
import { startSentence } from './StartError';
import { type AppContext, type Features, type RunningApp, startApp } from './startApp';

let test: TestDb;
let folder: string;
let config: Config;
const running: RunningApp[] = [];

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-start-'));
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(test.connection),
    MIGRATIONS_DATABASE_URL: databaseUrl(test.ownerConnection),
    HOST: '127.0.0.1',
  };
  config = { ...readConfig(env), port: 0 };
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe: Server = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const stopped: string[] = [];
function wire({ onStop }: AppContext): Features {
  stopped.length = 0;
  onStop('first', () => void stopped.push('first'));
  onStop('second', () => void stopped.push('second'));
  const router = Router();
  router.get('/slow', (_req, res) => void setTimeout(() => res.send('at last'), 300));
  return { mounts: [{ path: '/work', router, session: false }], loadUser: async () => null };
}

async function start(changes: Partial<Config> = {}, wiring: (context: AppContext) => Features = wire) {
  const app = await startApp({ config: { ...config, ...changes }, log: silentLog, wire: wiring });
  running.push(app);
  return { ...app, url: `http://127.0.0.1:${app.port}` };
}

/** The sentence the operator gets. */
const sentence = (changes: Partial<Config> = {}, wiring?: (context: AppContext) => Features) =>
  start(changes, wiring).then(
    () => 'it started',
    (error: unknown) => startSentence(error),
  );

it('serves until it is stopped: open calls end, features stop backwards, the database last', async () => {
  const app = await start({}, (context) => ({
    ...wire(context),
    ...{ handle: (req, res) => req.url === '/serve' && Boolean(res.end('fast')) },
  }));
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${app.url}/serve`)).text()).toBe('fast');
  const slow = fetch(`${app.url}/work/slow`).then((answer) => answer.text());
  await new Promise((resolve) => setTimeout(resolve, 50));
  await app.stop();
  expect(await slow).toBe('at last');
  expect(stopped).toEqual(['second', 'first']);
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow();
});

it('is not ready when the features say so, and says why', async () => {
  const app = await start({}, (context) => ({
    ...wire(context),
    problems: async () => ({ journal: 'the disk is full' }),
  }));
  const answer = await fetch(`${app.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    status: 'not ready',
    problems: { journal: 'the disk is full' },
  });
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

it('asks once for all who ask at once whether it is ready', async () => {
  let arrived = 0;
  let asked = 0;
  let answer = () => {};
  const app = await start({}, (context) => ({
    ...wire(context),
    handle: ({ url }) => {
      if (url === '/readyz') arrived += 1;
      return false;
    },
    problems: () =>
      new Promise((resolve) => {
        asked += 1;
        answer = () => resolve({});
      }),
  }));
  const calls = Array.from({ length: 20 }, () => fetch(`${app.url}/readyz`));
  await until(async () => arrived === 20 && asked === 1, Boolean, 'The last call');
  answer();
  const [first] = await Promise.all(calls);
  expect([first?.status, asked]).toEqual([200, 1]);
});

it('keeps DATA_DIR to itself, and says when its Node.js has no support any more', async () => {
  const warn = jest.fn();
  chmodSync(folder, 0o755);
  const clock = { ...systemClock, now: () => new Date('2040-01-01') };
  const log = Object.assign(Object.create(silentLog), { warn }) as Log;
  const app = await startApp({ config, log, clock, wire });
  running.push(app);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const sentence = expect.stringContaining('Support for Node.js');
  expect(warn).toHaveBeenCalledWith({ event: 'config.warning', name: 'node' }, sentence);
  const ready = await fetch(`http://127.0.0.1:${app.port}/readyz`);
  expect(await ready.json()).toMatchObject({ warnings: { node: sentence } });
});

it('prepares before anybody can call', async () => {
  let reachable: boolean | undefined;
  const port = await freePort();
  await start({ port, creatives: { ...config.creatives, port: await freePort() } }, (context) => ({
    ...wire(context),
    prepare: async () => {
      reachable = await fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      );
    },
  }));
  expect(reachable).toBe(false);
});

it('stops what it had started when something fails', async () => {
  const failing = start({}, (context) => ({
    ...wire(context),
    prepare: async () => {
      throw new Error('no seed');
    },
  }));
  await expect(failing).rejects.toThrow('no seed');
  expect(stopped).toEqual(['second', 'first']);
  await start();
});

describe('the creatives’ host', () => {
  const answers = (req: IncomingMessage, res: ServerResponse) => void res.end(`creatives ${req.url}`);
  const withCreatives = (context: AppContext): Features => ({
    ...wire(context),
    creatives: { isAddressed: (req) => req.headers.host === 'files.example', handle: answers },
    handle: (req, res) => req.url === '/serve' && Boolean(res.end('fast')),
    upgrade: (_, socket) => Boolean(socket.end('HTTP/1.1 101 Taken\r\n\r\n')),
  });
  /** The status line, as a client hears it that asks for anything at all. */
  const ask = (port: number, head: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.write(`${head}\r\n\r\n`);
    });

  it('is on a port of its own, where nothing of the app answers', async () => {
    const [port, own] = [await freePort(), await freePort()];
    const app = await start({ port, creatives: { ...config.creatives, port: own } }, withCreatives);
    for (const path of ['/', '/healthz', '/readyz', '/metrics', '/serve', '/work/slow', '/api/auth/me']) {
      const answer = await fetch(`http://127.0.0.1:${own}${path}`);
      expect([await answer.text(), answer.headers.get('set-cookie')]).toEqual([`creatives ${path}`, null]);
    }
    expect(await (await fetch(`${app.url}/serve`)).text()).toBe('fast');
    await app.stop();
    await expect(fetch(`http://127.0.0.1:${own}/`)).rejects.toThrow();
  });

  it('is on the app’s port by its name, web sockets too', async () => {
    const app = await start({}, withCreatives);
    for (const path of ['/serve', '/work/slow', '/healthz'])
      expect(
        await ask(app.port, `GET ${path} HTTP/1.1\r\nHost: files.example\r\nConnection: close`),
      ).toContain(`creatives ${path}`);
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket';
    expect(await ask(app.port, `GET /app/k HTTP/1.1\r\nHost: files.example\r\n${upgrade}`)).toMatch(
      /^HTTP\/1.1 404/,
    );
    expect(await ask(app.port, `GET /app/k HTTP/1.1\r\nHost: ads.example\r\n${upgrade}`)).toMatch(
      /^HTTP\/1.1 101/,
    );
  });
});

describe('says in one sentence', () => {
  it('that the port is in use', async () => {
    const app = await start();
    expect(await sentence({ port: app.port, dataDir: `${folder}/other` })).toBe(
      `Port ${app.port} is in use: stop the other program, or choose another port with PORT.`,
    );
  });

  it('that the port of the demo is in use', async () => {
    const app = await start();
    expect(await sentence({ demo: true, demoPort: app.port, dataDir: `${folder}/other` })).toContain(
      'with DEMO_PORT.',
    );
  });

  it('that the port of the creatives is in use', async () => {
    const app = await start();
    const taken = { port: await freePort(), creatives: { ...config.creatives, port: app.port } };
    expect(await sentence({ ...taken, dataDir: `${folder}/other` })).toBe(
      `Port ${app.port} is in use: stop the other program, or choose another port with CREATIVES_PORT.`,
    );
  });

  it('that another server works with the folder', async () => {
    await start();
    expect(await sentence()).toContain(
      `Another server (process ${process.pid}) works with DATA_DIR ${folder}`,
    );
  });

  it('that the database cannot be reached, without its password', async () => {
    const text = await sentence({ databaseUrl: 'postgres://app:hunter2@127.0.0.1:1/ezdash' });
    expect(text).toBe(
      'The database of DATABASE_URL (127.0.0.1:1/ezdash) cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    );
  });

  it('that the database does not exist', async () => {
    const databaseUrl = config.databaseUrl?.replace(/\/test_\w+/, '/missing');
    expect(await sentence({ databaseUrl })).toContain('database "missing" does not exist');
  });

  it('that DATA_DIR cannot be made', async () => {
    expect(await sentence({ dataDir: '/proc/ezdash' })).toMatch(/^DATA_DIR \/proc\/ezdash .*\.$/);
  });

  it('nothing for a bug: that needs its stack', () => {
    expect(startSentence(new TypeError('x is not a function'))).toBeNull();
  });
});

it('gives up on a database that never answers after five seconds', async () => {
  const silent = createServer().on('connection', () => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  expect(await sentence({ databaseUrl: `postgres://app@127.0.0.1:${port}/x` })).toContain(
    'cannot be reached',
  );
  silent.closeAllConnections();
  silent.close();
});

it('applies migrations before anything else', async () => {
  const fresh = await createTestDb();
  const client = createClient(fresh.ownerConnection);
  await client.connect();
  await client.query('DROP SCHEMA public, pgboss CASCADE; CREATE SCHEMA public');
  await client.end();
  await start({
    databaseUrl: databaseUrl(fresh.connection),
    migrationsDatabaseUrl: databaseUrl(fresh.ownerConnection),
  });
  expect(await fresh.db.selectFrom('account_type').select('id').execute()).toHaveLength(5);
  await running.pop()?.stop();
  await fresh.drop();
});
