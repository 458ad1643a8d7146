import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { createTestDb, type TestDb } from '../../testing';
import { createLog, silentLog } from '../log';
import { createJobs, InvalidJob, type JobContext, type Jobs, NoRetry, type QueueOptions } from '.';

const schema = z.object({ rowId: z.int().positive(), token: z.string().optional() });
type Payload = z.infer<typeof schema>;
type Options = Partial<QueueOptions<typeof schema>>;

let test: TestDb;
const opened: Jobs[] = [];

beforeAll(async () => {
  test = await createTestDb();
  // The tables, for tests that look into them.
  const jobs = createJobs({ connection: test.connection, log: silentLog });
  await jobs.start();
  await jobs.stop();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
  await sql`DELETE FROM pgboss.job`.execute(test.db);
});
afterAll(() => test.drop());

interface Made {
  jobs: Jobs;
  seen: Payload[];
  send: (payload: Payload, options?: Parameters<Jobs['send']>[2]) => Promise<string | null>;
}

/** A process with one queue, which notes what it sees. */
async function open(
  options: Options = {},
  more: Partial<Parameters<typeof createJobs>[0]> = {},
): Promise<Made> {
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20, ...more });
  opened.push(jobs);
  const seen: Payload[] = [];
  const { handler } = options;
  const queue = jobs.queue('test', {
    schema,
    retryLimit: 2,
    retryDelaySeconds: 1,
    retryBackoff: false,
    ...options,
    handler: async (payload, context) => {
      seen.push(payload);
      await handler?.(payload, context);
    },
  });
  await jobs.start();
  return { jobs, seen, send: queue.send };
}

async function until(holds: () => boolean | Promise<boolean>, timeoutMs = 8_000): Promise<void> {
  const endsAt = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > endsAt) throw new Error('It did not happen in time');
    await pause(10);
  }
}

/** Retries are a second apart at least: this lets them be due. */
const hurry = () =>
  sql`UPDATE pgboss.job SET start_after = now() - interval '1 s' WHERE state = 'retry'`.execute(test.db);
const states = async () =>
  (await sql<{ state: string }>`SELECT state FROM pgboss.job WHERE name = 'test'`.execute(test.db)).rows.map(
    ({ state }) => state,
  );
const untilAll = (state: string) => until(async () => (await states()).every((each) => each === state));

describe('sending', () => {
  it('works on what was sent', async () => {
    const { send, seen } = await open();
    expect(await send({ rowId: 1 })).toEqual(expect.any(String));
    await until(() => seen.length === 1);
    await untilAll('completed');
    expect(seen).toEqual([{ rowId: 1 }]);
  });

  it('goes with the transaction it was sent in, or not at all', async () => {
    const { send, seen } = await open();
    const gone = test.db.transaction().execute(async (trx) => {
      await send({ rowId: 1 }, { trx });
      throw new Error('undone');
    });
    await expect(gone).rejects.toThrow('undone');
    await test.db.transaction().execute(async (trx) => {
      await send({ rowId: 2 }, { trx });
      // Nobody sees it before the commit.
      await pause(100);
      expect(seen).toEqual([]);
    });
    await until(() => seen.length > 0);
    await pause(100);
    expect(seen).toEqual([{ rowId: 2 }]);
  });

  it('of many goes with its transaction, all of them or none', async () => {
    const { jobs, seen } = await open();
    const rows = Array.from({ length: 300 }, (_, at) => ({ rowId: at + 1 }));
    await expect(
      test.db.transaction().execute(async (trx) => {
        await jobs.sendMany('test', rows, { trx });
        throw new Error('Rolled back');
      }),
    ).rejects.toThrow('Rolled back');
    await expect(jobs.sendMany('test', [...rows, { rowId: -1 }])).rejects.toThrow(InvalidJob);
    await jobs.sendMany('test', []);
    await test.db.transaction().execute((trx) => jobs.sendMany('test', rows, { trx }));
    await until(() => seen.length === rows.length);
    expect(seen.map(({ rowId }) => rowId).sort((a, b) => a - b)).toEqual(rows.map(({ rowId }) => rowId));
    const [first] = (
      await sql<{ retry_limit: number; dead_letter: string | null }>`
        SELECT retry_limit, dead_letter FROM pgboss.job WHERE name = 'test' LIMIT 1`.execute(test.db)
    ).rows;
    // As the queue has it.
    expect(first).toMatchObject({ retry_limit: 2, dead_letter: expect.any(String) });
  });

  it('of many is refused where there is no such queue, or where keys decide', async () => {
    const { jobs } = await open({ singletonKey: ({ rowId }) => String(rowId) });
    await expect(jobs.sendMany('test', [{ rowId: 1 }])).rejects.toThrow('send its jobs one by one');
    const idle = createJobs({ connection: test.connection, log: silentLog });
    opened.push(idle);
    idle.queue('never-made', { schema, handler: async () => {} });
    await expect(idle.sendMany('never-made', [{ rowId: 1 }])).rejects.toThrow('start the jobs first');
  });

  it('refuses a payload that does not fit, without repeating it', async () => {
    const { jobs } = await open();
    const sending = jobs.send('test', { rowId: 'hunter2' });
    await expect(sending).rejects.toThrow(InvalidJob);
    await expect(sending).rejects.toThrow(/rowId \(invalid_type\)$/);
    await expect(jobs.send('other', {})).rejects.toThrow('There is no queue other');
    await expect(jobs.send('test', { rowId: 1 }, { singletonKey: 'a' })).rejects.toThrow(InvalidJob);
  });

  it('does not begin before its time', async () => {
    const { send, seen } = await open();
    await send({ rowId: 1 }, { startAfter: new Date(Date.now() + 3_600_000) });
    await pause(150);
    expect(seen).toEqual([]);
  });

  it('makes no second job while one with the same key waits', async () => {
    const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20 });
    opened.push(jobs);
    const seen: number[] = [];
    const queue = jobs.queue('test.single', {
      schema,
      singletonKey: ({ rowId }) => String(rowId),
      handler: async ({ rowId }) => void seen.push(rowId),
    });
    await jobs.start();
    const later = { startAfter: new Date(Date.now() + 700) };
    expect(await queue.send({ rowId: 1 }, later)).not.toBeNull();
    expect(await queue.send({ rowId: 1 }, later)).toBeNull();
    expect(await queue.send({ rowId: 2 }, later)).not.toBeNull();
    await until(() => seen.length === 2);
    expect(await queue.send({ rowId: 1 })).not.toBeNull();
    await until(() => seen.length === 3);
  });
});

