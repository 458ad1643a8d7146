import fc from 'fast-check';
import { payoutMicros } from '../serving/hot/auction';
import { TRANSACTION_KINDS, type TransactionKind } from './chart';
import { assertPostable, balancesAfter, LedgerError, type Posting } from './posting';
import {
  adSpendPostings,
  bonusPostings,
  bonusReturnPostings,
  chargebackPostings,
  correctionPostings,
  creditDrawPostings,
  creditRepaymentPostings,
  depositPostings,
  holdPostings,
  holdReleasePostings,
  holdReturnPostings,
  incidentCreditPostings,
  invalidTrafficPostings,
  payoutPostings,
  payoutRequestPostings,
  payoutReturnPostings,
  publisherShare,
  referralPostings,
  referralReleasePostings,
  referralReturnPostings,
  refundPostings,
  releasePostings,
  type Spend,
} from './transactions';

const owner = fc.integer({ min: 1, max: 9 });
const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
const price = fc.bigInt({ min: 0n, max: 10n ** 12n });
const shareBps = fc.integer({ min: 0, max: 10_000 });

/** Prices of several events of one advertiser, shared with their publishers, some of it paid from the bonus. */
const spend: fc.Arbitrary<Spend> = fc
  .record({
    advertiserId: owner,
    events: fc.array(fc.record({ publisherId: owner, price, shareBps, bonusPart: fc.nat(100) }), {
      minLength: 1,
      maxLength: 8,
    }),
  })
  .map(({ advertiserId, events }) => {
    const payouts = new Map<number, bigint>();
    let bonusMicros = 0n;
    let total = 0n;
    for (const event of events) {
      const share = publisherShare(event.price, event.shareBps);
      payouts.set(event.publisherId, (payouts.get(event.publisherId) ?? 0n) + share);
      bonusMicros += (event.price * BigInt(event.bonusPart)) / 100n;
      total += event.price;
    }
    return { advertiserId, bonusMicros, cashMicros: total - bonusMicros, payouts };
  })
  .filter(({ bonusMicros, cashMicros }) => bonusMicros + cashMicros > 0n);

const postable = (kind: TransactionKind, postings: Posting[]) =>
  assertPostable({ idempotencyKey: 'key', kind, occurredAt: new Date(0), postings });

const moved = (make: (ownerId: number, micros: bigint) => Posting[]) =>
  fc.tuple(owner, amount).map(([id, micros]) => make(id, micros));

/** A maker of postings for every kind that has one; `reversal` and `opening` take whatever they are given. */
const MAKERS: Readonly<Partial<Record<TransactionKind, fc.Arbitrary<Posting[]>>>> = {
  ad_spend: spend.map(adSpendPostings),
  invalid_traffic: spend.map(invalidTrafficPostings),
  deposit: fc
    .tuple(owner, amount, fc.bigInt({ min: 0n, max: 10n ** 9n }))
    .map(([id, micros, fee]) => depositPostings(id, micros, fee)),
  bonus: moved(bonusPostings),
  bonus_return: moved(bonusReturnPostings),
  incident_credit: moved(incidentCreditPostings),
  credit_draw: moved(creditDrawPostings),
  credit_repayment: moved(creditRepaymentPostings),
  hold: moved(holdPostings),
  hold_release: moved(holdReleasePostings),
  hold_return: moved(holdReturnPostings),
  refund: moved(refundPostings),
  chargeback: moved(chargebackPostings),
  release: moved(releasePostings),
  payout_request: moved(payoutRequestPostings),
  payout_return: moved(payoutReturnPostings),
  payout: moved(payoutPostings),
  referral: moved(referralPostings),
  referral_release: fc
    .tuple(owner, fc.constantFrom('advertiser' as const, 'publisher' as const), amount)
    .map(([id, role, micros]) => referralReleasePostings(id, role, micros)),
  referral_return: moved(referralReturnPostings),
  correction: fc
    .tuple(owner, amount)
    .map(([ownerId, micros]) =>
      correctionPostings({ kind: 'tax', ownerId: null }, { kind: 'referral', ownerId }, micros),
    ),
};

it('every kind has its postings', () => {
  expect([...Object.keys(MAKERS), 'reversal', 'opening'].sort()).toEqual([...TRANSACTION_KINDS].sort());
});

it.each(Object.entries(MAKERS))(
  '%s sums to zero and can be posted, whatever the amounts',
  (kind, postings) => {
    fc.assert(
      fc.property(postings, (made) => {
        expect(() => postable(kind as TransactionKind, made)).not.toThrow();
        expect(made.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)).toBe(0n);
      }),
    );
  },
);

