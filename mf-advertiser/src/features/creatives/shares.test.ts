import { storedImage } from '../../testing/fakeUploads';
import { evenShares, shareGroups, sumOfShares, troubleOfShares, wholeShare, withSoundShares } from './shares';

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

test.each([
  [[null, null], null],
  [[70, 30], null],
  [[33, 33, 33], 'sum'],
  [[0, 0], 'sum'],
  // The server takes no share of nothing, whatever the others come to.
  [[60, 40, 0], 'zero'],
])('shares of %p: %p', (shares, trouble) => {
  const [group] = shareGroups(shares.map((share, index) => of(`a${index}`, share)));
  expect(group && troubleOfShares(group)).toBe(trouble);
});

test.each([
  [33.4, 33],
  [99.7, 99],
  [100, 99],
  [-3, 0],
  [Number.NaN, 0],
])('%p percent are written as %p', (value, share) => {
  expect(wholeShare(value)).toBe(share);
});

test('however many there are, even shares come to a hundred', () => {
  for (let count = 2; count <= 20; count += 1)
    expect(evenShares(count).reduce((sum, share) => sum + share, 0)).toBe(100);
});
