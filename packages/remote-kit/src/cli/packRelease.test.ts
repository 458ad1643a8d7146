import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SOURCES_FILE } from '@ezdash/contracts';
import { strFromU8, unzipSync } from 'fflate';
import { packCommand } from './packCommand';
import { packRelease } from './packRelease';
import { makeBuild } from './testing/makeBuild';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-pack-'));
  makeBuild(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what release.json describes is packed, with what the inspector reads, and nothing else', () => {
  writeFileSync(path.join(folder, SOURCES_FILE), '{}');
  for (const other of ['remoteEntry.js.br', 'remoteEntry.js.gz', '.mf-weather.stamp', 'App.js.map'])
    writeFileSync(path.join(folder, other), 'no');
  mkdirSync(path.join(folder, 'deeper'));
  const { release, archive } = packRelease(folder);
  const files = unzipSync(archive);
  expect(Object.keys(files).sort()).toEqual([SOURCES_FILE, 'App.js', 'release.json', 'remoteEntry.js']);
  expect(strFromU8(files['App.js'] ?? new Uint8Array())).toBe('console.log("App")');
  expect([release.name, release.version]).toEqual(['mf-weather', '1.4.0']);
});

test('the same build gives the same bytes, whenever it was written', () => {
  const first = packRelease(folder).archive;
  for (const file of ['App.js', 'release.json']) utimesSync(path.join(folder, file), 1, 1_000_000_000);
  expect(Buffer.from(packRelease(folder).archive).equals(Buffer.from(first))).toBe(true);
});

test('a file that is missing is named', () => {
  rmSync(path.join(folder, 'App.js'));
  expect(() => packRelease(folder)).toThrow(`${folder} lacks App.js: build it anew`);
});

test.each(['{}', 'no JSON'])('%s describes no release', (text) => {
  writeFileSync(path.join(folder, 'release.json'), text);
  expect(() => packRelease(folder)).toThrow('release.json is not the description of a release');
});

test('the archive lies beside the files, is called as its release is, and is not packed the next time', () => {
  const file = path.join(folder, 'mf-weather-1.4.0.zip');
  expect(packCommand(folder)).toBe(`Packed ${file}: 0.0 MB`);
  const first = readFileSync(file);
  packCommand(folder);
  expect(readFileSync(file).equals(first)).toBe(true);
});
