/** Rows of the operator's money pages, for tests. */
import type { CreditLine, OperatorPayment, OperatorPayout, XeroPayment, XeroStatus } from '@ezdash/contracts';

const UNIT = 1_000_000;
export const account = { id: 'u_102a', email: 'ines@halden.example', company: 'Halden Outdoor' };

export const makePayment = (over: Partial<OperatorPayment> = {}): OperatorPayment => ({
  id: 'pay_1000',
  type: 'deposit',
  state: 'pending',
  origin: 'person',
  currency: 'USD',
  amount_micros: 1_000 * UNIT,
  fee_micros: 0,
  charged_micros: 1_000 * UNIT,
  bonus_micros: 0,
  promo_code: null,
  gateway: { id: 'bank-transfer', name: 'Bank transfer', way: 'transfer' },
  method: null,
  failure: null,
  refunded_micros: 0,
  refunding_micros: 0,
  charged_back_micros: 0,
  next: null,
  documents: [],
  created_at: '2025-11-14T16:40:00.000Z',
  ended_at: null,
  expires_at: null,
  account,
  reference: 'D-7K3M-Q9XB',
  external_id: null,
  note: '',
  refundable_micros: 0,
  ...over,
});

export const makePayout = (over: Partial<OperatorPayout> = {}): OperatorPayout => ({
  id: 'po_1000',
  state: 'requested',
  amount_micros: 120 * UNIT,
  currency: 'USD',
  method: 'Test bank Germany 3000',
  requested_at: '2025-11-20T09:00:00.000Z',
  due_at: '2099-11-25T09:00:00.000Z',
  sent_at: null,
  ended_at: null,
  reason: '',
  reference: null,
  documents: [],
  account: { id: 'u_102b', email: 'anna@tideline.example', company: 'Tideline' },
  batch_id: null,
  checks: [],
  invalid_share: 0.02,
  ...over,
});

export const makeLine = (over: Partial<CreditLine> = {}): CreditLine => ({
  account: { ...account, account_type: 'VIP2' },
  state: 'open',
  limit_micros: 5_000 * UNIT,
  owed_micros: 0,
  terms_days: 30,
  ageing_micros: { current: 0, days_30: 0, days_60: 0, days_90: 0, older: 0 },
  note: '',
  agreed_at: '2025-10-01T09:00:00.000Z',
  ...over,
});

export const makeXeroPayment = (over: Partial<XeroPayment> = {}): XeroPayment => ({
  id: 'pay_1000',
  type: 'deposit',
  type_color: 'ok',
  status: 'completed',
  status_color: 'ok',
  currency: 'USD',
  amount: '1000.00',
  credit: '1000.00',
  gateway: 'Stripe',
  account_email: 'ines@halden.example',
  transaction_id: '4711',
  external_transaction_id: null,
  created_at: '2025-11-20T09:12:00.000Z',
  created_ago: '5 minutes ago',
  has_invoice: false,
  invoice_id: null,
  ...over,
});

export const makeXero = (over: Partial<XeroStatus> = {}): XeroStatus => ({
  status: { connected: true, has_credentials: true },
  token: { expires_human: 'in 25 minutes', expires_in: 1_500 },
  config: {
    client_id: 'CLIENT-1',
    client_secret: '••••••••c3d4',
    auto_create: false,
    redirect_uri: 'https://ads.example/xero/auth/callback',
  },
  recent_payments: [],
  actions: {
    auth_url: 'https://ads.example/debug-tool/xero/auth',
    package_auth_url: 'https://ads.example/xero/auth/authorize',
  },
  tenant: { id: '5d1c7b9e-0d1f-4a57-9a5e-111111111111', name: 'Demo Company' },
  tenants: [{ id: '5d1c7b9e-0d1f-4a57-9a5e-111111111111', name: 'Demo Company' }],
  waiting: 0,
  failed: 0,
  ...over,
});