describe('failing', () => {
  it('is tried again, then becomes a dead letter that can be sent again', async () => {
    const contexts: Pick<JobContext, 'attempt' | 'isLastAttempt'>[] = [];
    let broken = true;
    const { jobs, send, seen } = await open({
      handler: async (_payload, { attempt, isLastAttempt }) => {
        contexts.push({ attempt, isLastAttempt });
        if (broken) throw new Error('still broken');
      },
    });
    await send({ rowId: 7 });
    await until(async () => {
      await hurry();
      return (await jobs.deadLetters('test')).length === 1;
    });
    expect(contexts).toEqual([
      { attempt: 1, isLastAttempt: false },
      { attempt: 2, isLastAttempt: false },
      { attempt: 3, isLastAttempt: true },
    ]);
    const [letter] = await jobs.deadLetters('test');
    expect(await jobs.deadTotal()).toEqual({ count: 1, oldestAt: letter?.failedAt });
    expect(letter).toMatchObject({
      payload: { rowId: 7 },
      reason: 'still broken',
      failedAt: expect.any(Date),
    });
    broken = false;
    expect(await jobs.retryDead('test', letter?.id ?? '')).toBe(true);
    expect(await jobs.retryDead('test', letter?.id ?? '')).toBe(false);
    await until(() => seen.length === 4);
    expect(await jobs.deadLetters('test')).toEqual([]);
  });

  it('ends at once when trying again would not help', async () => {
    const { jobs, send, seen } = await open({
      handler: async () => {
        throw new NoRetry('no such row');
      },
    });
    await send({ rowId: 1 });
    await until(async () => (await jobs.deadLetters('test')).length === 1);
    expect(seen).toHaveLength(1);
  });

  it('is told of once, when a job has failed for the last time', async () => {
    const told: [string, string, string][] = [];
    const { send, jobs } = await open(
      {
        retryLimit: 1,
        retryDelaySeconds: 0,
        handler: async ({ rowId }, { attempt }) => {
          if (rowId === 1 || attempt === 1) throw new Error(`down ${attempt}`);
        },
      },
      { onDead: (failure, { queue, id }) => told.push([failure.message, queue, id]) },
    );
    await send({ rowId: 2 });
    const id = await send({ rowId: 1 });
    await until(() => told.length > 0);
    expect((await jobs.deadLetters('test')).length).toBe(1);
    expect(told).toEqual([['down 2', 'test', id]]);
  });

  it.each([
    ['tells of the letter that it leaves', false],
    ['leaves no letter, and tells of none, where the queue forgets its jobs', true],
  ])('%s', async (_, forgetsJobs) => {
    const letters: object[] = [];
    let dead = 0;
    const { send, jobs } = await open(
      {
        retryLimit: 0,
        forgetsJobs,
        handler: async () => {
          throw new Error('down');
        },
      },
      { onDead: () => void dead++ },
    );
    jobs.onDeadLetter((letter) => void letters.push(letter));
    const id = await send({ rowId: 1 });
    await until(() => dead > 0);
    expect(letters).toEqual(forgetsJobs ? [] : [{ queue: 'test', id }]);
    expect(await jobs.deadLetters('test')).toHaveLength(letters.length);
  });

  it('ends at once when the payload does not fit what the queue takes now', async () => {
    const { jobs, seen } = await open();
    await sql`INSERT INTO pgboss.job (name, data, retry_limit, dead_letter)
      VALUES ('test', '{"rowId": "hunter2"}', 5, 'test.dead')`.execute(test.db);
    await until(async () => (await jobs.deadLetters('test')).length === 1);
    expect((await jobs.deadLetters('test'))[0]?.reason).toMatch(/rowId \(invalid_type\)$/);
    expect(seen).toEqual([]);
  });

  it('is what happens to work that takes too long', async () => {
    const reasons: string[] = [];
    const { jobs, send } = await open({
      expireInSeconds: 1,
      retryLimit: 0,
      handler: (_payload, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => reasons.push(String(signal.reason)));
        }),
    });
    await send({ rowId: 1 });
    await until(async () => (await jobs.deadLetters('test')).length === 1);
    expect(reasons).toEqual(['Error: took longer than 1 s']);
  });

  it('writes nothing of the payload into the log', async () => {
    const lines: string[] = [];
    const log = createLog({ production: true, level: 'debug', write: (line) => lines.push(line) });
    const { send, seen } = await open({}, { log });
    await send({ rowId: 1, token: 'hunter2' });
    await until(() => seen.length === 1);
    await until(() => lines.some((line) => line.includes('A job is done')));
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.join('')).toContain('"queue":"test"');
  });
});

