import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createTestDb, type TestDb } from '../../testing';
import { silentLog } from '../log';
import { createJobs, forgetJobs, type JobQueue, type Jobs, NoRetry } from '.';

const schema = z.object({ email: z.string() });
const STEP_MS = 20;
let test: TestDb;
let jobs: Jobs;
let personal: JobQueue<typeof schema>;
const seen: string[] = [];
const tried = (email: string) => seen.filter((each) => each === email).length;

beforeAll(async () => {
  test = await createTestDb();
  jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: STEP_MS });
  const retries = { retryLimit: 1, retryDelaySeconds: 1, retryBackoff: false };
  personal = jobs.queue('personal', {
    ...{ schema, ...retries, forgetsJobs: true },
    handler: async ({ email }) => {
      seen.push(email);
      if (email.startsWith('hopeless')) throw new NoRetry('There is no use in it');
      if (email.startsWith('broken') || tried('once@people.test') === 1)
        throw new Error('The server is away');
    },
  });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await test.drop();
});

const left = async () => (await test.pool.query('SELECT name, state, data FROM pgboss.job')).rows;
async function untilNothingIsLeft(): Promise<void> {
  for (let waitedMs = 0; waitedMs < 8_000; waitedMs += STEP_MS) {
    if ((await left()).length === 0) return;
    await pause(STEP_MS);
  }
  expect(await left()).toEqual([]);
}

it.each([
  ['is done', 'done@people.test', 1],
  ['is done the second time', 'once@people.test', 2],
  ['failed for the last time', 'broken@people.test', 2],
  ['would fail again', 'hopeless@people.test', 1],
])('a job that names a person leaves nothing behind when it %s', async (_, email, tries) => {
  await personal.send({ email });
  await untilNothingIsLeft();
  expect(tried(email)).toBe(tries);
  expect(await jobs.deadLetters('personal')).toEqual([]);
});

it('one that nobody works on is kept for a day', async () => {
  await personal.send({ email: 'later@people.test' }, { startAfter: new Date(Date.now() + 3_600_000) });
  const { rows } = await test.pool.query(
    'SELECT extract(epoch FROM keep_until - start_after)::int4 AS seconds FROM pgboss.job',
  );
  expect(rows).toEqual([{ seconds: 86_400 }]);
});

it('all that name somebody can be forgotten, and nobody else’s', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  for (const email of ['Jo@people.test', 'jo@people.test', 'joe@people.test'])
    await personal.send({ email }, { startAfter });
  await forgetJobs(test.db, 'email', 'JO@people.test');
  const emails = (await left()).map(({ data }) => data.email);
  expect(emails.sort()).toEqual(['joe@people.test', 'later@people.test']);
});
