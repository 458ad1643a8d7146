import { randomUUID } from 'node:crypto';
import { publicId, type Reversal, type ReversalList } from '@ezdash/contracts';
import { systemClock } from '../../platform/clock';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  createTestDb,
  makeAdmin,
  type TestApp,
  type TestClient,
  type TestDb,
  until,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { reversalTools } from '../events/reversal/testReversals';
import { makeWorld } from '../serving/testWorld';
import { createReversalsFeature } from '.';

const HOUR_MS = 3_600_000;

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

const { eventOf, ingestAll, differences, moneyOf } = reversalTools(() => test_);

interface Server {
  jobs: Jobs;
  app: TestApp;
  admin: TestClient;
}

async function startServer(): Promise<Server> {
  const jobs = createJobs({ connection: test_.connection, log: silentLog, pollMs: 20, stopWithinMs: 50 });
  const { mounts } = createReversalsFeature({
    db: test_.db,
    clock: systemClock,
    jobs,
    publisher: createTestPublisher(),
    batchEvents: 10,
    checkProof: () => {},
  });
  await jobs.start();
  const app = await buildApp({ test: test_, mounts });
  const admin = app.client();
  await admin.signIn(await makeAdmin(test_.db));
  return { jobs, app, admin };
}
const newest = async ({ admin }: Server) =>
  (await admin.get<ReversalList>('/api/operator/reversals')).body.reversals[0];

it('a reversal goes on where it was when its server stopped in the middle of a batch', async () => {
  const world = await makeWorld(test_.db);
  await ingestAll(Array.from({ length: 40 }, () => eventOf(world)));
  const first = await startServer();
  const holder = await test_.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM ledger_account WHERE owner_id = $1 FOR UPDATE', [world.advertiserId]);
  first.admin.setHeader('Idempotency-Key', randomUUID());
  const { status, body } = await first.admin.post<Reversal>('/api/operator/reversals', {
    selection: {
      kind: 'span',
      campaign: publicId('campaign', world.campaignId),
      from: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
      to: new Date().toISOString(),
    },
    reason: 'sivt',
    why: 'Clicks of a farm',
  });
  expect(status).toBe(201);
  const waiting = () =>
    test_.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  await until(waiting, ({ rowCount }) => (rowCount ?? 0) > 0, 'The batch that waits for the account');
  await first.jobs.stop();
  await holder.query('COMMIT');
  holder.release();
  const part = await until(
    () => newest(first),
    (found) => found?.events === 10,
    'The batch that had begun',
  );
  expect(part).toMatchObject({ id: body.id, finished_at: null });
  expect(await moneyOf(world)).toMatchObject({ pending: 24_000n });
  expect(await differences()).toEqual([]);
  await first.app.close();

  const second = await startServer();
  const done = await until(
    () => newest(second),
    (found) => found?.finished_at !== null,
    'The end of it',
  );
  expect(done).toMatchObject({ id: body.id, events: 40, expected_events: 40, price_micros: 40_000 });
  expect(await moneyOf(world)).toMatchObject({ pending: 0n, cash: 1_000_000_000n });
  expect(await differences()).toEqual([]);
  const audit = await test_.db.selectFrom('money_audit').select('action').execute();
  expect(audit.map(({ action }) => action)).toEqual(['reversal_started', 'reversal_finished']);
  await second.app.close();
  await second.jobs.stop();
});
