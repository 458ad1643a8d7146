import { PublicFiles } from './fileStanding';
import { creativeInput } from './testFixtures';

const creative = (id: number, campaignId: number, ...publicFiles: string[]) =>
  creativeInput({ id, campaignId, publicFiles: publicFiles.length > 0 ? publicFiles : undefined });

function made(creatives: ReturnType<typeof creative>[]): PublicFiles {
  const steps = PublicFiles.steps(creatives);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test('a file is public for as long as one campaign makes it so', () => {
  const files = made([
    creative(1, 10, 'a', 'b'),
    creative(2, 10, 'a'),
    creative(3, 11, 'a'),
    creative(4, 12),
  ]);
  expect(['a', 'b', 'c'].map((hash) => files.has(hash))).toEqual([true, true, false]);
  files.set(10, [creative(2, 10, 'c')]);
  expect(['a', 'b', 'c'].map((hash) => files.has(hash))).toEqual([true, false, true]);
  files.set(11, []);
  expect(files.has('a')).toBe(false);
  files.set(12, [creative(4, 12, 'a')]);
  expect(files.has('a')).toBe(true);
});

test('changed one by one it is as made at once', () => {
  const creatives = Array.from({ length: 60 }, (_, n) => creative(n, n % 7, `f${n % 11}`, `g${n % 5}`));
  const files = new PublicFiles();
  for (let id = 0; id < 7; id += 1) {
    files.set(id, creatives.slice(0, 20));
    files.set(
      id,
      creatives.filter(({ campaignId }) => campaignId === id),
    );
  }
  expect(files).toEqual(made(creatives));
});
