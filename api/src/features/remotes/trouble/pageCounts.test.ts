import { silentLog as log } from '../../../platform/log';
import { fakeClock } from '../../../testing/fakeClock';
import { createPageCounts, type PageCount } from './pageCounts';

const NOON = new Date('2026-11-22T12:00:00.000Z');
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

function openCounts() {
  const clock = fakeClock(NOON.toISOString());
  const saved: [minute: string, counts: PageCount[]][] = [];
  const database = { isAway: false, release: (): void => {}, waits: Promise.resolve() };
  const counts = createPageCounts({
    clock,
    log,
    save: async (minute, given) => {
      await database.waits;
      if (database.isAway) throw new Error('The database is away');
      saved.push([minute.toISOString(), [...given]]);
    },
  });
  return { clock, counts, saved, database };
}
const give = (counts: ReturnType<typeof openCounts>['counts'], pages: number, version = '1.0.0') => {
  for (let given = 0; given < pages; given++) counts.add('mf-a', version);
};

test('pages are saved by minute and release, each once', async () => {
  const { clock, counts, saved } = openCounts();
  give(counts, 3);
  give(counts, 1, '1.0.1');
  clock.advance(60_000);
  give(counts, 2);
  expect(counts.unsaved('mf-a', '1.0.0', NOON)).toBe(5);
  expect(counts.unsaved('mf-a', '1.0.0', at(1))).toBe(2);
  await counts.stop();
  expect(saved).toEqual([
    [
      at(0).toISOString(),
      [
        { name: 'mf-a', version: '1.0.0', pages: 3 },
        { name: 'mf-a', version: '1.0.1', pages: 1 },
      ],
    ],
    [at(1).toISOString(), [{ name: 'mf-a', version: '1.0.0', pages: 2 }]],
  ]);
  expect(counts.unsaved('mf-a', '1.0.0', NOON)).toBe(0);
  await counts.stop();
  expect(saved).toHaveLength(2);
});

test('what the database did not take is counted on, and saved later', async () => {
  const { counts, saved, database } = openCounts();
  give(counts, 3);
  database.isAway = true;
  await counts.stop();
  expect(counts.unsaved('mf-a', '1.0.0', NOON)).toBe(3);
  give(counts, 1);
  database.isAway = false;
  await counts.stop();
  expect(saved).toEqual([[at(0).toISOString(), [{ name: 'mf-a', version: '1.0.0', pages: 4 }]]]);
});

test('what is on its way into the database is still told of', async () => {
  const { counts, database } = openCounts();
  database.waits = new Promise((resolve) => {
    database.release = resolve;
  });
  give(counts, 3);
  const stopped = counts.stop();
  await Promise.resolve();
  expect(counts.unsaved('mf-a', '1.0.0', NOON)).toBe(3);
  database.release();
  await stopped;
  expect(counts.unsaved('mf-a', '1.0.0', NOON)).toBe(0);
});

test('a database that stays away costs the oldest minutes, never more memory', async () => {
  const { clock, counts, database } = openCounts();
  database.isAway = true;
  for (let minute = 0; minute < 70; minute++) {
    give(counts, 1);
    clock.advance(60_000);
    await counts.stop();
  }
  expect(counts.unsaved('mf-a', '1.0.0', NOON)).toBe(60);
});
