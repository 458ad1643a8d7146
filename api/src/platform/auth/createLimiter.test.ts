import { TooManyRequestsError } from '../errors';
import { createLimiter } from './createLimiter';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function retryAfter(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return Number(error.headers?.['Retry-After']);
    throw error;
  }
  return 0;
}

it('delays longer each time, keeps to the longest delay, and forgets after a success', async () => {
  const limiter = createLimiter({
    name: 'a',
    points: 2,
    durationSeconds: 60,
    firstDelaySeconds: 60,
    longestDelaySeconds: 200,
  });
  const excess = async () => {
    await limiter.consume('key');
    await limiter.consume('key');
    const delay = await retryAfter(limiter.consume('key'));
    jest.advanceTimersByTime(delay * 1_000 + 1);
    return delay;
  };
  expect([await excess(), await excess(), await excess(), await excess()]).toEqual([60, 120, 200, 200]);
  await limiter.reset('key');
  expect(await excess()).toBe(60);
});

it('does not lengthen the delay by tries while it runs', async () => {
  const limiter = createLimiter({ name: 'b', points: 1, durationSeconds: 60, firstDelaySeconds: 100 });
  await limiter.consume('key');
  expect(await retryAfter(limiter.consume('key'))).toBe(100);
  jest.advanceTimersByTime(40_000);
  expect(await retryAfter(limiter.consume('key'))).toBe(60);
});

it('counts keys apart', async () => {
  const limiter = createLimiter({ name: 'c', points: 1, durationSeconds: 60 });
  await limiter.consume('one');
  await limiter.consume('two');
  expect(await retryAfter(limiter.consume('one'))).toBe(60);
});

it('tells what is left', async () => {
  const limiter = createLimiter({ name: 'd', points: 2, durationSeconds: 60 });
  expect(await limiter.take('key')).toEqual({ tries: 1, seconds: 60 });
  jest.advanceTimersByTime(20_000);
  expect(await limiter.take('key')).toEqual({ tries: 0, seconds: 40 });
  expect(await retryAfter(limiter.take('key'))).toBe(40);
});
