import { keepFor } from './keepFor';

function setUp() {
  let nowMs = 0;
  let reads = 0;
  let failing = false;
  const clock = { now: () => new Date(nowMs), nowMs: () => nowMs };
  const read = keepFor(10_000, clock, async () => {
    reads += 1;
    if (failing) throw new Error('down');
    return reads;
  });
  return {
    read,
    advance: (ms: number) => {
      nowMs += ms;
    },
    fail: (value: boolean) => {
      failing = value;
    },
  };
}

test('one reading serves everyone for ten seconds', async () => {
  const { read, advance } = setUp();
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  advance(9_999);
  expect(await read()).toBe(1);
  advance(1);
  expect(await read()).toBe(2);
});

test('a failure is not kept', async () => {
  const { read, fail } = setUp();
  fail(true);
  await expect(read()).rejects.toThrow('down');
  fail(false);
  expect(await read()).toBe(2);
});
