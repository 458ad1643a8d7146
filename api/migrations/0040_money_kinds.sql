-- Accounts and transactions for fees, refunds on their way, credit and payouts (docs/ledger.md).
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (
  'advertiser_cash', 'advertiser_bonus', 'advertiser_hold', 'advertiser_credit',
  'publisher_pending', 'publisher_payable', 'publisher_payout',
  'network_revenue', 'payment_fee', 'promo_expense', 'tax', 'clearing', 'referral'));
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN (
  'ad_spend', 'invalid_traffic', 'deposit', 'bonus', 'bonus_return', 'credit_draw', 'credit_repayment',
  'hold', 'hold_return', 'refund', 'chargeback', 'release', 'payout_request', 'payout_return', 'payout',
  'correction', 'reversal', 'opening'));
