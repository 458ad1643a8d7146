import fc from 'fast-check';
import {
  assertPostable,
  balancesAfter,
  LedgerError,
  type Posting,
  reversed,
  type Transaction,
} from './posting';

const OWNED = [
  'advertiser_cash',
  'advertiser_bonus',
  'advertiser_hold',
  'advertiser_credit',
  'publisher_pending',
  'publisher_payable',
  'referral',
] as const;
const NETWORK = ['network_revenue', 'promo_expense', 'tax', 'clearing'] as const;

const account = fc.oneof(
  fc.record({ kind: fc.constantFrom(...OWNED), ownerId: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constantFrom(...NETWORK), ownerId: fc.constant(null) }),
);
const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).filter((micros) => micros !== 0n);

/** Any postings over distinct accounts that sum to zero: the last one takes what the others leave. */
const balanced: fc.Arbitrary<Posting[]> = fc
  .uniqueArray(account, { minLength: 2, maxLength: 6, selector: ({ kind, ownerId }) => `${kind}/${ownerId}` })
  .chain((accounts) =>
    fc.array(amount, { minLength: accounts.length - 1, maxLength: accounts.length - 1 }).map((amounts) => {
      const last = -amounts.reduce((sum, micros) => sum + micros, 0n);
      return accounts.map((each, index): Posting => ({ ...each, amountMicros: amounts[index] ?? last }));
    }),
  )
  .filter((postings) => postings.every(({ amountMicros }) => amountMicros !== 0n));

const transaction = (postings: Posting[]): Transaction => ({
  idempotencyKey: 'key',
  kind: 'correction',
  occurredAt: new Date(0),
  postings,
});

describe('properties', () => {
  it('takes whatever sums to zero', () => {
    fc.assert(
      fc.property(balanced, (postings) => expect(() => assertPostable(transaction(postings))).not.toThrow()),
    );
  });

  it('refuses it as soon as one posting is off by any amount', () => {
    fc.assert(
      fc.property(balanced, fc.nat(), amount, (postings, index, off) => {
        const changed = postings.map((posting, at) =>
          at === index % postings.length ? { ...posting, amountMicros: posting.amountMicros + off } : posting,
        );
        expect(() => assertPostable(transaction(changed))).toThrow(LedgerError);
      }),
    );
  });

  it('keeps all balances together at zero', () => {
    fc.assert(
      fc.property(fc.array(balanced, { maxLength: 8 }), (list) => {
        const sum = [...balancesAfter(list.map(transaction)).values()].reduce((a, b) => a + b, 0n);
        expect(sum).toBe(0n);
      }),
    );
  });

  it('gives the same balances in any order', () => {
    fc.assert(
      fc.property(fc.array(balanced, { maxLength: 6 }), (list) => {
        const forth = balancesAfter(list.map(transaction));
        const back = balancesAfter(list.toReversed().map(transaction));
        expect(new Map([...back].sort())).toEqual(new Map([...forth].sort()));
      }),
    );
  });

  it('is undone by its reversal, and as it was after a double one', () => {
    fc.assert(
      fc.property(balanced, (postings) => {
        const after = balancesAfter([transaction(postings), transaction(reversed(postings))]);
        expect([...after.values()].every((micros) => micros === 0n)).toBe(true);
        expect(reversed(reversed(postings))).toEqual(postings);
        expect(() => assertPostable(transaction(reversed(postings)))).not.toThrow();
      }),
    );
  });
});

describe('assertPostable refuses', () => {
  const cash = (amountMicros: bigint, ownerId = 1): Posting => ({
    kind: 'advertiser_cash',
    ownerId,
    amountMicros,
  });
  const clearing = (amountMicros: bigint): Posting => ({ kind: 'clearing', ownerId: null, amountMicros });
  it.each<[string, Transaction]>([
    ['no postings', transaction([])],
    ['a single posting', transaction([cash(1n)])],
    ['a posting of nothing', transaction([cash(1n), clearing(-1n), cash(0n, 2)])],
    ['the same account twice', transaction([cash(1n), cash(1n), clearing(-2n)])],
    [
      'an owner of a network account',
      transaction([cash(1n), { kind: 'clearing', ownerId: 1, amountMicros: -1n }]),
    ],
    [
      'an ownerless cash account',
      transaction([clearing(-1n), { kind: 'advertiser_cash', ownerId: null, amountMicros: 1n }]),
    ],
    ['an account that its kind does not touch', { ...transaction([cash(-1n), clearing(1n)]), kind: 'bonus' }],
    ['a blank key', { ...transaction([cash(1n), clearing(-1n)]), idempotencyKey: ' ' }],
  ])('%s', (_, bad) => expect(() => assertPostable(bad)).toThrow(LedgerError));
});
