/** Answers of the debug tool's server, for tests. */
import type { DebugPropertyChange, DebugUser, PromoCode } from '@ezdash/contracts';
import type { StubRoutes } from '@ezdash/remote-kit/testing';
import { makeXero } from './moneyData';

export const debugSession = {
  session_token: 'half-a-credential',
  expires_at: '2026-11-21T16:05:00Z',
  admin: { email: 'mara@ezdash.test' },
};

export const makeDebugUser = (over: Partial<DebugUser> = {}): DebugUser => ({
  id: 4821,
  email: 'ines@halden.test',
  role: 'advertiser',
  verified: true,
  status: 'active',
  account_type: { id: 2, name: 'Premium' },
  username: 'ines.vidal',
  created_at: '2026-01-05T09:00:00Z',
  last_login_at: '2026-11-21T08:12:00Z',
  profile: {
    first_name: 'Ines',
    last_name: 'Vidal',
    company_name: 'Halden Outdoor',
    phone_number: '+43 1 234567',
    country: 'AT',
  },
  balance: {
    balance: 4_218_400_000,
    available_balance: 4_118_400_000,
    bonus: 0,
    last_deposit_date: '2026-11-02T10:00:00Z',
    total_spent: 86_402_170_000,
    pending: 0,
    payable: 0,
  },
  ...over,
});

export const makeChange = (over: Partial<DebugPropertyChange> = {}): DebugPropertyChange => ({
  id: 7,
  user: { id: 4821, email: 'ines@halden.test' },
  property: 'status',
  from: 'active',
  to: 'suspended',
  changed_at: '2026-11-21T14:00:00Z',
  undone_at: null,
  can_undo: true,
  ...over,
});

export const makePromo = (over: Partial<PromoCode> = {}): PromoCode => ({
  id: 'promo_1',
  code: 'WELCOME10',
  name: 'Welcome',
  description: 'For the first deposit',
  discount_type: 'percentage',
  discount_value: 10,
  is_active: true,
  is_public: true,
  is_expired: false,
  is_not_started: false,
  is_usage_exhausted: false,
  usage_count: 40,
  usage_limit: 160,
  usage_percentage: 25,
  minimum_amount: 50,
  minimum_amount_currency: 'EUR',
  valid_from: '2026-01-01T00:00:00Z',
  valid_until: '2026-12-31T23:59:00Z',
  creator: 'Mara Lindqvist',
  ...over,
});

/** Everything that the panel asks for by itself. */
export const debugAnswers: StubRoutes = {
  'POST /debug-tool/activate': debugSession,
  'GET /debug-tool/verify': { valid: true, expires_at: debugSession.expires_at, admin: debugSession.admin },
  'POST /debug-tool/deactivate': {},
  'GET /debug-tool/page-data': {
    timestamp: '2026-11-21T14:06:21Z',
    uri: '/advertiser/dashboard',
    url: 'http://localhost/advertiser/dashboard',
    authenticated: true,
    user: { id: 4821, email: 'ines@halden.test', role: 'advertiser' },
    memory_usage: 48_200_000,
    is_spa: true,
  },
  'POST /debug-tool/log': {},
  'GET /debug-tool/user/current': { user: makeDebugUser() },
  'GET /debug-tool/account-types': {
    account_types: [
      { id: 1, name: 'Regular' },
      { id: 2, name: 'Premium' },
      { id: 3, name: 'VIP1' },
    ],
  },
  'GET /debug-tool/user/features': { features: { saved_reports: true, credit_line: false } },
  'GET /debug-tool/user/changes': { changes: [] },
  'GET /debug-tool/sessions': { sessions: [] },
  'GET /debug-tool/promo-codes': {
    data: [makePromo()],
    total: 4,
    active_count: 1,
    expired_count: 2,
    exhausted_count: 1,
  },
  'GET /debug-tool/xero/status': makeXero(),
  'GET /debug-tool/xero/recent-payments': { payments: [] },
};
