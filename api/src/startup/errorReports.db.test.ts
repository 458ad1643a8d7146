import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Router } from 'express';
import { type Config, readConfig } from '../config';
import { silentLog } from '../platform/log';
import { createTestDb, databaseUrl, type TestDb } from '../testing';
import { type EnvelopeSink, startEnvelopeSink } from '../testing/envelopeSink';
import { StartError } from './StartError';
import { type AppContext, type Features, startApp } from './startApp';

let test: TestDb;
let sink: EnvelopeSink;
let folder: string;
let config: Config;

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());
beforeEach(async () => {
  sink = await startEnvelopeSink();
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-reports-'));
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(test.connection),
    HOST: '127.0.0.1',
    NODE_NAME: 'n7',
    SENTRY_DSN_API: sink.dsn(3),
    SENTRY_ENVIRONMENT: 'trial',
  };
  config = { ...readConfig(env), port: 0 };
});
afterEach(async () => {
  await sink.close();
  rmSync(folder, { recursive: true, force: true });
});

function wire(change: Partial<Features> = {}) {
  return (_context: AppContext): Features => {
    const router = Router();
    router.get('/broken/:id', () => {
      throw new Error('a bug behind a route');
    });
    return { mounts: [{ path: '/api/tasks', router }], loadUser: async () => null, ...change };
  };
}
const start = (wiring: (context: AppContext) => Features) =>
  startApp({ config, log: silentLog, wire: wiring });
const values = () => sink.events().map(({ event }) => event.exception?.values[0]?.value);

it('reports what failed behind a route; calls that the ad server answers are nothing it looks at', async () => {
  const app = await start(wire({ handle: (req, res) => req.url === '/serve' && Boolean(res.end('fast')) }));
  const url = `http://127.0.0.1:${app.port}`;
  for (let call = 0; call < 5; call++) expect(await (await fetch(`${url}/serve`)).text()).toBe('fast');
  const answer = await fetch(`${url}/api/tasks/broken/c_1k7`);
  expect(answer.status).toBe(500);
  const { requestId } = (await answer.json()) as { requestId: string };
  await app.stop();
  expect(sink.events().map(({ project, event }) => [project, event])).toEqual([
    [
      '3',
      expect.objectContaining({
        release: 'api@1.0.0',
        environment: 'trial',
        server_name: 'n7',
        transaction: 'GET /api/tasks/broken/:id',
        tags: { request_id: requestId },
      }),
    ],
  ]);
  const traced = sink.envelopes.flatMap(({ items }) => items.filter(({ type }) => type === 'transaction'));
  expect(traced.map(({ payload }) => (payload as { transaction: string }).transaction)).toEqual([
    'GET /api/tasks/broken/:id',
  ]);
});

it('reports the error that ends the process before it has stopped', async () => {
  const app = await start(wire());
  app.reportFatal(new Error('nobody caught it'));
  await app.stop();
  expect(values()).toEqual(['nobody caught it']);
  expect(sink.events()[0]?.event.level).toBe('fatal');
});

it('reports a start that fails, unless the operator is told what to do about it', async () => {
  const failing = (error: Error) => wire({ prepare: () => Promise.reject(error) });
  await expect(start(failing(new StartError('Set PORT to another one.')))).rejects.toThrow('Set PORT');
  expect(sink.requests()).toBe(0);
  await expect(start(failing(new Error('no seed')))).rejects.toThrow('no seed');
  expect(values()).toEqual(['no seed']);
});

it('stops in time when nobody takes the reports', async () => {
  const app = await start(wire());
  sink.answerWith('hang');
  app.reportFatal(new Error('nobody hears it'));
  await app.stop();
  expect(sink.requests()).toBe(1);
});
