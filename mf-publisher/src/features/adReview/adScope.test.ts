import { makeAd } from '../../testing/adReviewData';
import { blockedOn, countOf, reasonsOf } from './adScope';

const places = ['p_1', 'p_2', 'p_3'].map((id) => ({ id, name: id }));
const domain = { kind: 'domain', value: 'shop.example' } as const;
const category = { kind: 'category', value: null } as const;
const ad = makeAd({
  blocked_on: [
    { property_id: 'p_1', reasons: [domain, category] },
    { property_id: 'p_2', reasons: [domain] },
    { property_id: 'p_9', reasons: [{ kind: 'creative', value: 'cr_1001' }] },
  ],
});

test('only the places asked for count', () => {
  expect(blockedOn(ad, places).map(({ property_id: id }) => id)).toEqual(['p_1', 'p_2']);
  expect(blockedOn(ad, places.slice(2))).toEqual([]);
});

test('a reason of several places is said once', () => {
  expect(reasonsOf(blockedOn(ad, places))).toEqual([domain, category]);
});

test('what blocks on how many', () => {
  expect(countOf(ad, places, domain)).toBe(2);
  expect(countOf(ad, places.slice(1), domain)).toBe(1);
  expect(countOf(ad, places, { kind: 'domain', value: 'other.example' })).toBe(0);
  expect(countOf(ad, places, { kind: 'creative', value: 'cr_1001' })).toBe(0);
});
