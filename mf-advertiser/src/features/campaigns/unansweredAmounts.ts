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
  /** Of what was chosen with them, what was to be sent after it: never asked for if the page went meanwhile. */
  unsent?: string[];
}
/** The same, whoever asks for it and when. */
export type Asked = Pick<Unanswered, 'amount' | 'ids' | 'change'>;
/** One that is about to be sent. */
export type Request = Omit<Unanswered, 'atMs'>;

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

const isSameChange = (one: Asked, other: Omit<Asked, 'ids'>) =>
  one.amount === other.amount && JSON.stringify(one.change) === JSON.stringify(other.change);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isUnanswered(value: unknown): value is Unanswered {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, ids, change, key, atMs, names, unsent } = value as Record<string, unknown>;
  const { set_micros: set, percent } = (change ?? {}) as Record<string, unknown>;
  const isChange = (typeof set === 'number') !== (typeof percent === 'number');
  const isNamed = isTexts(ids) && ids.length > 0 && isTexts(names) && typeof key === 'string';
  const isWhole = isNamed && (unsent === undefined || isTexts(unsent));
  return (amount === 'budget' || amount === 'bid') && isWhole && isChange && typeof atMs === 'number';
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

type Send<Answer> = (args: AmountsArgs) => Promise<Answer>;

/** Whether it is asked for the first time right now. */
export const isOnItsWay = ({ key }: Unanswered): boolean => first.has(key);

/** The changes that were sent before and that lie wholly within this one: together they would change amounts twice. */
export function sentWithin(sent: readonly Unanswered[], wanted: Asked): Unanswered[] {
  const open = new Set(wanted.ids);
  return sent.filter((one) => {
    if (!isSameChange(one, wanted) || !one.ids.every((id) => open.has(id))) return false;
    for (const id of one.ids) open.delete(id);
    return true;
  });
}

/**
 * Sends a change of amounts for the first time. Its key is kept until there is an answer: a share of a share would be
 * another amount. A refusal of this call is an answer, too.
 * @param instead the same change as it was sent before; it is forgotten, unless nothing takes its place
 */
export async function askFirst<Answer extends { error?: unknown }>(
  userId: number,
  wanted: Request,
  send: Send<Answer>,
  instead?: Unanswered,
): Promise<Answer> {
  const request = { ...wanted, atMs: Date.now() };
  const { ids, change, key } = request;
  const others = read(userId).filter((each) => each.key !== instead?.key);
  // What is asked for here was left over where the page went before its turn.
  const asked = new Set(ids);
  const left = others.map((each) =>
    each.unsent && isSameChange(each, request)
      ? { ...each, unsent: each.unsent.filter((id) => !asked.has(id)) }
      : each,
  );
  first.add(key);
  write(userId, [...left, request]);
  const answer = await send({ ids, change, key });
  first.delete(key);
  if (answer.error === undefined) forgetUnanswered(userId, request);
  else if (isRefused(answer.error)) {
    forgetUnanswered(userId, request);
    if (instead) keepUnanswered(userId, instead);
  } else tell();
  return answer;
}

/**
 * Asks for the answer of one that was sent before, under its key. A refusal now says nothing of the first call (the
 * session has ended, too many calls), so the key is kept on.
 * @returns null when it is not kept any more: the server would take it for another change
 */
export async function askAgain<Answer extends { error?: unknown }>(
  userId: number,
  { key: asked }: Unanswered,
  send: Send<Answer>,
): Promise<Answer | null> {
  const one = read(userId).find(({ key }) => key === asked);
  if (!one) {
    tell();
    return null;
  }
  const { ids, change, key } = one;
  const answer = await send({ ids, change, key });
  if (answer.error === undefined) forgetUnanswered(userId, one);
  return answer;
}

/** A change under a key of its own. */
export function newRequest(
  asked: Asked,
  nameOf: (id: string) => string | undefined,
  unsent: string[],
): Request {
  const names = asked.ids.flatMap((id) => nameOf(id) ?? []).slice(0, MOST_NAMES);
  return { ...asked, key: newUuid(), names, unsent };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The changes that a person sent in this tab and that have no answer yet. */
export function useSent(userId: number): readonly Unanswered[] {
  // As text: it is the same as long as nothing has changed.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(read(userId)));
  return useMemo(() => JSON.parse(text) as Unanswered[], [text]);
}

/** Those of them whose answer was lost. */
export function useUnanswered(userId: number): readonly Unanswered[] {
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(read(userId).filter((one) => !isOnItsWay(one))),
  );
  return useMemo(() => JSON.parse(text) as Unanswered[], [text]);
}
