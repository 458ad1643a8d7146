import { storage } from '@ezdash/store';

/** Raised when the shape of a draft changes; an older one is dropped rather than misread. */
export const VERSION = 1;
/**
 * By person, so that two who share a browser do not find each other's; and by the draft's id once the server has it. The
 * one without an id is what the server has not got yet.
 */
export const keyOf = (userId: number, draftId: string | null) =>
  `ezdash_campaign_draft_${userId}${draftId === null ? '' : `_${draftId}`}`;

type Raw = Record<string, unknown>;
export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What this browser kept, its draft unread; null when there is none of this shape. */
export function readKept(userId: number, draftId: string | null): (Raw & { draft: Raw }) | null {
  try {
    const kept: unknown = JSON.parse(storage.get(keyOf(userId, draftId)) ?? 'null');
    if (!isRecord(kept) || kept.version !== VERSION || !isRecord(kept.draft)) return null;
    return Number.isSafeInteger(kept.savedAtMs) ? { ...kept, draft: kept.draft } : null;
  } catch {
    return null;
  }
}

/**
 * Name and time of the draft that never got to the server; null when there is none. For pages that tell of it alone: to
 * read the whole of it is to know every dimension of targeting.
 */
export function peekDraft(userId: number): { name: string; savedAtMs: number } | null {
  const kept = readKept(userId, null);
  if (kept === null) return null;
  return {
    name: typeof kept.draft.name === 'string' ? kept.draft.name : '',
    savedAtMs: Number(kept.savedAtMs),
  };
}
