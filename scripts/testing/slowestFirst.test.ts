import { readdirSync } from 'node:fs';
import path from 'node:path';
import SlowestFirst from './slowestFirst.cjs';

const root = path.join(__dirname, '../..');
const testsOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `/${folder}/${name}`);

test('every file that is named is there, once', () => {
  const files = [...testsOf('api/src'), ...testsOf('shell/src')];
  for (const name of SlowestFirst.SLOWEST)
    expect([name, files.filter((file) => file.endsWith(name)).length]).toEqual([name, 1]);
});
