import { NO_TARGETING, TARGETING_MOST } from './constants';
import { lastVersionNumber, targeting, versionNumber } from './targeting';

const issues = (input: unknown) =>
  targeting.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
const paths = (input: unknown) => issues(input).map(([path]) => path);

test('what is not sent narrows nothing', () => {
  expect(targeting.parse({})).toEqual(NO_TARGETING);
  const { countries, ...rest } = targeting.parse({ countries: { include: ['DE'] } });
  expect(countries).toEqual({ include: ['DE'], exclude: [] });
  expect({ ...rest, countries: NO_TARGETING.countries }).toEqual(NO_TARGETING);
});

test('what nobody has asked for shares no list with what somebody has', () => {
  targeting.parse({}).countries.include.push('DE');
  expect(targeting.parse({})).toEqual(NO_TARGETING);
});

test.each([
  ['regions.include.0', { regions: { include: ['Bavaria'] } }],
  ['languages.exclude.1', { languages: { exclude: ['de', 'German'] } }],
  ['devices.include.0', { devices: { include: ['fridge'] } }],
  ['os.include.0.min', { os: { include: [{ name: 'ios', min: '17.4.1', max: null }] } }],
  ['os.include.0.max', { os: { include: [{ name: 'ios', min: '17.10', max: '17.9' }] } }],
  ['keywords.include.0', { keywords: { include: ['boots, shoes'] } }],
  ['ip_ranges.include.0', { ip_ranges: { include: ['203.0.113.0/33'] } }],
  ['hours.timezone', { hours: { timezone: 'Mars/Phobos', hours: [1] } }],
  ['hours.hours', { hours: { timezone: 'UTC', hours: [] } }],
  ['hours.hours.0', { hours: { timezone: 'UTC', hours: [168] } }],
  ['zones.include', { zones: { include: Array(TARGETING_MOST.zones + 1).fill('z_1000') } }],
])('%s is refused', (path, input) => expect(paths(input)).toEqual([path]));

test('several mistakes are named at once', () => {
  expect(
    paths({ countries: { include: ['XX'] }, languages: { include: ['x'] }, devices: { exclude: ['x'] } }),
  ).toEqual(['countries.include.0', 'devices.exclude.0', 'languages.include.0']);
});

test('a dimension nobody knows is a slip of the pen, not everybody', () => {
  expect(targeting.safeParse({ country: { include: ['DE'] } }).success).toBe(false);
  expect(targeting.safeParse({ countries: { includes: ['DE'] } }).success).toBe(false);
});

test('nothing is taken and left at once; of an operating system, the same versions', () => {
  const text = 'This is included and excluded at once';
  const ios = (min: string | null) => ({ name: 'ios', min, max: null });
  expect(
    issues({
      countries: { include: ['DE', 'AT'], exclude: ['CH', 'AT'] },
      keywords: { include: ['Boots'], exclude: ['boots '] },
      os: { include: [ios(null)], exclude: [ios('18')] },
    }),
  ).toEqual([
    ['countries.exclude.1', text],
    ['keywords.exclude.0', text],
  ]);
  expect(paths({ os: { include: [ios('18')], exclude: [ios('18')] } })).toEqual(['os.exclude.0']);
});

test('regions lie in countries that the campaign runs in', () => {
  const text = 'The campaign does not run in the country of this region';
  const regions = { include: ['DE-BY', 'AT-7'] };
  expect(issues({ regions, countries: { exclude: ['DE'] } })).toEqual([['regions.include.0', text]]);
  expect(issues({ regions, countries: { include: ['DE'] } })).toEqual([['regions.include.1', text]]);
  expect(issues({ regions: { exclude: ['DE-BY'] }, countries: { include: ['DE'] } })).toEqual([]);
  expect(issues({ regions })).toEqual([]);
});

test('keywords are lower case, addresses of both kinds', () => {
  const chosen = targeting.parse({
    keywords: { include: [' Winter Boots '] },
    ip_ranges: { include: ['2001:db8::/32', '203.0.113.7'] },
  });
  expect(chosen.keywords.include).toEqual(['winter boots']);
  expect(chosen.ip_ranges.include).toEqual(['2001:db8::/32', '203.0.113.7']);
});

test('versions sort as people count', () => {
  expect(versionNumber('17.10')).toBeGreaterThan(versionNumber('17.4'));
  expect(versionNumber('17')).toBe(versionNumber('17.0'));
});

test('a last version is compared as far as it is named', () => {
  const takes = (max: string, version: string) => versionNumber(version) <= lastVersionNumber(max);
  expect([takes('17', '17'), takes('17', '17.4'), takes('17', '17.9999'), takes('17', '18')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([takes('17.4', '17.4'), takes('17.4', '17.10')]).toEqual([true, false]);
  const ios = (min: string, max: string) => ({ os: { include: [{ name: 'ios', min, max }] } });
  expect(paths(ios('17.4', '17'))).toEqual([]);
  expect(paths(ios('17.4', '17.2'))).toEqual(['os.include.0.max']);
});
