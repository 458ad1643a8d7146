import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteNames } from './lib/remotes.mjs';

const root = path.join(__dirname, '..');
const ROOMS = ['packages/store', 'shell', ...remoteNames()];
const ENDPOINT = /^\s+(\w+): build\.(?:query|mutation|infiniteQuery)\b/gm;

function endpointsOf(room: string): { name: string; file: string }[] {
  const files = readdirSync(path.join(root, room, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, room, 'src', file), 'utf8');
      return [...text.matchAll(ENDPOINT)].map(([, name = '']) => ({ name, file: `${room}/src/${file}` }));
    });
}

/** They are injected into the one slice of the page: of two with one name the later one answers for both. */
test('no two endpoints of the page have one name', () => {
  const endpoints = ROOMS.flatMap(endpointsOf);
  expect(endpoints.length).toBeGreaterThan(100);
  const places = new Map<string, string[]>();
  for (const { name, file } of endpoints) places.set(name, [...(places.get(name) ?? []), file]);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
