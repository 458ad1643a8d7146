import { TAKEOVER_EVENT } from '@ezdash/contracts/constants';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CampaignDraft } from '../form/campaignForm';
import { dropDraft, isTouched, loadDraft, type StoredDraft, saveDraft } from './draftStorage';

/** Long enough not to write at every keystroke, short enough that nobody loses a sentence. */
const PAUSE_MS = 400;

interface DraftKeeper {
  /** When this browser last kept the draft; null before the first time. */
  savedAtMs: number | null;
  /** From here on nothing is kept: the draft became a campaign. */
  close: () => void;
}

/** The draft found at the first rendering, so that a reload goes on where it was. */
export function useFoundDraft(userId: number): StoredDraft | null {
  return useState(() => loadDraft(userId))[0];
}

/** Keeps the draft in this browser a moment after every change, and at once when the page is left or taken over. */
export function useDraftKeeper(userId: number, draft: CampaignDraft, found: StoredDraft | null): DraftKeeper {
  const [savedAtMs, setSavedAtMs] = useState(found?.savedAtMs ?? null);
  const kept = useRef(draft);
  const waiting = useRef<CampaignDraft | null>(null);
  const closed = useRef(false);

  const flush = useCallback(() => {
    const next = waiting.current;
    waiting.current = null;
    if (!next || closed.current) return;
    kept.current = next;
    if (isTouched(next)) saveDraft(userId, { draft: next, savedAtMs: Date.now() });
    else dropDraft(userId);
    setSavedAtMs(isTouched(next) ? Date.now() : null);
  }, [userId]);

  useEffect(() => {
    if (draft === kept.current) return;
    waiting.current = draft;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, flush]);

  useEffect(() => {
    const ends = ['pagehide', TAKEOVER_EVENT];
    for (const end of ends) window.addEventListener(end, flush);
    return () => {
      for (const end of ends) window.removeEventListener(end, flush);
      flush();
    };
  }, [flush]);

  const close = useCallback(() => {
    closed.current = true;
    dropDraft(userId);
  }, [userId]);
  return { savedAtMs, close };
}
