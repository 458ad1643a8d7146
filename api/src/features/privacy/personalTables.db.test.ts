import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

/**
 * Every table that belongs to a person, and what a deletion does with its rows; to be read by eye. `here` is
 * eraseAccount.ts, the others are what the named feature erases (`erasers`).
 */
const TREATED: Readonly<Record<string, string>> = {
  access_change: 'account-access: the words of the reason erased; what was done stays, the audit names it',
  admin_invitation: 'staff: those to the address erased, and those it sent that nobody used',
  alert_campaign: 'alerts: erased',
  alert_funds: 'alerts: erased',
  alert_opt_in: 'alerts: erased',
  alert_opt_out: 'alerts: erased',
  alert_timing: 'alerts: erased',
  alert_webhook: 'alerts: erased',
  api_token: 'here: revoked, name and networks erased',
  auto_rule: 'rules: erased, with what each did; the history of the campaigns stays',
  app_user: 'here: the personal fields erased, and who looked after it',
  asset_upload: 'here: deleted',
  auto_top_up: 'payments: erased',
  call_out_dismissal: 'reporting: erased',
  campaign_draft: 'campaigns: erased',
  campaign_change:
    'campaigns: erased with what its campaigns were called; what staff decided of others stays',
  campaign: 'here: archived, kept with the bookings that name it',
  campaign_request: 'campaigns: erased',
  campaign_view: 'campaigns: erased',
  conversion_goal: 'conversions: archived, name and key erased, and the transaction ids of what was reported',
  creative: 'here: its reviewer stays; those that were never shown are deleted',
  creative_asset: 'here: deleted unless it was shown',
  credit_line: 'credit: closed, its note erased; terms kept: books',
  credit_statement: 'kept: books',
  data_export: 'here: erased',
  debug_audit: 'kept: append-only, of operators',
  debug_property_change:
    'standing: the words of the reason before erased; what was done stays, the audit names it',
  debug_session: 'here: revoked, its device erased; the audit refers to it',
  debug_view: 'kept: that staff looked, the audit names it',
  earnings_day: 'kept: books',
  earnings_deduction: 'kept: books',
  earnings_fold: 'kept: books',
  document: 'kept: invoices and statements, frozen with the name they were issued to; the law keeps them',
  earnings_hold: 'kept: books',
  earnings_release: 'kept: books',
  hold_case: 'kept: books, with the figures that staff decided by',
  incident_credit: 'kept: books; append-only, what staff wrote of the incident stays with them',
  idempotent_call: 'public-api: erased; for a day, the answers of calls, which their caller has',
  known_visitor: 'here: erased',
  ledger_account: 'kept: books',
  metrics_report: 'saved-reports: erased',
  network_stop: 'kept: append-only, what staff stopped and why',
  network_stop_lift: 'kept: append-only, of operators',
  news_article: 'kept: of operators',
  news_audit: 'kept: append-only, of operators',
  news_read: 'news: erased',
  notice: 'alerts: erased, and with it what was still to be sent',
  one_time_token: 'here: erased',
  passkey: 'factors: erased',
  passkey_challenge: 'factors: erased',
  payment: 'payments: kept with the books, card and page of the gateway erased',
  payment_method: 'payment-methods: detached at the gateway, then erased',
  payment_setup: 'payment-methods: erased',
  outgoing_postback: 'postbacks: erased, and with it what was still to be told',
  postback_call: 'postbacks: erased',
  postback_log: 'postbacks: erased',
  payout: 'payouts: kept with the books, the label of the bank account erased',
  payout_batch: 'kept: of operators',
  promo_code: 'promo-codes: one that was for this account alone is switched off',
  promo_use: 'kept: books',
  publisher_origin: 'kept: counts of addresses, none of a person',
  property: 'here: archived, kept with the bookings that name it',
  property_block: 'kept with its property: numbers of accounts, which name nobody any more',
  recovery_code: 'factors: erased',
  referral: 'referrals: kept with the books; what the rules compared erased',
  referral_decision: 'referrals: what staff wrote erased; what was decided stays',
  referral_earning: 'referrals: kept: books; what was on hold is given up',
  referral_link: 'referrals: archived, its name erased; clicks on it erased',
  release_override: 'remotes: erased',
  remote_team_member: 'remotes: erased; whom an admin added stays',
  remote_token: 'kept: of operators, for teams; who made it stays',
  remote_event:
    'remotes: pins of the account end; append-only: what was pinned and what an operator did stays',
  remote_plan: 'kept: what an operator planned, the history names it',
  sandbox_payment: 'gateways: erased; the payments themselves are books',
  seller_entry: 'ads-txt: erased',
  social_identity: 'social: erased',
  stripe_customer: 'gateways: erased, and the customer deleted at Stripe',
  support_attachment: 'support: erased, with its file',
  support_conversation: 'support: erased',
  support_message:
    'support: erased with its conversation; what an operator answered others stays and names the row',
  totp_factor: 'factors: erased',
  xero_connection: 'kept: of operators',
  xero_contact: 'xero: erased',
  xero_flow: 'kept: of operators, for ten minutes',
  xero_invoice: 'kept: books',
};

it('a deletion knows every table that refers to a person', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT c.conrelid::regclass::text AS name FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confrelid = 'app_user'::regclass ORDER BY 1`.execute(test.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(TREATED).sort());
});
