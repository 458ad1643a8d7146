import { bidRanges, pricingsOf } from './bidRanges';

const of = (pricing: 'CPM' | 'CPC' | 'CPA', bid_micros: number) => ({
  id: `c_${bid_micros}`,
  pricing,
  bid_micros,
});

test('the pricings of what is chosen are those that are known, or of the whole list', () => {
  const chosen = [of('CPC', 280_000), of('CPM', 3_400_000), of('CPC', 300_000)];
  expect(pricingsOf(chosen, null)).toEqual(['CPM', 'CPC']);
  expect(pricingsOf([{ id: 'c_1' }, of('CPC', 280_000)], 'CPC')).toEqual(['CPC']);
});

test('what may be of any pricing is of all', () => {
  expect(pricingsOf([{ id: 'c_1' }, of('CPC', 280_000)], null)).toEqual(['CPM', 'CPC', 'CPA']);
  expect(pricingsOf([], null)).toEqual(['CPM', 'CPC', 'CPA']);
});

test('each pricing has a range of its own', () => {
  const chosen = [of('CPC', 280_000), of('CPM', 3_000_000), of('CPM', 1_000_000)];
  expect(bidRanges(chosen, { percent: 10 })).toEqual([
    { pricing: 'CPM', count: 2, before: [1_000_000, 3_000_000], after: [1_100_000, 3_300_000] },
    { pricing: 'CPC', count: 1, before: [280_000, 280_000], after: [308_000, 308_000] },
  ]);
});

test('of one that is on no loaded page nothing is foretold', () => {
  expect(bidRanges([of('CPC', 280_000), { id: 'c_1' }], { set_micros: 300_000 })).toBeNull();
});
