import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exportsOf } from './exportsOf';

let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'exports-of-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(scratch, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('every way of giving a name away is read', () => {
  write('inner/index.ts', 'export const deep = 1;\nexport interface Deep {}\nconst hidden = 1;\n');
  write('page.tsx', 'export function Page() {\n  return <p />;\n}\n');
  const file = write(
    'index.ts',
    [
      "export * from './inner';",
      "export { Page as Screen, type Props } from './page';",
      "export type { Only } from './only';",
      'export const one = 1, two = 2;',
      'export const { api, other: renamed } = make();',
      'export class Kind {}',
      'export type Word = string;',
      'export enum Level { low }',
      'const late = 1;',
      'export { late };',
      'export default late;',
    ].join('\n'),
  );
  expect(exportsOf(file)).toEqual({
    Deep: 'type',
    Kind: 'value',
    Level: 'value',
    Only: 'type',
    Props: 'type',
    Screen: 'value',
    Word: 'type',
    api: 'value',
    deep: 'value',
    late: 'value',
    one: 'value',
    renamed: 'value',
    two: 'value',
  });
});

test('JavaScript is read too, and everything of another package is not guessed', () => {
  expect(exportsOf(write('facade.mjs', "export { a, b as c } from '../x/index.js';\n"))).toEqual({
    a: 'value',
    c: 'value',
  });
  expect(() => exportsOf(write('star.ts', "export * from 'react';\n"))).toThrow(/everything of react/);
});
