import { setTimeout as pause } from 'node:timers/promises';
import { createCoalescer } from './coalesce';

function counted(runMs = 10) {
  const seen = { runs: 0, atOnce: 0, most: 0 };
  const ask = createCoalescer(async () => {
    seen.runs += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    await pause(runMs);
    seen.atOnce -= 1;
  });
  return { seen, ask };
}

test('a hundred at once share two runs, never beside each other', async () => {
  const { seen, ask } = counted();
  await Promise.all(Array.from({ length: 100 }, () => ask()));
  expect(seen).toEqual({ runs: 2, atOnce: 0, most: 1 });
});

test('who asks while one runs waits for a run that began afterwards', async () => {
  let value = 0;
  const read: number[] = [];
  const ask = createCoalescer(async () => {
    const seen = value;
    await pause(5);
    read.push(seen);
  });
  const first = ask();
  value = 1;
  await ask();
  await first;
  expect(read).toEqual([0, 1]);
});

test('a failed run fails those who asked for it, and not the next', async () => {
  let fails = true;
  const ask = createCoalescer(async () => {
    await pause(1);
    if (fails) throw new Error('no');
  });
  const first = ask();
  const second = ask();
  await expect(first).rejects.toThrow('no');
  fails = false;
  await second;
  await ask();
});

test('asking again and again, one after the other, runs each time', async () => {
  const { seen, ask } = counted(1);
  for (let time = 0; time < 5; time += 1) {
    await ask();
    await Promise.all([ask(), ask()]);
  }
  expect(seen).toMatchObject({ runs: 15, most: 1 });
  await ask.idle();
});
