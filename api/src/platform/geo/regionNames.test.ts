import { region } from '@ezdash/contracts';
import { openRegionNames, type RegionNames } from './regionNames';

let names: RegionNames;
beforeAll(async () => {
  names = await openRegionNames();
});
const codes = (search: string, most = 10) => names.find(search, most).map(({ code }) => code);

it.each([
  ['its English name', 'Bavaria', 'DE-BY'],
  ['what people there call it', 'bayern', 'DE-BY'],
  ['a name without its accents', 'thuringen', 'DE-TH'],
  ['a part of it', 'westphalia', 'DE-NW'],
  ['its code', 'us-ca', 'US-CA'],
  ['another own name', 'Genf', 'CH-GE'],
])('a region is found by %s', (_, search, code) => expect(codes(search)).toContain(code));

it('those that begin so come first, and no more than are asked for', () => {
  expect(codes('tirol', 1)).toEqual(['AT-7']);
  expect(codes('a', 7)).toHaveLength(7);
  expect(codes('   ')).toEqual([]);
  expect(codes('no such region')).toEqual([]);
});

it('codes have their names, and those that nobody has given none are left out', () => {
  expect(names.of(['DE-BY', 'DE-ZZ', 'AT-9', 'DE-BY']).map(({ name }) => name)).toEqual([
    'Bavaria',
    'Vienna',
  ]);
});

it('every code is one that targeting takes', () => {
  const all = names.find('-', 10_000);
  expect(all.length).toBeGreaterThan(5_000);
  const refused = all.filter(({ code }) => !region.safeParse(code).success);
  expect(refused.map(({ code }) => code)).toEqual([]);
});
