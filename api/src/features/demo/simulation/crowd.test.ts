import type { AdCandidate } from '@ezdash/contracts';
import { countryCode, createDataCentreTest, openGeo } from '../../serving';
import { seededRandom } from '../visitsModel';
import { chooseFor, crowdSize, drawCrowd } from './crowd';

test('people have addresses of their own, at home in their country and in no data centre', async () => {
  const people = await drawCrowd(400, 0.25, seededRandom(5));
  expect(people.length).toBeGreaterThan(390);
  expect(new Set(people.map(({ address }) => address)).size).toBe(people.length);
  const geo = await openGeo();
  const isDataCentre = createDataCentreTest();
  for (const { address, country, headers } of people) {
    expect([address, countryCode(geo(address)), isDataCentre(address)]).toEqual([address, country, false]);
    expect(headers['x-forwarded-for']).toBe(address);
  }
  const isPrivate = people.filter(({ headers }) => headers['sec-gpc'] === '1').length;
  expect(isPrivate / people.length).toBeGreaterThan(0.15);
  expect(isPrivate / people.length).toBeLessThan(0.35);
  expect(new Set(people.map(({ country }) => country)).size).toBe(12);
  expect(new Set(people.map(({ browser }) => browser.device)).size).toBeGreaterThan(2);
  expect((await drawCrowd(400, 0.25, seededRandom(5))).map(({ address }) => address)).toEqual(
    people.map(({ address }) => address),
  );
});

test.each([
  [1, 1_000, 300],
  [20, 60_000, 400],
  [500, 60_000, 10_000],
  [500, 86_400_000, 20_000],
])('%d page views a second for %d ms are the work of %d people', (rate, durationMs, size) => {
  expect(crowdSize(rate, durationMs)).toBe(size);
});

test('the first candidate under its cap, until the time is over', async () => {
  const [person] = await drawCrowd(1, 0, seededRandom(1));
  if (!person) throw new Error('Nobody');
  const candidate = (campaign: string, count: number | null): AdCandidate => ({
    type: 'image',
    token: 't',
    campaign,
    creative: 'cr_1',
    cap: count === null ? null : { count, seconds: 60 },
    click: '/c',
    impression: '/i',
    view: '/v',
    alt: '',
    image: '/x.png',
  });
  const ads = [candidate('c_1', 2), candidate('c_2', null)];
  const chosen = [0, 1_000, 2_000, 60_500].map((atMs) => chooseFor(person, ads, atMs)?.campaign);
  expect(chosen).toEqual(['c_1', 'c_1', 'c_2', 'c_1']);
  expect(chooseFor(person, [candidate('c_1', 1)], 61_000)).toBeUndefined();
});
