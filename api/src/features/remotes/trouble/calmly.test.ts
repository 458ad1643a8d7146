import { createCalmly } from './calmly';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Work that ends when it is told to. */
function makeWork() {
  const ends: (() => void)[] = [];
  return {
    begun: () => ends.length,
    end: async () => {
      ends.at(-1)?.();
      await jest.advanceTimersByTimeAsync(0);
    },
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
  };
}

test('is done at once, and once more after the pause, however often it is asked for', async () => {
  const calmly = createCalmly(1_000);
  const { begun, end, work } = makeWork();
  calmly.ask('a', work);
  expect(begun()).toBe(1);
  for (let asked = 0; asked < 5; asked++) calmly.ask('a', work);
  await end();
  expect(begun()).toBe(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(begun()).toBe(2);
  await end();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(begun()).toBe(2);
  calmly.ask('a', work);
  expect(begun()).toBe(3);
});

test('keys do not wait for each other', () => {
  const calmly = createCalmly(1_000);
  const { begun, work } = makeWork();
  calmly.ask('a', work);
  calmly.ask('b', work);
  expect(begun()).toBe(2);
});

test('stopping lets what runs end, and begins nothing', async () => {
  const calmly = createCalmly(1_000);
  const { begun, end, work } = makeWork();
  calmly.ask('a', work);
  calmly.ask('a', work);
  const stopped = calmly.stop();
  await end();
  await stopped;
  calmly.ask('b', work);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(begun()).toBe(1);
});
