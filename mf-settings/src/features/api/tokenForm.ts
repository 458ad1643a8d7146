import type { ApiScope, ApiTokenInput } from '@ezdash/contracts';
import { API_TOKENS } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import type { Problems } from '@ezdash/ui';
import type { TFunction } from 'i18next';
import { isNetwork } from './isNetwork';

export const EXPIRIES = ['30', '90', '365', 'own'] as const;
export type Expiry = (typeof EXPIRIES)[number];

export interface TokenValues {
  name: string;
  scopes: readonly ApiScope[];
  expiry: Expiry;
  /** As typed, for `own`. */
  days: string;
  addresses: readonly string[];
  /** Typed, not yet a chip. */
  address: string;
}

export const NEW_TOKEN: TokenValues = {
  name: '',
  scopes: ['read'],
  expiry: '90',
  days: '',
  addresses: [],
  address: '',
};
export const NAME_MAX_LENGTH = 60;

type Say = TFunction<'settings'>;

/** Days that the token will work; null for what is no such number. */
export function daysOf({ expiry, days }: Pick<TokenValues, 'expiry' | 'days'>): number | null {
  if (expiry !== 'own') return Number(expiry);
  const typed = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0;
  return typed >= 1 && typed <= API_TOKENS.longestDays ? typed : null;
}

export const readAddress = (text: string) => text.trim().toLowerCase();

/** What is wrong with an address that is to be added. */
export function addressProblem(text: string, known: readonly string[], t: Say): string | undefined {
  const address = readAddress(text);
  if (address === '') return undefined;
  if (!isNetwork(address)) return t('tokens.check.address');
  if (known.includes(address)) return t('tokens.check.twice', { address });
  if (known.length >= API_TOKENS.mostAddresses)
    return t('tokens.check.mostAddresses', { most: API_TOKENS.mostAddresses });
  return undefined;
}

export function checkToken(values: TokenValues, t: Say): Problems<TokenValues> {
  return {
    name: values.name.trim() === '' ? t('tokens.check.name') : undefined,
    scopes: values.scopes.length === 0 ? t('tokens.check.scopes') : undefined,
    days: daysOf(values) === null ? t('tokens.check.days', { most: API_TOKENS.longestDays }) : undefined,
    address: addressProblem(values.address, values.addresses, t),
  };
}

/** What is sent; an address that was typed without Enter counts too. */
export function tokenInput(values: TokenValues): ApiTokenInput {
  const typed = readAddress(values.address);
  return {
    name: values.name.trim(),
    scopes: [...values.scopes],
    expires_in_days: daysOf(values) ?? 0,
    addresses: typed === '' ? [...values.addresses] : [...values.addresses, typed],
  };
}

/** The server's names of fields in those of the form: `expires_in_days` is `days`, `addresses.1` names which one. */
export function inFormFields(error: unknown, { addresses }: ApiTokenInput): unknown {
  const refusal: ApiError | null = toApiError(error);
  if (refusal?.status !== 422) return error;
  const errors: Record<string, string[]> = {};
  const add = (field: string, texts: string[]) => {
    errors[field] = [...(errors[field] ?? []), ...texts];
  };
  for (const [field, texts] of Object.entries(refusal.errors)) {
    const [first = '', index] = field.split('.');
    const address = index === undefined ? undefined : addresses[Number(index)];
    if (first === 'expires_in_days') add('days', texts);
    else if (first === 'addresses')
      add('address', address ? texts.map((text) => `${address}: ${text}`) : texts);
    else add(first, texts);
  }
  return { ...refusal, errors };
}