describe('the share', () => {
  it('never pays more than the price, nor more than the share, and less than a micro too little', () => {
    fc.assert(
      fc.property(price, shareBps, (micros, bps) => {
        const share = publisherShare(micros, bps);
        expect(share).toBeGreaterThanOrEqual(0n);
        expect(share).toBeLessThanOrEqual(micros);
        const exact = micros * BigInt(bps);
        expect(share * 10_000n).toBeLessThanOrEqual(exact);
        expect((share + 1n) * 10_000n).toBeGreaterThan(exact);
      }),
    );
  });

  it('is what the engine writes into a token', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 11 }), shareBps, (micros, bps) => {
        expect(publisherShare(BigInt(micros), bps)).toBe(BigInt(payoutMicros(micros, bps)));
      }),
    );
  });

  it('of many small prices together is never more than what they cost', () => {
    fc.assert(
      fc.property(spend, ({ bonusMicros, cashMicros, payouts }) => {
        const paid = [...payouts.values()].reduce((sum, micros) => sum + micros, 0n);
        expect(paid).toBeLessThanOrEqual(bonusMicros + cashMicros);
      }),
    );
  });

  it.each([-1, 10_001, 0.5, Number.NaN])('of %s basis points is refused', (bps) => {
    expect(() => publisherShare(1n, bps)).toThrow(LedgerError);
  });
});

describe('ad spend', () => {
  it('takes bonus and cash, pays every publisher and leaves the rest to the network', () => {
    expect(
      adSpendPostings({
        advertiserId: 7,
        bonusMicros: 200n,
        cashMicros: 800n,
        payouts: new Map([
          [9, 300n],
          [8, 500n],
        ]),
      }),
    ).toEqual([
      { kind: 'advertiser_bonus', ownerId: 7, amountMicros: -200n },
      { kind: 'advertiser_cash', ownerId: 7, amountMicros: -800n },
      { kind: 'publisher_pending', ownerId: 8, amountMicros: 500n },
      { kind: 'publisher_pending', ownerId: 9, amountMicros: 300n },
      { kind: 'network_revenue', ownerId: null, amountMicros: 200n },
    ]);
  });

  it('that is taken back leaves every account as it was', () => {
    fc.assert(
      fc.property(spend, (spent) => {
        const after = balancesAfter([
          { postings: adSpendPostings(spent) },
          { postings: invalidTrafficPostings(spent) },
        ]);
        expect([...after.values()].every((micros) => micros === 0n)).toBe(true);
      }),
    );
  });

  it('refuses to pay publishers more than was spent, and parts below nothing', () => {
    const spent = { advertiserId: 7, bonusMicros: 0n, cashMicros: 10n };
    expect(() => adSpendPostings({ ...spent, payouts: new Map([[8, 11n]]) })).toThrow(LedgerError);
    expect(() => adSpendPostings({ ...spent, payouts: new Map([[8, -1n]]) })).toThrow(LedgerError);
    expect(() => adSpendPostings({ ...spent, bonusMicros: -1n, payouts: new Map() })).toThrow(LedgerError);
  });
});

describe('what is taken back or paid back leaves every account as it was', () => {
  it.each([
    ['bonus', bonusPostings, bonusReturnPostings],
    ['credit', creditDrawPostings, creditRepaymentPostings],
    ['hold', holdPostings, holdReturnPostings],
    ['payout', payoutRequestPostings, payoutReturnPostings],
    // Money that came in and went back: the hold stands between.
    ['deposit', depositPostings, (id: number, micros: bigint) => chargebackPostings(id, micros)],
  ] as const)('%s', (_, make, back) => {
    fc.assert(
      fc.property(owner, amount, (id, micros) => {
        const after = balancesAfter([{ postings: make(id, micros) }, { postings: back(id, micros) }]);
        expect([...after.values()].every((each) => each === 0n)).toBe(true);
      }),
    );
  });

  it('and what is held and refunded has left by way of clearing', () => {
    fc.assert(
      fc.property(owner, amount, (id, micros) => {
        const after = balancesAfter([
          { postings: depositPostings(id, micros) },
          { postings: holdPostings(id, micros) },
          { postings: refundPostings(id, micros) },
        ]);
        expect([...after.values()].every((each) => each === 0n)).toBe(true);
      }),
    );
  });
});

it('a fee is not below nothing, and none posts nothing', () => {
  expect(() => depositPostings(7, 10n, -1n)).toThrow(LedgerError);
  expect(depositPostings(7, 10n).map(({ kind }) => kind)).toEqual(['clearing', 'advertiser_cash']);
  expect(depositPostings(7, 10n, 2n)).toEqual([
    { kind: 'clearing', ownerId: null, amountMicros: -12n },
    { kind: 'advertiser_cash', ownerId: 7, amountMicros: 10n },
    { kind: 'payment_fee', ownerId: null, amountMicros: 2n },
  ]);
});

it.each([
  ['deposit', depositPostings],
  ['bonus', bonusPostings],
  ['returned bonus', bonusReturnPostings],
  ['draw', creditDrawPostings],
  ['repayment', creditRepaymentPostings],
  ['hold', holdPostings],
  ['returned hold', holdReturnPostings],
  ['refund', refundPostings],
  ['chargeback', chargebackPostings],
  ['release', releasePostings],
  ['payout on its way', payoutRequestPostings],
  ['returned payout', payoutReturnPostings],
  ['payout', payoutPostings],
])('a %s of nothing or less is refused', (_, make) => {
  expect(() => make(1, 0n)).toThrow(LedgerError);
  expect(() => make(1, -5n)).toThrow(LedgerError);
});
