/**
 * What the app's role may do, table by table; nothing else is granted, and a table that is missing here fails a test.
 * The letters are those of PostgreSQL's ACLs.
 */
const LETTERS = { r: 'SELECT', a: 'INSERT', w: 'UPDATE', d: 'DELETE' } as const;

/** History that is corrected by adding. Triggers refuse UPDATE, DELETE and TRUNCATE, to the owner too. */
export const APPEND_ONLY = [
  'debug_audit',
  'document',
  'incident_credit',
  'ledger_posting',
  'ledger_transaction',
  'money_audit',
  'network_stop',
  'network_stop_lift',
  'news_audit',
  'payment_event',
  'remote_event',
  'remote_release',
  'remote_verdict',
] as const;

/** Letters, or letters and the only columns that are updated. */
type Policy = string | readonly [letters: string, ...updated: string[]];

const TABLES: Readonly<Record<string, Policy>> = {
  access_change: ['ra', 'reason'],
  account_type: 'r',
  ad_event: ['ra', 'invalid_reason', 'price_micros', 'payout_micros', 'bonus_micros', 'hold_id'],
  ad_event_other: 'r',
  admin_invitation: 'rawd',
  ads_txt_check: 'raw',
  advertiser_headroom: 'r',
  alert_campaign: 'rawd',
  alert_delivery: 'rawd',
  alert_funds: 'rawd',
  alert_opt_in: 'rad',
  alert_opt_out: 'rad',
  alert_timing: 'rawd',
  alert_webhook: 'rawd',
  api_token: ['ra', 'addresses', 'expiry_told_at', 'last_used_at', 'name', 'revoked_at'],
  app_user: 'raw',
  asset_upload: 'rawd',
  auto_rule: 'rawd',
  auto_rule_act: 'ra',
  auto_rule_hold: 'raw',
  auto_rule_run: 'rawd',
  auto_top_up: 'rawd',
  budget_lease: 'rawd',
  call_out_dismissal: 'rawd',
  campaign: 'raw',
  campaign_change: 'rad',
  campaign_draft: 'rawd',
  campaign_fate_hourly: 'rawd',
  campaign_request: 'rad',
  campaign_spend: 'raw',
  campaign_view: 'rawd',
  claim_origin: 'raw',
  closed_event_sum: 'r',
  conversion: 'rawd',
  conversion_goal: 'raw',
  conversion_price: 'rad',
  creative: 'rawd',
  creative_asset: 'rawd',
  credit_line: 'raw',
  credit_statement: 'raw',
  data_export: 'rawd',
  data_export_chunk: 'rad',
  debug_property_change: 'raw',
  debug_session: 'raw',
  debug_trace: 'rad',
  debug_view: 'raw',
  decision_trace: 'rad',
  document_counter: 'raw',
  earnings_day: 'raw',
  earnings_deduction: 'raw',
  earnings_fold: 'raw',
  earnings_hold: 'raw',
  earnings_release: 'ra',
  erased_image: 'rad',
  event_batch: 'rad',
  funds_line: 'raw',
  funds_line_mark: 'raw',
  gateway_event: 'rawd',
  hold_case: 'raw',
  idempotent_call: 'rawd',
  invalid_by_sub: 'r',
  invalid_hourly: 'raw',
  invalid_sub_hourly: 'rad',
  journal_checkpoint: 'raw',
  known_visitor: 'rawd',
  landing_check: 'raw',
  ledger_account: ['ra', 'balance_micros', 'spent_micros', 'last_deposit_at'],
  mail: 'rawd',
  metrics_report: 'rawd',
  network_fact: 'raw',
  news_article: 'rawd',
  news_read: 'rawd',
  notice: 'rawd',
  one_time_token: 'rawd',
  open_stop: 'r',
  outgoing_postback: 'rawd',
  passkey: 'rawd',
  passkey_challenge: 'rad',
  payment: 'raw',
  payment_method: 'rawd',
  payment_setup: 'rawd',
  payout: [
    'ra',
    'state',
    'reason',
    'batch_id',
    'decided_at',
    'decided_by',
    'sent_at',
    'ended_at',
    'bank_reference',
    'method_label',
  ],
  payout_batch: 'ra',
  pending_registration: 'rawd',
  postback_call: 'rawd',
  postback_log: 'rad',
  postback_test_click: 'rad',
  promo_code: 'raw',
  promo_use: 'raw',
  property: 'raw',
  property_block: 'raw',
  property_verification: 'raw',
  publisher_deduction: 'r',
  publisher_earnings: 'r',
  publisher_origin: 'raw',
  recovery_code: 'rawd',
  referral: 'raw',
  referral_day: 'raw',
  referral_decision: ['ra', 'note'],
  referral_earning: 'raw',
  referral_link: 'raw',
  referral_trace: 'rad',
  release_override: 'rad',
  remote_event_told: 'ra',
  remote_failure: 'rad',
  remote_local_build: 'rad',
  remote_page_load: 'rawd',
  remote_plan: 'raw',
  remote_team_member: 'rad',
  remote_token: 'raw',
  request_daily: 'rad',
  request_hourly: 'rawd',
  reversed_conversion: 'ra',
  reversed_event: 'rad',
  rollup_daily: 'rad',
  rollup_day: 'raw',
  rollup_hourly: 'rad',
  rtb_notice: 'rad',
  rtb_seat: 'raw',
  sandbox_payment: 'rawd',
  sandbox_setup: 'raw',
  sandbox_webhook: 'raw',
  schema_migration: 'r',
  seller_entry: 'rawd',
  serving_node: 'rawd',
  session: 'rawd',
  social_flow: 'rad',
  social_identity: 'rawd',
  stripe_customer: 'rad',
  stripe_intent: 'ra',
  stripe_setup: 'rad',
  sub_id_use: 'rad',
  sub_id_word: 'ra',
  support_attachment: 'rawd',
  support_conversation: 'rawd',
  support_file_to_remove: 'rad',
  support_message: 'ra',
  totp_factor: 'rawd',
  traced_hourly: 'rawd',
  traffic_hourly: 'rawd',
  traffic_reversal: 'raw',
  traffic_reversal_sum: 'raw',
  video_hourly: 'raw',
  waiting_event: 'rad',
  xero_call: 'rawd',
  xero_connection: 'raw',
  xero_contact: 'rawd',
  xero_event: 'rawd',
  xero_flow: 'rawd',
  xero_invoice: 'raw',
  xero_pause: 'rawd',
  zone: 'raw',
};

