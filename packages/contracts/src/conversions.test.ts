import fc from 'fast-check';
import { CONVERSION_GOALS, conversionValue, MICROS } from './constants';
import { conversionGoalInput, pixelQuery, postback } from './conversions';

const CLICK = '019aa3b4-2c00-7123-8456-0123456789ab';
const GOAL = 'g_1000';

describe('a value', () => {
  test.each([
    ['0', 0],
    ['12.34', 12_340_000],
    ['0.000001', 1],
    ['007', 7_000_000],
    ['10000000', CONVERSION_GOALS.mostValueMicros],
  ])('%s is %i micros', (text, micros) => expect(conversionValue(text)).toBe(micros));

  test.each([
    '',
    '-1',
    '+1',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
    '1,5',
    '1.',
    '.5',
    '1.0000001',
    '10000000.000001',
    '99999999',
    '9'.repeat(400),
    '١٢',
    ' 1',
    '{value}',
  ])('%p is none', (text) => expect(conversionValue(text)).toBeNull());

  test('is exact for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: CONVERSION_GOALS.mostValueMicros }), (micros) => {
        const text = `${Math.floor(micros / MICROS)}.${String(micros % MICROS).padStart(6, '0')}`;
        expect(conversionValue(text)).toBe(micros);
      }),
    );
  });
});

describe('a postback', () => {
  const read = (fields: object) => postback.safeParse({ click_id: CLICK, goal: GOAL, ...fields });

  test('needs the click and the goal alone', () => {
    expect(read({}).data).toEqual({ click_id: CLICK, goal: GOAL });
    expect(postback.safeParse({}).error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['click_id', 'This is missing'],
      ['goal', 'This is missing'],
    ]);
  });

  test('takes what templates make of it: capitals, blanks, parameters left empty, others of their own', () => {
    const read_ = read({
      click_id: ` ${CLICK.toUpperCase()} `,
      value: ' 4.99 ',
      currency: 'usd',
      tx: ' order 17 ',
      key: '',
      cb: '1',
    });
    expect(read_.data).toEqual({
      click_id: CLICK,
      goal: GOAL,
      value: 4_990_000,
      currency: 'USD',
      tx: 'order 17',
      key: undefined,
    });
    expect(read({ value: '', tx: '  ', currency: '' }).data).toMatchObject({
      value: undefined,
      tx: undefined,
      currency: undefined,
    });
  });

  test.each([
    ['click_id', 'click_id', '{click_id}'],
    ['click_id', 'click_id', '123'],
    ['click_id', 'click_id', '00000000-0000-4000-8000-000000000000'],
    ['click_id', 'click_id', `${CLICK}0`],
    ['click_id', 'click_id', '\uFFFD'],
    ['currency', 'currency', 'EUR'],
    ['tx', 'tx', 'x'.repeat(101)],
    ['tx', 'tx', 'order \uFFFD'],
    ['tx', 'tx', 'order\n17'],
    ['tx', 'tx', 'order\0'],
    ['key', 'key', 'k'.repeat(101)],
    ['goal', 'goal', ['g_1000', 'g_1001']],
    ['value', 'value', ['1', '2']],
  ])('names %s when %s is %p', (field, name, value) => {
    const { error } = read({ [name]: value });
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test.each([
    ...[
      '0.0000000',
      '.5',
      '5.',
      '1e3',
      '{payout}',
      'deposit',
      '1,5',
      'NaN',
      '-4.99',
      '$5',
      '5 USD',
      '99999999999',
    ],
  ])('takes the value %p for unknown', (value) => expect(read({ value }).data?.value).toBeNull());

  test.each([
    ['deposit', 'approved'],
    ['{status}', 'approved'],
    ['Reversed', 'rejected'],
    ['', undefined],
  ])('takes the status %p for %p', (status, expected) =>
    expect(read({ status }).data?.status).toBe(expected),
  );

  test('a pixel carries no key', () => {
    expect(pixelQuery.parse({ click_id: CLICK, key: 'k' })).toEqual({ click_id: CLICK });
  });
});

test('a goal needs a name alone', () => {
  expect(conversionGoalInput.parse({ name: ' Sale ' })).toEqual({
    name: 'Sale',
    duplicates: 'once',
    value_kind: 'dynamic',
    value_micros: null,
    repeats: 'reject',
    pixel: false,
    requires_key: false,
    allowed_addresses: [],
  });
  for (const wrong of [
    { name: '' },
    { window_days: 0 },
    { window_days: 91 },
    { window_days: 1.5 },
    { value_micros: -1 },
    { value_micros: CONVERSION_GOALS.mostValueMicros + 1 },
    { duplicates: 'twice' },
  ])
    expect(conversionGoalInput.safeParse({ name: 'Sale', ...wrong }).success).toBe(false);
});
