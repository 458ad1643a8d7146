import { ACCOUNT_KINDS, mayTouch, PUTS_RIGHT, TRANSACTION_KINDS } from './chart';
import { mayMove } from './verifyChart';

describe('mayMove', () => {
  it.each([
    ['deposit', 'advertiser_cash', 1, true],
    ['deposit', 'advertiser_cash', -1, false],
    ['deposit', 'publisher_payable', 1, false],
    ['ad_spend', 'publisher_pending', 1, true],
    ['ad_spend', 'network_revenue', -1, false],
    ['invalid_traffic', 'publisher_pending', -1, true],
    ['payout', 'clearing', 1, true],
    ['refund', 'clearing', -1, false],
    ['credit_draw', 'advertiser_credit', -1, true],
    ['credit_draw', 'advertiser_credit', 1, false],
    ['credit_repayment', 'advertiser_cash', 1, false],
    ['chargeback', 'advertiser_cash', -1, true],
    ['correction', 'tax', -1, true],
  ] as const)('%s, %s, %s: %s', (transaction, account, direction, allowed) =>
    expect(mayMove(transaction, account, direction)).toBe(allowed),
  );

  it('knows one direction of every pair of the chart, and both of what puts right', () => {
    for (const transaction of TRANSACTION_KINDS)
      for (const account of ACCOUNT_KINDS) {
        const directions = ([1, -1] as const).filter((each) => mayMove(transaction, account, each)).length;
        const expected = PUTS_RIGHT.has(transaction) ? 2 : mayTouch(transaction, account) ? 1 : 0;
        expect([transaction, account, directions]).toEqual([transaction, account, expected]);
      }
  });
});
