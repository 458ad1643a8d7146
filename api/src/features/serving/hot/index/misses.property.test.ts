import { NO_FILL_REASONS } from '@ezdash/contracts';
import { Budgets } from '../budgets';
import { decide } from '../decide';
import { contextOf, type Market, NOW_MS, randomMarket, randomPerson, seeded } from '../testMarket';
import { buildSnapshot } from './buildSnapshot';
import { MISS, Misses } from './Misses';

const MARKETS = 120;
const VISITORS = 12;

function open(market: Market) {
  const snapshot = buildSnapshot(market.input);
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  budgets.load(market.budgets, NOW_MS);
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  const answer = (visit: Market) => {
    const { reason, candidates } = decide(snapshot, budgets, contextOf(zone, visit));
    return { reason, campaigns: candidates.map(({ campaign }) => campaign.id) };
  };
  return { snapshot, answer };
}

test('whoever came before, a visitor gets what a new index answers, and for the same reason', () => {
  let remembered = 0;
  const reasons = new Set<number>();
  for (let seed = 1; seed <= MARKETS; seed += 1) {
    const market = randomMarket(seed, 12);
    const random = seeded(seed);
    const visits = Array.from({ length: VISITORS }, () => ({ ...market, person: randomPerson(random) }));
    const expected = visits.map((visit) => open(visit).answer(visit));
    const { snapshot, answer } = open(market);
    expect(visits.map(answer)).toEqual(expected);
    expect(visits.map(answer)).toEqual(expected);
    for (const { reason } of expected) reasons.add(reason);
    if (snapshot.indexes.some((index) => index.misses.size > 0)) remembered += 1;
  }
  expect(remembered).toBeGreaterThan(MARKETS / 10);
  for (const name of ['no-country', 'no-device', 'no-client', 'no-language'] as const)
    expect(reasons).toContain(NO_FILL_REASONS[name]);
});

test('what is remembered goes with the zones it was learnt of', () => {
  const market = randomMarket(3, 12);
  const { snapshot } = open(market);
  const [index] = snapshot.indexes;
  const visitor = { origin: 1, device: 1, client: 1, language: 1 };
  index?.misses.note(401, MISS.client, visitor);
  expect(index?.misses.find(401, () => visitor)).toBe(MISS.client);
  index?.misses.note(402, MISS.client, visitor);
  index?.forgetPlaces([401]);
  expect(index?.misses.find(401, () => visitor)).toBeUndefined();
  expect(index?.misses.find(402, () => visitor)).toBe(MISS.client);
  expect(index?.misses.size).toBe(1);
});

test('one visitor tells of all who differ in nothing that was asked', () => {
  const misses = new Misses();
  const known = { origin: 7 | (300 << 10), device: 2, client: 5, language: 9 };
  for (const step of Object.values(MISS)) misses.note(step, step, known);
  const other = { origin: 7, device: 3, client: 6, language: 8 };
  const found = (zoneId: number, differing: Partial<typeof known>) =>
    misses.find(zoneId, () => ({ ...known, ...differing }));
  for (const step of Object.values(MISS)) expect(found(step, {})).toBe(step);
  expect(found(MISS.country, other)).toBe(MISS.country);
  expect(found(MISS.region, { ...other, origin: known.origin })).toBe(MISS.region);
  expect(found(MISS.region, { origin: other.origin })).toBeUndefined();
  expect(found(MISS.device, { client: 6, language: 8 })).toBe(MISS.device);
  expect(found(MISS.device, { device: 3 })).toBeUndefined();
  expect(found(MISS.client, { language: 8 })).toBe(MISS.client);
  expect(found(MISS.client, { client: 6 })).toBeUndefined();
  expect(found(MISS.language, { language: 8 })).toBeUndefined();
  expect(found(99, {})).toBeUndefined();
});
