import { storedImage } from '../../testing/fakeUploads';
import { evenShares, shareGroups, sumOfShares, withSoundShares } from './shares';

const of = (id: string, share?: number | null, width = 300, height = 250) => ({
  asset: storedImage(id, width, height),
  share,
});

test('only creatives of one place take turns', () => {
  const groups = shareGroups([of('a'), of('b'), of('c', null, 728, 90)]);
  expect(groups.map(({ key, creatives }) => [key, creatives.length])).toEqual([['300×250', 2]]);
});

test.each([
  [2, [50, 50]],
  [3, [34, 33, 33]],
  [7, [15, 15, 14, 14, 14, 14, 14]],
])('%i share a hundred percent', (count, shares) => {
  expect(evenShares(count)).toEqual(shares);
});

test('the sum is that of the shares there are', () => {
  const [group] = shareGroups([of('a', 70), of('b', 40)]);
  expect(group && sumOfShares(group)).toBe(110);
  const [none] = shareGroups([of('a'), of('b', null)]);
  expect(none && sumOfShares(none)).toBeNull();
});

test('one that stays alone, and a place to which one came, learn again', () => {
  expect(withSoundShares([of('a', 70)])[0]?.share).toBeNull();
  expect(withSoundShares([of('a', 70), of('b', 30), of('c')]).map(({ share }) => share)).toEqual([
    null,
    null,
    undefined,
  ]);
  const kept = [of('a', 70), of('b', 30)];
  expect(withSoundShares(kept)).toEqual(kept);
});
