import { BROWSER_CODES, DEVICE_CODES, OS_CODES, type Targeting } from '@ezdash/contracts';
import { clientClass } from '../clientClass';
import { only, snapshotInput } from '../testFixtures';
import { parseUserAgent } from '../userAgent';
import { buildSnapshot } from './buildSnapshot';
import type { CampaignIndex } from './CampaignIndex';

const android = (version: string) =>
  parseUserAgent(
    `Mozilla/5.0 (Linux; Android ${version}; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36`,
  ).client;

function indexOf(targetings: Partial<Targeting>[]): CampaignIndex {
  const input = snapshotInput(targetings.map((targeting, at) => ({ id: at + 1, targeting })));
  const [index] = buildSnapshot(input).indexes;
  if (index === undefined) throw new Error('no index');
  return index;
}
const takers = (index: CampaignIndex, client: ReturnType<typeof clientClass>) =>
  index.campaigns.map(({ id }) => id).filter((id) => index.client(client).has(index.positionOf(id) ?? -1));
const bounds = (min: string | null, max: string | null) => only({ name: 'android' as const, min, max });

test('a stranger’s made-up versions switch off nobody’s', () => {
  const index = indexOf([{}, { os: bounds('14', null) }, { os: bounds(null, '13') }]);
  for (let version = 0; version < 2_100; version += 1)
    index.client(android(`${version % 100}.${100 + Math.floor(version / 100)}`));
  for (let version = 0; version < 5_000; version += 1) index.client(android(`${100 + version}`));
  // None of them was met before.
  expect(android('15.7').osVersion).toBe(150_007);
  expect(takers(index, android('15.7'))).toEqual([1, 2]);
  expect(takers(index, android('12.8'))).toEqual([1, 3]);
});

test('versions that no campaign tells apart are one to the index', () => {
  const left = { include: [], exclude: bounds('16.2', null).include };
  const index = indexOf([{ os: bounds('14', '15') }, { os: left }]);
  const key = (version: string) => index.clients.keyOf(android(version));
  const keys = ['13', '14', '16', '16.2'].map(key);
  expect(new Set(keys).size).toBe(4);
  expect(
    ['9', '13.9', '14.1', '15.9999', '16.1', '9999'].map((version) => keys.indexOf(key(version))),
  ).toEqual([0, 0, 1, 1, 2, 3]);
  // An unknown version is none of them.
  expect(keys).not.toContain(
    index.clients.keyOf(clientClass(DEVICE_CODES.phone, OS_CODES.android, -1, BROWSER_CODES.chrome)),
  );
  // Nor does anybody name versions of another system.
  const ios = (version: number) =>
    index.clients.keyOf(clientClass(DEVICE_CODES.phone, OS_CODES.ios, version, 0));
  expect(ios(10_000)).toBe(ios(180_006));
});

test('a class is the same object while it is in use, also an unknown one', () => {
  const known = clientClass(DEVICE_CODES.tv, OS_CODES.other, 60_005, BROWSER_CODES.other);
  expect(known).toEqual({ device: 4, os: OS_CODES.other, osVersion: 60_005, browser: BROWSER_CODES.other });
  expect(clientClass(DEVICE_CODES.tv, OS_CODES.other, 60_005, BROWSER_CODES.other)).toBe(known);
  expect(clientClass(DEVICE_CODES.desktop, 0, -1, 0)).toEqual({
    device: 1,
    os: 0,
    osVersion: -1,
    browser: 0,
  });
});
