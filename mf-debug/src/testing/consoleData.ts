/** Answers of the console, for tests. */
import type {
  OperatorAuditRow,
  OperatorOverview,
  OperatorProperty,
  OperatorUserDetail,
  OperatorUserRow,
} from '@ezdash/contracts';
import { testUser } from '@ezdash/remote-kit/testing';

export const admin = testUser({ id: 1, email: 'mara@ezdash.test', role: 'admin' });

const nothing = { count: 0, oldest_at: null };
export const makeOverview = (over: Partial<OperatorOverview> = {}): OperatorOverview => ({
  campaigns: nothing,
  properties: nothing,
  conversations: nothing,
  bank_transfers: nothing,
  payouts_requested: nothing,
  payouts_approved: nothing,
  accounts: nothing,
  dead_letters: nothing,
  failed_invoices: nothing,
  recent: [],
  ...over,
});

export const makeUserRow = (over: Partial<OperatorUserRow> = {}): OperatorUserRow => ({
  id: 1_001,
  email: 'ines@halden.example',
  role: 'advertiser',
  verified: true,
  status: 'active',
  account_type: { id: 2, name: 'Premium' },
  created_at: '2025-01-05T09:00:00.000Z',
  last_login_at: null,
  name: 'Halden Outdoor',
  balance: 4_218_400_000,
  deletes_at: null,
  ...over,
});

export const makeDetail = (over: Partial<OperatorUserDetail> = {}): OperatorUserDetail => {
  const { features: _, preferences: __, standing: ___, ...user } = testUser({ id: 1_001 });
  return {
    user,
    status_reason: null,
    features: { bulk_upload: true, api_access: false },
    campaigns: { total: 7, running: 3 },
    properties: null,
    access: { second_step: true, passkeys: 1, sign_ins: 3, api_tokens: 2 },
    changes: [],
    ...over,
  };
};

export const makeAuditRow = (over: Partial<OperatorAuditRow> = {}): OperatorAuditRow => ({
  id: '900',
  admin: 'mara@ezdash.test',
  debug_session_id: 12,
  method: 'POST',
  path: '/api/operator/reviews/c_1000',
  status: 200,
  detail: {},
  happened_at: '2025-11-21T09:00:00.000Z',
  hash: 'a1b2c3',
  ...over,
});

export const makeProperty = (over: Partial<OperatorProperty> = {}): OperatorProperty => ({
  id: 'p_1000',
  name: 'Alpine Weather',
  domain: 'weather.example',
  category: 'weather',
  language: 'de',
  state: 'pending',
  state_reason: null,
  created_at: '2025-11-21T09:00:00.000Z',
  zone_count: 1,
  zones: [{ name: 'Top', kind: 'banner', width: 728, height: 90, last_request_at: null }],
  same_domain: 0,
  publisher: { id: 1_002, name: 'Tideline', email: 'anna@tideline.example', status: 'active', approved: 0 },
  ...over,
});
