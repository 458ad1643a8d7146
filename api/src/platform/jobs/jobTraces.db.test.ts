import { sql } from 'kysely';
import { z } from 'zod';
import { createTestDb, type TestDb, until as untilFits } from '../../testing';
import { silentLog } from '../log';
import { createTracer, currentTrace, type KeptSpan, runInTrace, type Tracer } from '../trace';
import { createJobs, type Jobs, type QueueOptions } from '.';

/** The call that a job came of. */

const schema = z.strictObject({ rowId: z.int() });

let test: TestDb;
const opened: Jobs[] = [];
beforeAll(async () => {
  test = await createTestDb();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
  await sql`DELETE FROM pgboss.job`.execute(test.db);
});
afterAll(() => test.drop());

async function open(
  options: Partial<QueueOptions<typeof schema>> & Pick<QueueOptions<typeof schema>, 'handler'>,
  { tracer }: { tracer: Tracer },
) {
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20, tracer });
  opened.push(jobs);
  const queue = jobs.queue('test', { schema, ...options });
  await jobs.start();
  return { jobs, send: queue.send };
}

const until = (holds: () => boolean | Promise<boolean>) =>
  untilFits(async () => holds(), Boolean, 'What the jobs do');
/** Retries are a second apart at least: this lets them be due. */
const hurry = () =>
  sql`UPDATE pgboss.job SET start_after = now() - interval '1 s' WHERE state = 'retry'`.execute(test.db);

const ORIGIN = { correlationId: 'click-12345678', debugSessionId: 7, bornAtMs: Date.now() };
const stored = async () => {
  const { rows } = await sql<{ data: object }>`SELECT data FROM pgboss.job`.execute(test.db);
  return rows.map(({ data }) => data);
};
function makeTracer() {
  const spans: KeptSpan[] = [];
  const insert = async (batch: readonly KeptSpan[]) => void spans.push(...batch);
  const tracer = createTracer({ insert, node: 'n1', log: silentLog });
  const jobsOf = async () => {
    await tracer.flush();
    return spans.filter(({ kind }) => kind === 'job');
  };
  return { tracer, jobsOf };
}

it('is the one that its handler works in, attempt by attempt', async () => {
  const { tracer, jobsOf } = makeTracer();
  const worked: unknown[] = [];
  const { send } = await open(
    {
      retryDelaySeconds: 0,
      retryBackoff: false,
      handler: async (payload, { attempt }) => {
        worked.push([payload, currentTrace()?.correlationId]);
        if (attempt === 1) throw new Error('Not yet');
      },
    },
    { tracer },
  );
  await runInTrace(tracer.contextOf(ORIGIN, 'request-1'), () => send({ rowId: 1 }));
  await until(async () => {
    await hurry();
    return (await jobsOf()).length === 2;
  });
  // The payload is what was sent.
  expect(worked).toEqual([
    [{ rowId: 1 }, 'click-12345678'],
    [{ rowId: 1 }, 'click-12345678'],
  ]);
  expect(await jobsOf()).toMatchObject([
    { name: 'test', failed: true, requestId: null, detail: { attempt: 1, reason: 'Not yet' } },
    { name: 'test', failed: false, debugSessionId: 7, detail: { attempt: 2 } },
  ]);
});

it('names a job of nobody who debugs, and keeps nothing of it; a job of no call has none', async () => {
  const { tracer, jobsOf } = makeTracer();
  const names: unknown[] = [];
  const { send } = await open(
    { handler: async () => void names.push(currentTrace()?.correlationId ?? null) },
    { tracer },
  );
  const context = tracer.contextOf({ ...ORIGIN, debugSessionId: null }, 'request-1');
  await runInTrace(context, () => send({ rowId: 1 }));
  await until(() => names.length === 1);
  await send({ rowId: 2 });
  await until(() => names.length === 2);
  expect(names).toEqual(['click-12345678', null]);
  expect(await jobsOf()).toEqual([]);
  expect(await stored()).toContainEqual({ rowId: 2 });
});

it('is not seen in a dead letter, and comes along when that is sent anew, unless another click does it', async () => {
  const { tracer } = makeTracer();
  const names: unknown[] = [];
  const { jobs, send } = await open(
    {
      retryLimit: 0,
      handler: async () => {
        names.push(currentTrace()?.correlationId ?? null);
        throw new Error('Broken');
      },
    },
    { tracer },
  );
  await runInTrace(tracer.contextOf(ORIGIN, null), () => send({ rowId: 1 }));
  const letter = async () => {
    await until(async () => (await jobs.deadLetters('test')).length === 1);
    const [found] = await jobs.deadLetters('test');
    expect(found?.payload).toEqual({ rowId: 1 });
    expect((await jobs.allDeadLetters())[0]?.payload).toEqual({ rowId: 1 });
    return found?.id ?? '';
  };
  expect(await jobs.retryDead('test', await letter())).toBe(true);
  await until(() => names.length === 2);
  const replay = tracer.contextOf({ ...ORIGIN, correlationId: 'click-of-replay' }, null);
  const id = await letter();
  await runInTrace(replay, () => jobs.retryDead('test', id));
  await until(() => names.length === 3);
  expect(names).toEqual(['click-12345678', 'click-12345678', 'click-of-replay']);
});