describe('processes', () => {
  it('share the work: each job is done once', async () => {
    const [a, b] = [await open({ concurrency: 3 }), await open({ concurrency: 3 })];
    await test.db.transaction().execute(async (trx) => {
      for (let rowId = 1; rowId <= 40; rowId++) await a.send({ rowId }, { trx });
    });
    await until(() => a.seen.length + b.seen.length >= 40);
    await untilAll('completed');
    const done = [...a.seen, ...b.seen].map(({ rowId }) => rowId).sort((x, y) => x - y);
    expect(done).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it('take over what one of them had begun when it died', async () => {
    const { send, seen } = await open({}, { maintenanceSeconds: 1 });
    const id = await send({ rowId: 1 }, { startAfter: new Date(Date.now() + 3_600_000) });
    await sql`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '10 minutes', expire_in = '75 s'
      WHERE id = ${id}::uuid`.execute(test.db);
    await until(async () => {
      await hurry();
      return seen.length === 1;
    });
    await untilAll('completed');
  });

  it('start at the same time on an empty database', async () => {
    const fresh = await createTestDb();
    const all = [1, 2, 3].map(() => createJobs({ connection: fresh.connection, log: silentLog, pollMs: 20 }));
    const done: number[] = [];
    for (const jobs of all)
      jobs.queue('test', { schema, handler: async ({ rowId }) => void done.push(rowId) });
    try {
      await Promise.all(all.map((jobs) => jobs.start()));
      await all[0]?.send('test', { rowId: 1 });
      await until(() => done.length === 1);
    } finally {
      await Promise.all(all.map((jobs) => jobs.stop()));
      await fresh.drop();
    }
  });

  it('let work end when they stop, and take no more', async () => {
    let ended = false;
    const { jobs, send, seen } = await open({
      handler: async () => {
        await pause(300);
        ended = true;
      },
    });
    await send({ rowId: 1 });
    await until(() => seen.length === 1);
    await send({ rowId: 2 });
    await jobs.stop();
    expect(ended).toBe(true);
    expect((await states()).sort()).toEqual(['completed', 'created']);
  });

  it('give back what does not end in time', async () => {
    const { jobs, send, seen } = await open(
      {
        handler: (_payload, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', reject)),
      },
      { stopWithinMs: 50 },
    );
    await send({ rowId: 1 });
    await until(() => seen.length === 1);
    const startedAt = Date.now();
    await jobs.stop();
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    expect(await states()).toEqual(['retry']);
  });

  it('go on after the database cut their connections', async () => {
    const { jobs, send, seen } = await open();
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'ezdash jobs' AND datname = current_database()`.execute(test.db);
    await pause(50);
    await until(async () =>
      send({ rowId: 1 })
        .then(() => true)
        .catch(() => false),
    );
    await until(() => seen.length >= 1);
    await until(() => jobs.problem() === null);
  });

  it('show figures', async () => {
    const metrics = new Registry();
    const { jobs, send } = await open(
      {
        retryLimit: 0,
        handler: async ({ rowId }) => {
          if (rowId === 2) throw new Error('no');
        },
      },
      { metrics },
    );
    await send({ rowId: 1 });
    await send({ rowId: 2 });
    await until(
      async () => (await jobs.deadLetters('test')).length === 1 && (await states()).includes('completed'),
    );
    await send({ rowId: 3 }, { startAfter: new Date(Date.now() + 3_600_000) });
    await pause(50);
    const text = await metrics.metrics();
    expect(text).toContain('ezdash_jobs_total{queue="test",outcome="completed"} 1');
    expect(text).toContain('ezdash_jobs_total{queue="test",outcome="dead"} 1');
    expect(text).toContain('ezdash_jobs_waiting{queue="test"} 1');
    expect(text).toContain('ezdash_jobs_oldest_waiting_seconds{queue="test"} 0');
    expect(text).toContain('ezdash_jobs_dead{queue="test"} 1');
  });
});
