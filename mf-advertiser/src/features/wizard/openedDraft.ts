import type { StoredCampaignDraft } from '@ezdash/contracts';
import { type CampaignDraft, EMPTY_DRAFT } from '../form/campaignForm';
import { loadDraft, toDraft } from './draftStorage';

/** What a wizard begins with. */
export interface OpenedDraft {
  draft: CampaignDraft;
  /** The server's; null while only this browser has it. */
  id: string | null;
  /** Of the server's versions, the one that this is, or was written on top of. */
  onVersion: number | null;
  /** It holds what the server has not got. */
  unsent: boolean;
  savedAtMs: number | null;
  /** Under which a page before may have sent it for the first time; null when none did. */
  key: string | null;
}

/** A new one, or what this browser kept of one that never got to the server. */
export function openNewDraft(userId: number): OpenedDraft {
  const kept = loadDraft(userId);
  return {
    draft: kept?.draft ?? EMPTY_DRAFT,
    id: null,
    onVersion: null,
    unsent: kept !== null,
    savedAtMs: kept?.savedAtMs ?? null,
    key: kept?.key ?? null,
  };
}

/** A release that takes the place of another one goes on with what the other one left this moment. */
const HANDED_ON_MS = 10_000;

/**
 * One that the server has, as this browser kept it: with what never got there, which comes first (when the server has
 * gone on since, its writer is asked), or as the page before handed it on. Null when the server is to be asked.
 */
export function openKeptDraft(userId: number, id: string): OpenedDraft | null {
  const kept = loadDraft(userId, id);
  if (kept?.onVersion === undefined) return null;
  const unsent = kept.unsent === true;
  if (!unsent && Date.now() - kept.savedAtMs > HANDED_ON_MS) return null;
  return { draft: kept.draft, id, onVersion: kept.onVersion, unsent, savedAtMs: kept.savedAtMs, key: null };
}

/** The same as the server has it. */
export const openStoredDraft = (stored: StoredCampaignDraft): OpenedDraft => ({
  draft: toDraft(stored.form),
  id: stored.id,
  onVersion: stored.version,
  unsent: false,
  savedAtMs: Date.parse(stored.updated_at),
  key: null,
});
