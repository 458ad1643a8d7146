import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Log } from '../platform/log';
import { keepPrivate } from './keepPrivate';

const warn = jest.fn();
const log = { warn } as unknown as Log;
const umask = process.umask();
let folder: string;
let dataDir: string;
beforeEach(() => {
  warn.mockClear();
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-private-'));
  chmodSync(folder, 0o755);
  dataDir = path.join(folder, 'data');
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});
const modeOf = (...parts: string[]) => (statSync(path.join(dataDir, ...parts)).mode & 0o777).toString(8);

it('makes DATA_DIR, and whatever is made in it, for its owner alone', () => {
  keepPrivate(dataDir, log);
  mkdirSync(path.join(dataDir, 'creatives'));
  writeFileSync(path.join(dataDir, 'creatives', 'a.png'), '');
  execFileSync('sh', ['-c', `echo > ${path.join(dataDir, 'of-a-child')}`]);
  expect([modeOf(), modeOf('creatives'), modeOf('creatives', 'a.png'), modeOf('of-a-child')]).toEqual([
    '700',
    '700',
    '600',
    '600',
  ]);
  expect(warn).not.toHaveBeenCalled();
});

it('tightens what an older release left open', () => {
  mkdirSync(path.join(dataDir, 'journal'), { recursive: true });
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  chmodSync(dataDir, 0o755);
  chmodSync(path.join(dataDir, 'journal'), 0o775);
  chmodSync(path.join(dataDir, 'secrets.json'), 0o644);
  keepPrivate(dataDir, log);
  expect([modeOf(), modeOf('journal'), modeOf('secrets.json')]).toEqual(['700', '700', '600']);
  expect(warn).not.toHaveBeenCalled();
});

it('warns of what belongs to somebody else, and leaves it', () => {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  keepPrivate(dataDir, log, 4_711);
  expect(modeOf()).toBe('755');
  expect(warn).toHaveBeenCalledWith({ files: [dataDir] }, expect.stringContaining('chmod -R go='));
});