/** pg-boss makes and attaches the partitions of `job` by its function `create_queue`. */
const QUEUE_TABLES: Readonly<Record<string, Policy>> = {
  archive: 'rad',
  job: 'rawd',
  queue: 'rw',
  version: 'rw',
};

/** Functions that statements of the app, or triggers on its tables, call. Triggers themselves need no grant. */
const FUNCTIONS = [
  'public.close_event_day',
  'public.deduction_cause',
  'public.ensure_event_partitions',
  'public.tell_realtime',
  'pgboss.create_queue',
];

export const SCHEMAS = ['public', 'pgboss'];

function privilegesOf(policy: Policy): string[] {
  const [letters, ...updated] = typeof policy === 'string' ? [policy] : policy;
  return [
    ...[...letters].map((letter) => LETTERS[letter as keyof typeof LETTERS]),
    ...updated.map((column) => `UPDATE (${column})`),
  ];
}

const inSchema = (schema: string, policies: Readonly<Record<string, Policy>>): [string, string[]][] =>
  Object.entries(policies).map(([table, policy]) => [`${schema}.${table}`, privilegesOf(policy)]);

/** By `schema.name`; tables that the app does not touch have an empty list. */
export const TABLE_PRIVILEGES: ReadonlyMap<string, readonly string[]> = new Map([
  ...inSchema('public', TABLES),
  ...inSchema('public', Object.fromEntries(APPEND_ONLY.map((table) => [table, 'ra']))),
  ...inSchema('pgboss', QUEUE_TABLES),
]);

export type ObjectKind = 'DATABASE' | 'SCHEMA' | 'TABLE' | 'SEQUENCE' | 'FUNCTION';

/** What the app's role should have on an object, in the words of GRANT. */
export function wantedPrivileges(kind: ObjectKind, name: string): readonly string[] {
  if (kind === 'DATABASE') return ['CONNECT'];
  if (kind === 'SCHEMA') return ['USAGE'];
  if (kind === 'TABLE') return TABLE_PRIVILEGES.get(name) ?? [];
  return kind === 'FUNCTION' && FUNCTIONS.includes(name) ? ['EXECUTE'] : [];
}
