import fs from 'node:fs';
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { Journal, type JournalFiles, type JournalOptions } from './Journal';
import { readJournal } from './readJournal';
import { removeSegments, segmentPath } from './segments';

const log = { info: () => {}, error: () => {} };
let dir: string;
const opened: Journal[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ezdash-journal-'));
});
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  await rm(dir, { recursive: true, force: true });
});

async function open(options: Partial<JournalOptions> = {}): Promise<Journal> {
  const journal = await Journal.open({ dir, log, ...options });
  opened.push(journal);
  return journal;
}
const append = (journal: Journal, text: string) =>
  new Promise<void>((resolve, reject) =>
    journal.append(Buffer.from(text), (error) => (error ? reject(error) : resolve())),
  );
const readAll = async (journal: Journal, maxRecords = 1_000_000) =>
  readJournal({ dir, from: { segment: 0, offset: 0 }, until: journal.durable, maxRecords });
const texts = (records: Buffer[]) => records.map((record) => record.toString());

describe('journal', () => {
  test('keeps what it acknowledged, in order', async () => {
    const journal = await open();
    await Promise.all(['one', 'two', 'three'].map((text) => append(journal, text)));
    await append(journal, 'four');
    const read = await readAll(journal);
    expect(texts(read.records)).toEqual(['one', 'two', 'three', 'four']);
    expect(read).toMatchObject({ damagedBytes: 0, atEnd: true, next: journal.durable });
  });

  test('records appended together share an fsync', async () => {
    const journal = await open();
    await Promise.all(Array.from({ length: 500 }, (_, index) => append(journal, String(index))));
    expect(journal.counts.syncs).toBeLessThan(5);
  });

  test('records that nobody waits for come with the next group, or soon by themselves', async () => {
    const journal = await open({ waitMs: { lazy: 20 } });
    journal.appendAsync(Buffer.from('lazy'));
    await pause(100);
    expect(texts((await readAll(journal)).records)).toEqual(['lazy']);
  });

  test.each([
    ['a click', 'a view', ['now', 'soon']],
    ['a view', 'a click', ['soon', 'now']],
  ] as const)(
    'whoever is in a hurry takes the others along: %s and then %s',
    async (_, __, [first, second]) => {
      // Longer than the test may take: only the hurry of the other one writes it.
      const journal = await open({ waitMs: { soon: 600_000, lazy: 600_000 } });
      const ends: string[] = [];
      const add = (text: 'now' | 'soon') =>
        new Promise<void>((resolve) =>
          journal.append(
            Buffer.from(text),
            () => {
              ends.push(text);
              resolve();
            },
            text,
          ),
        );
      await Promise.all([add(first), add(second)]);
      expect(ends).toEqual([first, second]);
      expect(journal.counts.syncs).toBe(1);
    },
  );

  test('what comes in a hurry while a group is written goes with the next, which does not wait long', async () => {
    const journal = await open({ waitMs: { soon: 600_000, lazy: 600_000 } });
    const first = append(journal, 'first');
    await pause(6);
    const soon = new Promise((resolve) => journal.append(Buffer.from('soon'), resolve, 'soon'));
    const second = append(journal, 'second');
    expect(await Promise.all([first, soon, second])).toHaveLength(3);
  });

  test('any records survive any grouping and any batch size', async () => {
    const journal = await open({ waitMs: { now: 0 }, maxSegmentBytes: 500 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 255 }), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 500 }),
        async (records, maxRecords) => {
          let position = journal.durable;
          await Promise.all(
            records.map((record) => append(journal, Buffer.from(record).toString('hex').slice(0, 255))),
          );
          const found: string[] = [];
          for (;;) {
            const read = await readJournal({ dir, from: position, until: journal.durable, maxRecords });
            found.push(...texts(read.records));
            position = read.next;
            if (read.atEnd) break;
          }
          expect(found).toEqual(records.map((record) => Buffer.from(record).toString('hex').slice(0, 255)));
        },
      ),
      { numRuns: 30 },
    );
    expect((await readdir(dir)).length).toBeGreaterThan(1);
  });

  test('a tail torn off anywhere loses nothing before it', async () => {
    const journal = await open();
    await append(journal, 'kept');
    const whole = journal.durable.offset;
    await append(journal, 'torn');
    await journal.close();
    const path = segmentPath(dir, 1);
    const bytes = await readFile(path);
    for (let length = whole; length < bytes.length; length += 1) {
      await writeFile(path, bytes.subarray(0, length));
      const recovered = await Journal.open({ dir, log });
      expect((await stat(path)).size).toBe(whole);
      expect(texts((await readAll(recovered)).records)).toEqual(['kept']);
      await recovered.close();
    }
  });

  test('a new process writes behind what it recovered', async () => {
    const first = await open();
    await append(first, 'before');
    await first.close();
    await appendFile(segmentPath(dir, 1), 'EZJ1 half a frame');
    const second = await open();
    await append(second, 'after');
    expect(texts((await readAll(second)).records)).toEqual(['before', 'after']);
  });

  test('damage in the middle is stepped over and reported, the rest is read', async () => {
    const journal = await open();
    for (const text of ['first', 'second', 'third']) await append(journal, text);
    const bytes = await readFile(segmentPath(dir, 1));
    const at = bytes.indexOf('second');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(segmentPath(dir, 1), bytes);
    const read = await readAll(journal);
    expect(texts(read.records)).toEqual(['first', 'third']);
    expect(read.damagedBytes).toBe(12 + 1 + 'second'.length);
    expect(read.atEnd).toBe(true);
  });

  test('a segment lost from the middle does not stop the reader', async () => {
    const journal = await open({ maxSegmentBytes: 1 });
    for (const text of ['a', 'b', 'c']) await append(journal, text);
    await rm(segmentPath(dir, 2));
    expect(texts((await readAll(journal)).records)).toEqual(['a', 'c']);
  });

  test('old segments go once they are applied and a day old', async () => {
    const journal = await open({ maxSegmentBytes: 1 });
    for (const text of ['a', 'b', 'c']) await append(journal, text);
    const yesterday = new Date(Date.now() - 90_000_000);
    for (const segment of [1, 3]) await utimes(segmentPath(dir, segment), yesterday, yesterday);
    expect(await removeSegments(dir, 3, 86_400_000, Date.now())).toBe(1);
    expect((await readdir(dir)).sort()).toEqual(['00000002.seg', '00000003.seg']);
  });

  test('a full disk acknowledges nothing, ends nothing, and is over when it is over', async () => {
    let full = true;
    const files: JournalFiles = {
      ...fs,
      write: ((
        fd: number,
        buffer: Buffer,
        offset: number,
        length: number,
        position: number,
        done: (error: Error | null, written: number) => void,
      ) => {
        // Half of it gets through, as on a real disk.
        if (full)
          fs.write(fd, buffer, offset, length >> 1, position, () =>
            done(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }), 0),
          );
        else fs.write(fd, buffer, offset, length, position, done);
      }) as typeof fs.write,
    };
    const journal = await open({ files });
    await expect(append(journal, 'lost')).rejects.toThrow('ENOSPC');
    expect(journal.healthy).toBe(false);
    await expect(append(journal, 'refused')).rejects.toThrow('ENOSPC');
    journal.appendAsync(Buffer.from('dropped'));
    expect(journal.counts.dropped).toBe(1);
    full = false;
    for (let waited = 0; !journal.healthy && waited < 5_000; waited += 50) await pause(50);
    await append(journal, 'kept');
    const read = await readAll(journal);
    expect(texts(read.records)).toEqual(['kept']);
    expect(read.damagedBytes).toBe(0);
  });

  /** Written, but not to the disk. */
  const notDurable = (isFailing: () => boolean): [string, JournalFiles][] => [
    [
      'write',
      {
        ...fs,
        write: ((...args: [number, Buffer, number, number, number, (error: Error | null) => void]) => {
          const done = args[5];
          fs.write(args[0], args[1], args[2], args[3], args[4], (error, written) =>
            (done as (error: Error | null, written: number) => void)(
              isFailing() ? new Error('EIO') : error,
              written,
            ),
          );
        }) as typeof fs.write,
      },
    ],
    [
      'fsync, where writes are not synchronous,',
      {
        ...fs,
        constants: {},
        fdatasync: ((fd: number, done: (error: Error | null) => void) => {
          if (isFailing()) done(new Error('EIO'));
          else fs.fdatasync(fd, done);
        }) as typeof fs.fdatasync,
      },
    ],
  ];
  let failing = true;
  test.each(notDurable(() => failing))('a failed %s is no acknowledgement either', async (_, files) => {
    failing = true;
    const journal = await open({ files });
    await expect(append(journal, 'never')).rejects.toThrow('EIO');
    failing = false;
    for (let waited = 0; !journal.healthy && waited < 5_000; waited += 50) await pause(50);
    await append(journal, 'kept');
    expect(texts((await readAll(journal)).records)).toEqual(['kept']);
  });

  test('a standing disk does not fill the memory', async () => {
    const journal = await open({ waitMs: { now: 1_000 }, maxPendingBytes: 1_000 });
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => append(journal, 'x'.repeat(100))),
    );
    expect(results.filter((result) => result.status === 'rejected').length).toBeGreaterThan(15);
    expect(journal.healthy).toBe(true);
  });

  test('an empty file left by a crash is no obstacle', async () => {
    await writeFile(segmentPath(dir, 1), '');
    await truncate(segmentPath(dir, 1), 0);
    const journal = await open();
    await append(journal, 'fine');
    expect(texts((await readAll(journal)).records)).toEqual(['fine']);
  });
});
