import { authorize } from './authorize';

const failure = (status: number | 'network') => ({
  error: { status, message: `status ${status}`, code: 'X', errors: {} },
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Runs with these answers in turn; what came out, and how many were asked for. */
async function run(answers: { data?: string; error?: unknown }[], isCurrent = () => true) {
  const told: [string | null, string | null][] = [];
  let asked = 0;
  const done = authorize<string>({
    ask: async () => answers[Math.min(asked++, answers.length - 1)] ?? {},
    isCurrent,
    done: (error, answer) => told.push([error?.message ?? null, answer]),
  });
  await jest.advanceTimersByTimeAsync(120_000);
  await done;
  return { told, asked };
}

test('who may is told so', async () => {
  expect(await run([{ data: 'yes' }])).toEqual({ told: [[null, 'yes']], asked: 1 });
});

test.each([403, 401, 422])('a refusal with %d is final', async (status) => {
  expect(await run([failure(status), { data: 'yes' }])).toEqual({
    told: [[`status ${status}`, null]],
    asked: 1,
  });
});

test('failures that pass are asked again, for so long', async () => {
  const passing = [failure('network'), failure(503), failure(429), { data: 'yes' }];
  expect(await run(passing)).toEqual({ told: [[null, 'yes']], asked: 4 });
  expect((await run([failure(503)])).asked).toBe(5);
});

test('what was asked for a connection that is gone is told to nobody', async () => {
  const lives = [true, false];
  expect(await run([{ data: 'yes' }], () => lives.shift() ?? false)).toEqual({ told: [], asked: 1 });
});
