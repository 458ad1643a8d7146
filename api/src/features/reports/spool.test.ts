import { setImmediate } from 'node:timers/promises';
import { openSpool } from './spool';

test.each([1, 20])('a reader of every %d. moment gets all of it in order', async (pause) => {
  const spool = openSpool();
  const pieces = Array.from({ length: 200 }, (_, index) => `${index} ä`.padEnd(index * 10, '·'));
  const read = async () => {
    const got: Buffer[] = [];
    for await (const piece of spool.read(new AbortController().signal)) {
      got.push(piece);
      for (let turn = 0; turn < pause; turn += 1) await setImmediate();
    }
    return Buffer.concat(got).toString();
  };
  let reading: Promise<string> | null = null;
  for (const piece of pieces) {
    await spool.write(piece);
    reading ??= read();
    if (pause === 1) await setImmediate();
  }
  spool.end();
  expect(await reading).toBe(pieces.join(''));
  await spool.close();
});

test('a reader who stops waits for no piece', async () => {
  const spool = openSpool();
  await spool.write('a');
  const gone = new AbortController();
  const reading = spool.read(gone.signal);
  expect(String((await reading.next()).value)).toBe('a');
  const next = reading.next();
  gone.abort();
  await expect(next).rejects.toThrow();
  await spool.close();
});
