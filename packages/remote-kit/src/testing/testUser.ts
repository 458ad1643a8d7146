import type { User } from '@ezdash/contracts';

/** A signed-in person for tests; an advertiser with some money unless said otherwise. */
export function testUser(change: Partial<User> = {}): User {
  return {
    id: 1001,
    email: 'ines@halden.test',
    role: 'advertiser',
    verified: true,
    status: 'active',
    account_type: { id: 2, name: 'Premium' },
    username: 'ines',
    created_at: '2026-01-05T09:00:00Z',
    last_login_at: null,
    profile: {
      first_name: 'Ines',
      last_name: 'Vidal',
      company_name: 'Halden Outdoor',
      phone_number: null,
      country: 'AT',
    },
    balance: {
      balance: 4_218_400_000,
      available_balance: 4_218_400_000,
      bonus: 0,
      last_deposit_date: null,
      total_spent: 0,
      pending: 0,
      payable: 0,
    },
    features: {},
    preferences: { theme: 'system', locale: null, timezone: 'UTC' },
    ...change,
  };
}
