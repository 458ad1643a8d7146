import fc from 'fast-check';
import { type Asking, bonusOf, judgePromo, type PromoRow } from './judge';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const PROMO: PromoRow = {
  id: 1001,
  code: 'WINTER10',
  name: 'Winter',
  description: '',
  discount_type: 'percentage',
  discount_bps: 1_000,
  discount_micros: null,
  bonus_most_micros: null,
  is_active: true,
  is_public: true,
  usage_limit: null,
  usage_count: 0,
  per_account_limit: 1,
  minimum_micros: null,
  minimum_currency: 'USD',
  new_accounts_only: false,
  account_type_ids: [],
  account_id: null,
  valid_from: null,
  valid_until: null,
  creator_id: null,
  created_at: NOW,
  updated_at: NOW,
} as unknown as PromoRow;
const ASKING: Asking = {
  now: NOW,
  userId: 7,
  accountTypeId: 2,
  currency: 'USD',
  amountMicros: 1_000_000_000n,
  used: 0,
  isKnown: false,
};
const judge = (promo: Partial<PromoRow>, asking: Partial<Asking> = {}) =>
  judgePromo({ ...PROMO, ...promo }, { ...ASKING, ...asking });
const at = (text: string) => new Date(text) as PromoRow['created_at'];
const ALONE = { discount_type: 'bonus_balance', discount_bps: null, discount_micros: 25_000_000n } as const;

it('adds its percentage', () => {
  expect(judge({})).toEqual({ ok: true, bonusMicros: 100_000_000n });
});

it.each<[string, Partial<PromoRow>, Partial<Asking>, string]>([
  ['inactive', { is_active: false }, {}, 'inactive'],
  ['from tomorrow', { valid_from: at('2026-11-21T00:00:00Z') }, {}, 'not-started'],
  ['until now, to the moment', { valid_until: at('2026-11-20T12:00:00.000Z') }, {}, 'expired'],
  ['as often as it may', { usage_limit: 10, usage_count: 10 }, {}, 'exhausted'],
  ['by this account', {}, { used: 1 }, 'used-already'],
  ['for another account', { account_id: 8 }, {}, 'not-for-this-account'],
  ['for other types', { account_type_ids: [3, 4] }, {}, 'not-for-this-account'],
  ['for new accounts', { new_accounts_only: true }, { isKnown: true }, 'new-accounts-only'],
  ['of another currency', { minimum_currency: 'EUR' }, {}, 'currency'],
  ['a micro below the minimum', { minimum_micros: 1_000_000_001n }, {}, 'below-minimum'],
  ['without a deposit', {}, { amountMicros: null }, 'needs-deposit'],
  ['alone, with a deposit', ALONE, {}, 'needs-no-deposit'],
  ['of less than a cent', { discount_bps: 1 }, { amountMicros: 90_000_000n }, 'below-minimum'],
])('is refused %s', (_, promo, asking, reason) => {
  expect(judge(promo, asking)).toMatchObject({ ok: false, reason });
});

it.each<[string, Partial<PromoRow>, Partial<Asking>]>([
  ['from this moment on', { valid_from: at('2026-11-20T12:00:00.000Z') }, {}],
  ['until a moment later', { valid_until: at('2026-11-20T12:00:00.001Z') }, {}],
  ['once more', { usage_limit: 10, usage_count: 9 }, {}],
  ['a second time', { per_account_limit: 2 }, { used: 1 }],
  ['by the one it is for', { account_id: 7, account_type_ids: [2] }, {}],
  ['at its minimum', { minimum_micros: 1_000_000_000n }, {}],
  ['alone', ALONE, { amountMicros: null }],
])('is taken %s', (_, promo, asking) => {
  expect(judge(promo, asking)).toMatchObject({ ok: true });
});

it('tells the first reason of several', () => {
  expect(
    judge({ is_active: false, valid_until: at('2026-01-01T00:00:00Z'), usage_limit: 1, usage_count: 1 }),
  ).toMatchObject({ reason: 'inactive' });
  expect(judgePromo(undefined, ASKING)).toMatchObject({ reason: 'unknown' });
});

it('never adds more than its share, its most, nor parts of a cent', () => {
  const promo = fc.record({
    discount_bps: fc.option(fc.integer({ min: 1, max: 100_000 })),
    bonus_most_micros: fc.option(fc.bigInt({ min: 10_000n, max: 10n ** 10n })),
  });
  fc.assert(
    fc.property(
      promo,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      ({ discount_bps, bonus_most_micros }, amount) => {
        const bonus = bonusOf({ discount_bps, discount_micros: 50_000_000n, bonus_most_micros }, amount);
        if (discount_bps !== null) expect(bonus * 10_000n).toBeLessThanOrEqual(amount * BigInt(discount_bps));
        if (bonus_most_micros !== null) expect(bonus).toBeLessThanOrEqual(bonus_most_micros);
        else expect(bonus % 10_000n).toBe(0n);
      },
    ),
  );
});
