import { findNamed, longestRun, type Word } from './findNamed';
import { slipsBetween } from './misspelt';

const named = (text: string, ...names: string[]) =>
  findNamed(
    text,
    names.map((name, index) => ({ id: `c_${(46_656 + index).toString(36)}`, names: [name] })),
  ).map(({ names: [name] }) => name);

const ALPS = 'Trail season, the Alps';
const NORDICS = 'Trail season, Nordics';
const SHELLS = 'Winter shells, US and CA desktop';

test.each<[string, string, string[], string[]]>([
  ['the beginning of two names', 'Why did Trail season stop?', [ALPS, NORDICS, SHELLS], [ALPS, NORDICS]],
  ['one whole name', 'trail season nordics is off', [ALPS, NORDICS], [NORDICS]],
  [
    'a beginning, then the whole',
    'Trail season?\nTrail season, Nordics shows nothing',
    [ALPS, NORDICS],
    [NORDICS],
  ],
  ['a name as another language says it', '¿Por qué no se muestra «Winter shells»?', [ALPS, SHELLS], [SHELLS]],
  ['a name in German', 'Wieso läuft „Trail season“ nicht mehr?', [ALPS, SHELLS], [ALPS]],
  [
    'two words that begin a name',
    'the Rain covers do not run',
    ['Rain covers, last hundred'],
    ['Rain covers, last hundred'],
  ],
  ['accents left out', 'cafe creme is gone', ['Café Crème'], ['Café Crème']],
  [
    'a name that is written without spaces',
    'なぜ冬のセールが止まったのですか',
    ['冬のセール', '夏のセール'],
    ['冬のセール'],
  ],
  ['a name of one long word', 'and bootsclearance?', ['Bootsclearance'], ['Bootsclearance']],
  ['one short word as it is written', 'Is Sale broken?', ['Sale'], ['Sale']],
])('%s', (_, text, names, expected) => {
  expect(named(text, ...names)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['one word of a name', 'It is cold this winter', [SHELLS]],
  ['a word that is a name by chance', 'I have a sale tomorrow', ['Sale']],
  ['two little words', 'in the end it stopped', ['In the Alps, summer']],
  ['a part from the middle', 'the Alps are far', [ALPS]],
  ['a longer word that begins so', 'Trailseason', [ALPS]],
  ['nothing', '', [ALPS]],
  ['a name of signs alone', 'Hello!!!', ['!!!']],
])('%s names nothing', (_, text, names) => {
  expect(named(text, ...names)).toEqual([]);
});

test.each<[string, string, string[], string[]]>([
  ['letters swapped and left out', 'Wintre shels returning visitor', [SHELLS, 'Rain covers'], [SHELLS]],
  ['only the misspelt whole name', 'Trail seasn, Nordics', [ALPS, NORDICS], [NORDICS]],
  ['the misspelt beginning of two', 'trial season?', [ALPS, NORDICS, SHELLS], [ALPS, NORDICS]],
  [
    'a right name beside a misspelt one',
    'Rain covers or Wintre shels',
    [SHELLS, 'Rain covers'],
    ['Rain covers'],
  ],
  ['a name of one long word', 'Botsclearence is off', ['Bootsclearance'], ['Bootsclearance']],
  ['another number', 'Trail 2024', ['Trail 2025', 'Trial 2026'], []],
  ['one misspelt word of a name', 'It is wintry today, wintre', [SHELLS], []],
  ['words that are others', 'my rain layers', ['Rain covers'], []],
])('misspelt: %s', (_, text, names, expected) => {
  expect(named(text, ...names)).toEqual(expected);
});

test.each<[string, string, number]>([
  ['winter', 'wintre', 1],
  ['shells', 'shels', 1],
  ['season', 'season', 0],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
])('%s and %s are %i slips apart', (a, b, slips) => {
  expect(slipsBetween(a, b)).toBe(slips);
});

test('an id names, also within an address, and however it is written', () => {
  expect(named('see /advertiser/campaigns/c_1001?x=1', 'A', 'B')).toEqual(['B']);
  expect(named('C_1000', 'A', 'B')).toEqual(['A']);
  expect(named('c_10000', 'A', 'B')).toEqual([]);
});

test('a property is named by its domain', () => {
  const property = { id: 'p_1000', names: ['Alpine Weather', 'alpineweather.example'] };
  expect(findNamed('https://alpineweather.example/map is empty', [property])).toEqual([property]);
});

test('thousands of names and a long text take no time to speak of', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `Trail season, region ${index}`);
  const text = 'trail season '.repeat(300);
  expect(named(text, ...names)).toHaveLength(2_000);
  expect(named('trial saeson '.repeat(300), ...names)).toHaveLength(2_000);
});

test('names that repeat themselves are found where they begin anew', () => {
  expect(named('my run run fun runs stop', 'Run run fun')).toEqual(['Run run fun']);
  expect(named('run run run run fun is off', 'Run run run fun')).toEqual(['Run run run fun']);
  expect(named('alps run alps run alps valley', 'Alps run alps valley')).toEqual(['Alps run alps valley']);
});

test('a name that repeats itself costs a few looks at each word of the text', () => {
  const words = (count: number): Word[] => Array(count).fill({ folded: 'ab', written: 'ab' });
  let looks = 0;
  const run = longestRun([...words(40), { folded: 'cd', written: 'cd' }], words(1_000), (a, b) => {
    looks += 1;
    return a?.folded === b?.folded;
  });
  expect(run).toBe(40);
  expect(looks).toBeLessThan(4_000);
});
