import { INVALID_REASONS } from './reasons';
import {
  judgeSight,
  parseSight,
  SIGHT_RULES,
  type Sight,
  sightText,
  VIEWABLE,
  viewablePercent,
} from './sight';

const seen = (fields: Partial<Sight> = {}): Sight => ({
  size: 100,
  uncut: 100,
  opacity: 100,
  stacked: 0,
  covered: 0,
  inView: 100,
  isShown: true,
  hasFocus: true,
  isForeign: false,
  frameWidth: 1280,
  frameHeight: 720,
  depth: 0,
  ...fields,
});
const foreign = (fields: Partial<Sight>) => seen({ isForeign: true, depth: 1, ...fields });

test('every fact arrives as it was sent, and what nobody can tell stays so', () => {
  const facts: Partial<Sight>[] = [
    {},
    ...(['size', 'uncut', 'opacity', 'stacked', 'covered', 'inView'] as const).flatMap((name) => [
      { [name]: 0 },
      { [name]: 37 },
    ]),
    { covered: null },
    { inView: null },
    { isShown: false },
    { hasFocus: false },
    { isForeign: true, depth: 3 },
    { frameWidth: 1, frameHeight: 65_535 },
  ];
  for (const each of facts) expect(parseSight(sightText(seen(each)))).toEqual(seen(each));
});

test('parts beyond their bounds are sent as the bounds', () => {
  expect(parseSight(sightText(seen({ size: 140.4, uncut: -3, frameWidth: 1e9 })))).toMatchObject({
    size: 100,
    uncut: 0,
    frameWidth: 65_535,
  });
});

test.each([
  ['nothing', ''],
  ['the version alone', '1'],
  ['another version', '2.100.100.100.0.0.100.1280.720.0.3'],
  ['more than all', '1.101.100.100.0.0.100.1280.720.0.3'],
  ['a flag that is none', '1.100.100.100.0.0.100.1280.720.0.8'],
  ['a field too many', '1.100.100.100.0.0.100.1280.720.0.3.1'],
  ['a part missing that is always known', '1.100.100..0.0.100.1280.720.0.3'],
  ['numbers in another spelling', '1.1e2.100.100.0.0.100.1280.720.0.3'],
  ['a line after it', '1.100.100.100.0.0.100.1280.720.0.3\n'],
  ['digits of another script', '1.100.100.100.0.0.100.٣.720.0.3'],
  ['a long one', `1.${'9'.repeat(2_000)}`],
])('no facts: %s', (_, text) => expect(parseSight(text)).toBeNull());

test.each([
  ['hidden', seen({ isShown: false, size: 0 })],
  ['too-small', seen({ size: 49 })],
  ['clipped', seen({ uncut: 49 })],
  ['clipped', seen({ size: 70, uncut: 70 })],
  ['transparent', seen({ opacity: 49 })],
  ['stacked', seen({ stacked: 51 })],
  ['covered', seen({ covered: 51 })],
  ['covered', seen({ stacked: 30, covered: 30 })],
  ['not-visible', foreign({ covered: 67 })],
  ['out-of-view', foreign({ inView: 49 })],
  ['unmeasured', foreign({ covered: null })],
  ['unmeasured', null],
  [null, seen({ size: 50 })],
  [null, seen({ stacked: 25, covered: 25 })],
  // Below the window nobody can look, and it is an honest impression.
  [null, seen({ covered: null, inView: 0 })],
  [null, foreign({ covered: 33 })],
] as const)('%s (%#)', (reason, sight) => expect(judgeSight(sight, VIEWABLE.percent)).toBe(reason));

test('a viewable impression needs as much in view as the MRC says, a large one less', () => {
  expect(judgeSight(seen({ inView: 49 }), viewablePercent(300 * 250), true)).toBe('out-of-view');
  expect(judgeSight(seen({ inView: 50 }), viewablePercent(300 * 250), true)).toBeNull();
  expect(judgeSight(seen({ inView: 30 }), viewablePercent(970 * 250), true)).toBeNull();
  expect(judgeSight(seen({ inView: 29 }), viewablePercent(970 * 250), true)).toBe('out-of-view');
  // As wide as its place: the benefit of what nobody knows.
  expect(viewablePercent(null)).toBe(VIEWABLE.largePercent);
});

test('every rule has a number that is its own', () => {
  const codes = SIGHT_RULES.map(([reason]) => INVALID_REASONS[reason]);
  expect(new Set(codes).size).toBe(SIGHT_RULES.length);
  expect(Math.min(...codes)).toBeGreaterThan(INVALID_REASONS['other-address']);
});
