import type { CampaignBudgets } from '@ezdash/contracts';
import { type AmountChange, CAMPAIGN_LIST } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { useMemo, useSyncExternalStore } from 'react';
import { newUuid } from '../funds/depositId';
import type { AmountsArgs } from './campaignList.api';

/** A change of amounts as it was first sent: its key is of these campaigns in this order. */
export interface Unanswered {
  amount: 'budget' | 'bid';
  ids: string[];
  change: AmountChange;
  key: string;
  /** When it was sent (epoch milliseconds). */
  atMs: number;
  /** What some of the campaigns are called, for the person alone. */
  names: string[];
}

const DAY_MS = 86_400_000;
/** As long as the server knows a key: afterwards the same call would be another change. */
const KEPT_MS = CAMPAIGN_LIST.keyDays * DAY_MS;
const MOST_KEPT = 20;
const MOST_NAMES = 3;

/** One list a person, until the tab is closed: a reload must not lose the key of what may have been done. */
const placeOf = (userId: number) => `ezdash_amounts_${userId}`;
/** Where the tab refuses to keep anything, the page at least remembers. */
const remembered = new Map<number, string>();
/** Those whose first call is on its way: there is no doubt yet. */
const first = new Set<string>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** What it asks for, whoever chose its campaigns in whichever order. */
const askedBy = ({ amount, ids, change }: Pick<Unanswered, 'amount' | 'ids' | 'change'>) =>
  JSON.stringify([amount, [...ids].sort(), change]);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isUnanswered(value: unknown): value is Unanswered {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, ids, change, key, atMs, names } = value as Record<string, unknown>;
  const { set_micros: set, percent } = (change ?? {}) as Record<string, unknown>;
  const isChange = (typeof set === 'number') !== (typeof percent === 'number');
  const isNamed = isTexts(ids) && ids.length > 0 && isTexts(names) && typeof key === 'string';
  return (amount === 'budget' || amount === 'bid') && isNamed && isChange && typeof atMs === 'number';
}

function read(userId: number): Unanswered[] {
  try {
    const text = remembered.get(userId) ?? sessionStorage.getItem(placeOf(userId)) ?? '[]';
    const kept: unknown = JSON.parse(text);
    const since = Date.now() - KEPT_MS;
    return Array.isArray(kept) ? kept.filter(isUnanswered).filter(({ atMs }) => atMs > since) : [];
  } catch {
    return [];
  }
}

function write(userId: number, list: readonly Unanswered[]): void {
  const text = JSON.stringify(list.slice(-MOST_KEPT));
  try {
    sessionStorage.setItem(placeOf(userId), text);
    remembered.delete(userId);
  } catch {
    remembered.set(userId, text);
  }
  tell();
}

export function keepUnanswered(userId: number, one: Unanswered): void {
  write(userId, [...read(userId).filter(({ key }) => key !== one.key), one]);
}

export function forgetUnanswered(userId: number, { key: gone }: Pick<Unanswered, 'key'>): void {
  write(
    userId,
    read(userId).filter(({ key }) => key !== gone),
  );
}

/** What stops the call on its way is no answer, and a server that fails may have done the work before. */
function isRefused(error: unknown): boolean {
  const status = toApiError(error)?.status;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/**
 * Sends a change of amounts; the same change of the same campaigns goes under one key, until there is an answer to it:
 * a share of a share would be another amount. A refusal of the first call is an answer; of one whose answer was lost it
 * says nothing (the session has ended, too many calls), so the key is kept on.
 * @param who whose it is, which amount, and what campaigns are called as far as that is known
 */
export async function askOnce<Answer extends { error?: unknown }>(
  who: { userId: number; amount: Unanswered['amount']; nameOf: (id: string) => string | undefined },
  { ids, change }: CampaignBudgets,
  send: (args: AmountsArgs) => Promise<Answer>,
): Promise<Answer> {
  const { userId, amount, nameOf } = who;
  const asked = askedBy({ amount, ids, change });
  const known = read(userId).find((each) => askedBy(each) === asked);
  const names = ids.flatMap((id) => nameOf(id) ?? []).slice(0, MOST_NAMES);
  const request = known ?? { amount, ids, change, key: newUuid(), atMs: Date.now(), names };
  if (!known) {
    first.add(request.key);
    keepUnanswered(userId, request);
  }
  const answer = await send({ ids: request.ids, change, key: request.key });
  first.delete(request.key);
  if (answer.error === undefined || (!known && isRefused(answer.error))) forgetUnanswered(userId, request);
  else tell();
  return answer;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The changes that a person sent in this tab and whose answer was lost. */
export function useUnanswered(userId: number): readonly Unanswered[] {
  // As text: it is the same as long as nothing has changed.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(read(userId).filter(({ key }) => !first.has(key))),
  );
  return useMemo(() => JSON.parse(text) as Unanswered[], [text]);
}
