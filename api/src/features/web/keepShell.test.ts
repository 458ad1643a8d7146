import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepShell } from './keepShell';

const scratch = mkdtempSync(path.join(tmpdir(), 'keep-shell-'));
const dist = path.join(scratch, 'dist');
const dataDir = path.join(scratch, 'data');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

jest.mock('../remotes', () => ({
  readShellRelease: (folder: string) =>
    JSON.parse(
      jest.requireActual<typeof import('node:fs')>('node:fs').readFileSync(`${folder}/release.json`, 'utf8'),
    ),
}));

/** As a build leaves it: the files of the build before are gone. */
function build(buildId: string, file: string): void {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'release.json'), JSON.stringify({ buildId }));
  writeFileSync(path.join(dist, file), buildId);
}

test('a later build takes nothing from a page that was rendered before it', () => {
  build('aaaaaaaa', 'main.a.js');
  const { current } = keepShell(dist, dataDir);
  build('bbbbbbbb', 'main.b.js');
  expect(readFileSync(path.join(current, 'main.a.js'), 'utf8')).toBe('aaaaaaaa');
  const next = keepShell(dist, dataDir);
  expect(next.folders).toEqual([path.join(dataDir, 'shell', 'bbbbbbbb'), current]);
});

test('the same build is kept once; after five the oldest goes', () => {
  for (let n = 0; n < 6; n++) {
    build(`cccccc0${n}`, 'main.js');
    const { current } = keepShell(dist, dataDir);
    utimesSync(current, 2_000_000_000 + n, 2_000_000_000 + n);
    expect(keepShell(dist, dataDir).current).toBe(current);
  }
  expect(keepShell(dist, dataDir).folders).toHaveLength(5);
  expect(existsSync(path.join(dataDir, 'shell', 'cccccc00'))).toBe(false);
});
