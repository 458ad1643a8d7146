import { only, snapshotInput } from '../testFixtures';
import { buildSnapshot } from './buildSnapshot';
import { countryNumber } from './country';
import { countryOf, originOf, regionCode, regionNumber, regionOf } from './region';

test.each(['DE-BY', 'AT-7', 'US-CA', 'GB-ENG', 'FR-2A', 'FR-20R', 'BR-SP', 'ZW-ZZZ', 'AA-0', 'AA-00'])(
  '%s is itself again',
  (code) => {
    const region = regionNumber(code);
    expect(regionCode(region)).toBe(code);
    const origin = originOf(countryNumber(code.slice(0, 2)), region);
    expect(regionOf(origin)).toBe(region);
    expect(countryOf(origin)).toBe(countryNumber(code.slice(0, 2)));
  },
);

test.each([
  '',
  'DE',
  'DE-',
  'DE-BYXX',
  'de-BY',
  'DE-by',
  'DE_BY',
  'DEU-BY',
  'D-BY',
  'DE-B ',
  'DE-B-',
  'ZZ-BY',
])('%j is no region', (code) => expect(regionNumber(code)).toBe(0));

test('regions that differ have numbers that differ, and one of another country is none', () => {
  const codes = ['DE-1', 'DE-01', 'DE-10', 'DE-A', 'DE-0A', 'DE-A0', 'AT-1', 'AT-A'];
  expect(new Set(codes.map(regionNumber)).size).toBe(codes.length);
  expect(originOf(countryNumber('FR'), regionNumber('DE-BY'))).toBe(countryNumber('FR'));
  expect(regionOf(countryNumber('DE'))).toBe(0);
  expect(regionCode(0)).toBe('');
});

test('campaigns that name invented regions take no region from anybody', () => {
  let invented = 0;
  const next = () => {
    invented += 1;
    return `QQ-${invented.toString(36).toUpperCase()}`;
  };
  const liar = () => ({ regions: only(...Array.from({ length: 500 }, next)) });
  // As one campaign is changed again and again.
  for (let change = 0; change < 33; change += 1) buildSnapshot(snapshotInput([{ id: 1, targeting: liar() }]));
  const { indexes } = buildSnapshot(
    snapshotInput([
      { id: 1, targeting: liar() },
      { id: 2, targeting: { regions: only('DE-BY') } },
      { id: 3, targeting: { regions: { include: [], exclude: ['DE-BY'] } } },
    ]),
  );
  const [index] = indexes;
  const takers = (origin: number) =>
    [1, 2, 3].filter((id) => index?.origin(origin).has(index.positionOf(id) ?? -1));
  const germany = countryNumber('DE');
  expect(takers(originOf(germany, regionNumber('DE-BY')))).toEqual([2]);
  expect(takers(originOf(germany, regionNumber('DE-BE')))).toEqual([3]);
  expect(takers(germany)).toEqual([3]);
});

test('regions narrow the country they lie in; another one that is named stays whole', () => {
  const countries = only('AT', 'DE');
  const { indexes } = buildSnapshot(
    snapshotInput([
      { id: 1, targeting: { countries, regions: only('DE-BY') } },
      { id: 2, targeting: { countries, regions: { include: ['DE-BY'], exclude: ['AT-9'] } } },
      // Without a country the regions alone say where.
      { id: 3, targeting: { regions: only('DE-BY') } },
      { id: 4, targeting: { countries, regions: only('DE-BY', 'AT-7') } },
    ]),
  );
  const [index] = indexes;
  const takers = (country: string, region: string) => {
    const origin = originOf(countryNumber(country), region === '' ? 0 : regionNumber(region));
    return [1, 2, 3, 4].filter((id) => index?.origin(origin).has(index.positionOf(id) ?? -1));
  };
  expect(takers('DE', 'DE-BY')).toEqual([1, 2, 3, 4]);
  expect(takers('DE', 'DE-BE')).toEqual([]);
  expect(takers('DE', '')).toEqual([]);
  expect(takers('AT', 'AT-7')).toEqual([1, 2, 4]);
  expect(takers('AT', 'AT-9')).toEqual([1]);
  // Of whose region nothing is known: whole is whole.
  expect(takers('AT', '')).toEqual([1, 2]);
  expect(takers('CH', 'CH-GR')).toEqual([]);
});
