import { createLatest } from './createLatest';

test('what is read now and then is answered at once, as it was last read', async () => {
  let nowMs = 1_000;
  let version = 0;
  let fails = false;
  const errors: unknown[] = [];
  const latest = createLatest({
    read: async () => {
      version += 1;
      if (fails) throw new Error('gone');
      return version;
    },
    everyMs: 60_000,
    now: () => nowMs,
    onError: (error) => errors.push(error),
  });
  expect(latest.get()).toBeUndefined();
  await latest.idle();
  expect(latest.get()).toBe(1);
  nowMs += 60_000;
  // The one that is being read is nobody's yet, and none is read beside it.
  expect([latest.get(), latest.get()]).toEqual([1, 1]);
  await latest.idle();
  expect(latest.get()).toBe(2);
  fails = true;
  nowMs += 60_000;
  latest.get();
  await latest.idle();
  expect(latest.get()).toBe(2);
  expect(errors).toHaveLength(1);
});
