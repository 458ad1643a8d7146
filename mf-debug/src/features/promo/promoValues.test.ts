import { type OperatorPromoCode, promoCodeInput } from '@ezdash/contracts';
import { inputOf, isMinute, NEW_PROMO, valuesOf, wholeOf } from './promoValues';

const PROMO: OperatorPromoCode = {
  id: 'pc_1',
  code: 'SPRING50',
  name: 'Spring',
  description: 'For everybody',
  discount_type: 'fixed_amount',
  discount_value: 49.99,
  is_active: true,
  is_public: true,
  is_expired: false,
  is_not_started: false,
  is_usage_exhausted: false,
  usage_count: 3,
  usage_limit: 200,
  usage_percentage: 1.5,
  minimum_amount: 250.5,
  minimum_amount_currency: 'USD',
  valid_from: '2026-11-01T00:00:00.000Z',
  valid_until: null,
  creator: 'Mara Okafor',
  bonus_most_micros: null,
  per_account_limit: 2,
  new_accounts_only: true,
  account_types: ['VIP1'],
  account: 'a@b.test',
  given_micros: 149_970_000,
  deposited_micros: 900_000_000,
};

it('gives back what it was given', () => {
  const { id, is_expired, is_not_started, is_usage_exhausted, usage_count, usage_percentage, ...rest } =
    PROMO;
  const { minimum_amount_currency, creator, given_micros, deposited_micros, ...input } = rest;
  expect(inputOf(valuesOf(PROMO))).toEqual(input);
  expect(promoCodeInput.safeParse(inputOf(valuesOf(PROMO))).success).toBe(true);
});

it('sends nothing that does not belong to the kind', () => {
  const values = {
    ...NEW_PROMO,
    code: 'X10',
    name: 'X',
    bonus_most_micros: 5_000_000,
    minimum_amount: 1_000_000,
  };
  expect(inputOf(values)).toMatchObject({
    discount_value: 10,
    bonus_most_micros: 5_000_000,
    minimum_amount: 1,
  });
  expect(inputOf({ ...values, discount_type: 'bonus_balance', discount_value: 25_000_000 })).toMatchObject({
    discount_value: 25,
    bonus_most_micros: null,
    minimum_amount: null,
    usage_limit: null,
  });
});

it.each([
  ['500', 500],
  ['0', null],
  ['1.5', null],
  ['', null],
])('reads the number %j as %j', (text, expected) => expect(wholeOf(text)).toBe(expected));

it.each([
  ['', true],
  ['2026-12-31T23:59', true],
  ['31 Dec', false],
])('takes %j for a moment: %j', (text, expected) => expect(isMinute(text)).toBe(expected));
