import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../platform/projectRoot';
import { readme } from './readme';

const wiring = readFileSync(path.join(projectRoot(), 'api', 'src', 'wireAccounts.ts'), 'utf8');
/** The files of the other features, by the names they are wired with. */
const [, ofMoney = ''] = /const MONEY_DATA = \[([^\]]+)\]/.exec(wiring) ?? [];
const OTHERS = [
  ...[...wiring.matchAll(/\{ name: '([a-z-]+)', export:/g)],
  ...[...ofMoney.matchAll(/'([a-z-]+)'/g)],
].map((found) => `${found[1]}.json`);

const write = (locale: string, others: readonly string[] = OTHERS) =>
  readme(locale, {
    appName: 'Ads',
    email: 'ines@halden.test',
    madeAt: new Date('2026-11-21T12:00:00Z'),
    others,
    leftOut: 0,
  }).split('\r\n');
const linesOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith('- '));

it.each([
  ['en', 'more that belongs to your account'],
  ['de', 'weitere Daten Ihres Kontos'],
])('says in %s of every file what is in it', (locale, vague) => {
  expect(OTHERS).toHaveLength(23);
  const lines = linesOf(write(locale));
  for (const name of OTHERS) expect(lines.some((line) => line.startsWith(`- ${name}: `))).toBe(true);
  expect(lines.filter((line) => line.endsWith(vague))).toEqual([]);
  expect(new Set(lines.map((line) => line.split(': ')[1])).size).toBe(lines.length);
  expect(linesOf(write(locale, ['new.json'])).at(-1)).toBe(`- new.json: ${vague}`);
});

it('names no two files nearly alike', () => {
  const stems = linesOf(write('en')).map((line) => /^- ([a-z-]+)/.exec(line)?.[1]?.replace(/s$/, ''));
  expect(new Set(stems).size).toBe(stems.length);
});
