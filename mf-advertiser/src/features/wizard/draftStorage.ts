import {
  BIDDINGS,
  CATEGORIES,
  CONVERSION_GOALS,
  COUNTRIES,
  DEVICES,
  PACINGS,
  PRICINGS,
} from '@ezdash/contracts/constants';
import { storage } from '@ezdash/store';
import { toAsset } from '../creatives/toAsset';
import { type CampaignDraft, type CreativeDraft, EMPTY_DRAFT, isLocalTime } from '../form/campaignForm';
import { toDraftTargeting } from './draftTargeting';
import { isRecord, keyOf, readKept, VERSION } from './keptDraft';

export interface StoredDraft {
  draft: CampaignDraft;
  savedAtMs: number;
  /** Of the version that the server has and this one was written on top of. */
  onVersion?: number;
  /** It holds what the server has not got. */
  unsent?: boolean;
  /** Under which it is, or was already, sent for the first time. */
  key?: string;
}

type Raw = Record<string, unknown>;
const KEY = /^[0-9a-f-]{36}$/;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const amount = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
const oneOf = <T extends string>(list: readonly T[], value: unknown, otherwise: T): T =>
  list.find((known) => known === value) ?? otherwise;
const someOf = <T extends string>(list: readonly T[], value: unknown): T[] =>
  Array.isArray(value) ? list.filter((known) => value.includes(known)) : [];
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
/** A day and a time in UTC; a text that was left unreadable is not kept. */
const localTime = (value: unknown) => (isLocalTime(text(value)) ? text(value) : '');

function toCreatives(value: unknown): CreativeDraft[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const asset = isRecord(entry) ? toAsset(entry.asset) : null;
    if (!asset || !isRecord(entry)) return [];
    const share = amount(entry.share);
    const isShare = share !== null && share > 0 && share < 100;
    return [{ asset, name: text(entry.name), alt: text(entry.alt), ...(isShare && { share }) }];
  });
}

function toCap(value: unknown): CampaignDraft['frequency_cap'] {
  if (!isRecord(value)) return null;
  const count = amount(value.count);
  const seconds = amount(value.seconds);
  return count !== null && seconds !== null ? { count, seconds } : null;
}

/** Field by field: a browser's storage is anybody's to write. */
export function toDraft(raw: Raw): CampaignDraft {
  return {
    name: text(raw.name),
    landing_url: text(raw.landing_url),
    pricing: oneOf(PRICINGS, raw.pricing, EMPTY_DRAFT.pricing),
    goal_ids: texts(raw.goal_ids).slice(0, CONVERSION_GOALS.mostOfCampaign),
    creatives: toCreatives(raw.creatives),
    countries: someOf(COUNTRIES, raw.countries),
    devices: someOf(DEVICES, raw.devices),
    targeting: toDraftTargeting(raw.targeting),
    frequency_cap: toCap(raw.frequency_cap),
    bid_micros: amount(raw.bid_micros),
    daily_budget_micros: amount(raw.daily_budget_micros),
    total_budget_micros: amount(raw.total_budget_micros),
    pacing: oneOf(PACINGS, raw.pacing, EMPTY_DRAFT.pacing),
    bidding: oneOf(BIDDINGS, raw.bidding, EMPTY_DRAFT.bidding),
    impression_limit: amount(raw.impression_limit),
    click_limit: amount(raw.click_limit),
    measured_only: raw.measured_only === true,
    category: CATEGORIES.find((known) => known === raw.category) ?? null,
    starts_at: localTime(raw.starts_at),
    ends_at: localTime(raw.ends_at),
  };
}

/** The draft this browser kept for the person; null when there is none that can be read. */
export function loadDraft(userId: number, draftId: string | null = null): StoredDraft | null {
  const kept = readKept(userId, draftId);
  if (kept === null) return null;
  const onVersion = amount(kept.onVersion);
  return {
    draft: toDraft(kept.draft),
    savedAtMs: Number(kept.savedAtMs),
    ...(onVersion !== null && { onVersion }),
    ...(kept.unsent === true && { unsent: true }),
    ...(typeof kept.key === 'string' && KEY.test(kept.key) && { key: kept.key }),
  };
}

export function saveDraft(userId: number, stored: StoredDraft, draftId: string | null = null): void {
  storage.set(keyOf(userId, draftId), JSON.stringify({ version: VERSION, ...stored }));
}

export function dropDraft(userId: number, draftId: string | null = null): void {
  storage.remove(keyOf(userId, draftId));
}

/** Whether anything was entered that would be missed. */
export function isTouched(draft: CampaignDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT);
}
