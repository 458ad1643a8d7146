import { problemsOfShares, type SharedCreative } from './creativeShares';

const of = (share: number | null, format = 'image', width = 300, height = 250): SharedCreative => ({
  share,
  format,
  width,
  height,
});

test.each<[string, SharedCreative[]]>([
  ['no creative at all', []],
  ['no shares', [of(null), of(null)]],
  ['a hundred percent in a size', [of(70), of(30)]],
  ['an image against a bundle of its size', [of(50), of(50, 'html5')]],
  ['one size with shares, another without', [of(60), of(40), of(null, 'image', 728, 90)]],
  ['native ads, which have no size', [of(1, 'native', 0, 0), of(99, 'native', 0, 0)]],
])('%s are taken', (_title, creatives) => {
  expect(problemsOfShares(creatives)).toEqual({});
});

test.each<[string, SharedCreative[], string, RegExp]>([
  ['too much', [of(70), of(40)], 'creatives.0.share', /are 110 % together, not 100 %/],
  ['too little', [of(null, 'text', 0, 0), of(20), of(30)], 'creatives.1.share', /are 50 % together/],
  ['one without', [of(70), of(null)], 'creatives.1.share', /all creatives of this size a share, or none/],
  ['one alone', [of(99)], 'creatives.0.share', /The only creative of its size/],
  ['shares across sizes', [of(50), of(50, 'image', 728, 90)], 'creatives.0.share', /only creative/],
])('%s is refused where it is', (_title, creatives, field, sentence) => {
  expect(problemsOfShares(creatives)[field]?.[0]).toMatch(sentence);
});
