import { durationOf, nextCampaignId, type Review, reviewOnDesk } from './queue';

const reviews = ['a', 'b', 'c'].map((id) => ({ campaign: { id } }) as Review);

test('the chosen review stays on the desk, also when it has left the queue', () => {
  const [a, b] = reviews;
  expect(reviewOnDesk(reviews, 'b', null)).toBe(b);
  expect(reviewOnDesk(reviews, null, null)).toBe(a);
  const gone = { campaign: { id: 'gone' } } as Review;
  expect(reviewOnDesk(reviews, 'gone', gone)).toBe(gone);
  expect(reviewOnDesk(reviews, 'other', gone)).toBe(a);
  expect(reviewOnDesk([], 'a', null)).toBeNull();
});

test('after one comes the next, after the last the first', () => {
  expect(nextCampaignId(reviews, 'a')).toBe('b');
  expect(nextCampaignId(reviews, 'c')).toBe('a');
  expect(nextCampaignId(reviews, 'gone')).toBe('a');
  expect(nextCampaignId(reviews.slice(0, 1), 'a')).toBeNull();
  expect(nextCampaignId([], 'a')).toBeNull();
});

test.each([
  [-5_000, 'minutes', 0, 0, 0],
  [59_999, 'minutes', 0, 0, 0],
  [58 * 60_000, 'minutes', 0, 0, 58],
  [192 * 60_000, 'hours', 0, 3, 12],
  [4 * 3_600_000, 'wholeHours', 0, 4, 0],
  [24 * 3_600_000, 'wholeDays', 1, 0, 0],
  [50 * 3_600_000, 'days', 2, 2, 0],
] as const)('%i ms are said in %s', (span, key, days, hours, minutes) => {
  expect(durationOf(span)).toEqual({ key, days, hours, minutes });
});
