import { DEFAULT_TRAFFIC_LIMITS, parseTrafficLimits } from './trafficLimits';

const MINUTE = 60_000;

test('what is named replaces the default of its kind only', () => {
  const defaults = parseTrafficLimits('');
  expect(parseTrafficLimits(DEFAULT_TRAFFIC_LIMITS)).toEqual(defaults);
  expect(defaults.click).toEqual([
    { most: 10, windowMs: MINUTE },
    { most: 60, windowMs: 60 * MINUTE },
  ]);
  expect(parseTrafficLimits(' click = 2/s , 9/d ; impression=')).toEqual({
    ...defaults,
    click: [
      { most: 2, windowMs: 1_000 },
      { most: 9, windowMs: 1_440 * MINUTE },
    ],
    impression: [],
  });
});

test.each([
  'clicks=1/m',
  'click',
  'click=1',
  'click=0/m',
  'click=-1/m',
  'click=1/w',
  'click=1.5/m',
  'click=1/m=2',
  'click=12345678/m',
])('%s is refused with a sentence', (text) =>
  expect(() => parseTrafficLimits(text)).toThrow(/^TRAFFIC_LIMITS: must .*\.$/),
);
