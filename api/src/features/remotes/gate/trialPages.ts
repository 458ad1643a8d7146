import { moduleOfPage, type Release, type Role, type User } from '@ezdash/contracts';

/** A page that a release is tried by. */
export interface TrialPage {
  module: string;
  /** Where it is opened. */
  address: string;
  /** Who opens it; null: a guest. */
  role: Role | null;
  /** Whether the address shows the module. Otherwise it is loaded there, and nothing more can be seen of it. */
  shows: boolean;
}

/** A page of the shell, open to everybody: what has no page of its own is loaded there. */
const ANY_PAGE = '/help';

/** An address of a page: `/campaigns/:id` becomes `/campaigns/1`. */
function addressOf(path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part !== '*')
    .map((part) => (part.startsWith(':') ? '1' : part));
  return parts.join('/') || '/';
}

/** The first built page of each module; when no module has one, any page, with the first module loaded beside it. */
export function trialPages({ manifest, modules }: Release): TrialPage[] {
  const pages = Object.keys(modules).flatMap((module): TrialPage[] => {
    const page = manifest.pages.find((one) => one.built && moduleOfPage(one) === module);
    if (!page) return [];
    const { access } = page;
    const open = access === 'public' || access === 'guest';
    const role = typeof access === 'object' ? (access.roles[0] ?? null) : open ? null : 'advertiser';
    return [{ module, address: addressOf(page.path), role, shows: true }];
  });
  if (pages.length > 0) return pages;
  const [module] = Object.keys(modules);
  return module === undefined ? [] : [{ module, address: ANY_PAGE, role: null, shows: false }];
}

/** Nobody: an account that lacks nothing, so that no page of the shell comes before the release's. */
export function trialUser(role: Role, at: Date): User {
  return {
    id: 1,
    email: 'trial@gate.invalid',
    role,
    verified: true,
    status: 'active',
    account_type: { id: 1, name: 'Regular' },
    username: 'trial',
    created_at: at.toISOString(),
    last_login_at: null,
    profile: { first_name: null, last_name: null, company_name: 'Trial', phone_number: null, country: 'AT' },
    balance: {
      balance: 0,
      available_balance: 0,
      bonus: 0,
      last_deposit_date: null,
      total_spent: 0,
      pending: 0,
      payable: 0,
    },
    features: {},
    preferences: { theme: 'light', locale: 'en', timezone: 'UTC' },
    standing: {
      registration_complete: true,
      profile_complete: true,
      has_password: true,
      status_reason: null,
      deletes_at: null,
    },
  };
}
