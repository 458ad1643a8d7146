import type { AccountType, DebugUser } from '@ezdash/contracts';
import { ACCOUNT_TYPES } from '@ezdash/contracts/constants';
import type { State } from '@ezdash/ui';

const STATUS_LOOK: Readonly<Record<string, State>> = {
  pending: 'pending',
  active: 'active',
  suspended: 'suspended',
  'ADK rejected': 'adkRejected',
};
/** As the app's one list of states has it; undefined for a status that is not known here. */
export const lookOfStatus = (status: string): State | undefined => STATUS_LOOK[status];

const FALLBACK = 'Regular';
/** As specified: an account type that is not known falls back to Regular. */
export const typeName = (type: { name: string } | null | undefined): string =>
  ACCOUNT_TYPES.find((name) => name === type?.name) ?? FALLBACK;

/** Id of the account type that is chosen: the user's own, else that of Regular; null while no types are known. */
export function chosenType(types: readonly AccountType[], own: DebugUser['account_type']): number | null {
  const known = types.find(({ id }) => id === own?.id) ?? types.find(({ name }) => name === FALLBACK);
  return known?.id ?? null;
}

const LONGEST_NAME = 25;
/** As specified: names of features are cut at 25 characters. */
export const cutName = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

/** The person's name and company, what there is of them. */
export function nameOf({
  first_name: first,
  last_name: last,
  company_name: company,
}: DebugUser['profile']): string {
  return [[first, last].filter(Boolean).join(' '), company].filter(Boolean).join(', ');
}

/** Where everybody is led to the first page of their own. */
const OWN_START = '/auth/login';
/** Where the page goes when a view ends: the areas of a role are not everybody's. Null: it can stay. */
export const addressAfterView = (pathname: string): string | null =>
  /^\/(?:advertiser|publisher)(?:\/|$)/.test(pathname) ? OWN_START : null;

/** Where the page goes when it is looked at as somebody else: it stays where that person may be. */
export function addressOfView(role: string, pathname: string): string | null {
  const area = /^\/(advertiser|publisher|admin)(?:\/|$)/.exec(pathname)?.[1];
  return area === undefined || area === role ? null : `/${role}/dashboard`;
}
