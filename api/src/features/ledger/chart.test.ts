import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../platform/projectRoot';
import { ACCOUNT_KINDS, CHART, mayStandAt, mayTouch, TRANSACTION_KINDS } from './chart';

it('names every kind of account and of transaction once', () => {
  expect(Object.keys(CHART).sort()).toEqual([...ACCOUNT_KINDS].sort());
  expect(new Set(TRANSACTION_KINDS).size).toBe(TRANSACTION_KINDS.length);
});

describe('mayStandAt', () => {
  it.each([
    ['advertiser_cash', 0n, 'ad_spend', true],
    ['advertiser_cash', -1n, 'ad_spend', false],
    ['advertiser_bonus', -1n, 'ad_spend', false],
    ['advertiser_cash', -1n, 'hold', false],
    ['advertiser_cash', -1n, 'credit_repayment', false],
    ['advertiser_cash', -1n, 'chargeback', true],
    ['advertiser_bonus', -1n, 'bonus_return', false],
    ['advertiser_hold', -1n, 'refund', false],
    ['advertiser_credit', -1n, 'credit_draw', true],
    ['publisher_payable', -1n, 'payout_request', false],
    ['publisher_payout', -1n, 'payout', false],
    ['publisher_pending', -1n, 'release', false],
    ['publisher_pending', -1n, 'invalid_traffic', true],
    ['network_revenue', -1n, 'invalid_traffic', true],
    ['advertiser_cash', -1n, 'reversal', true],
    ['advertiser_cash', -1n, 'correction', true],
    ['advertiser_cash', -1n, 'opening', false],
    ['clearing', -1n, 'deposit', true],
    ['promo_expense', -1n, 'bonus', true],
  ] as const)('%s at %s after %s: %s', (kind, balance, after, allowed) =>
    expect(mayStandAt(kind, balance, after)).toBe(allowed),
  );
});

describe('mayTouch', () => {
  it.each([
    ['ad_spend', 'publisher_payable', false],
    ['deposit', 'advertiser_bonus', false],
    ['payout', 'publisher_pending', false],
    ['payout', 'publisher_payable', false],
    ['refund', 'advertiser_cash', false],
    ['ad_spend', 'advertiser_credit', false],
    ['credit_draw', 'advertiser_bonus', false],
    ['release', 'publisher_pending', true],
    ['correction', 'tax', true],
  ] as const)('%s and %s: %s', (transaction, account, allowed) =>
    expect(mayTouch(transaction, account)).toBe(allowed),
  );
});

it('docs/ledger.md says the same', () => {
  const text = readFileSync(path.join(projectRoot(), 'docs/ledger.md'), 'utf8');
  const rows = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
    if (cells.length > 5 && cells[1]) rows.set(cells[1], cells);
  }
  const list = (values: readonly string[]) => (values.length === 0 ? '–' : values.join(', '));
  for (const kind of ACCOUNT_KINDS) {
    const { owner, sign, overdraw, posted } = CHART[kind];
    expect([kind, ...(rows.get(kind)?.slice(2, 6) ?? [])]).toEqual([
      kind,
      owner,
      sign,
      overdraw === 'all' ? 'all' : list(overdraw),
      list(posted),
    ]);
  }
});
