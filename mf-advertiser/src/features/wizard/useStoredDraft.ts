import { TAKEOVER_EVENT } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CampaignDraft } from '../form/campaignForm';
import { newUuid } from '../funds/depositId';
import { dropDraft, isTouched, saveDraft, toDraft } from './draftStorage';
import {
  useLazyWizardDraftQuery,
  useWizardCreateDraftMutation,
  useWizardDropDraftMutation,
  useWizardSaveDraftMutation,
} from './drafts.api';
import type { OpenedDraft } from './openedDraft';
import type { WizardStep } from './wizardSteps';

/** Long enough not to write at every keystroke, short enough that nobody loses a sentence. */
const PAUSE_MS = 400;
/** After a failure; what is typed is kept in this browser meanwhile. */
const RETRY_MS = 15_000;
const NAME_LENGTH = 160;
const MOST_UNANSWERED = 20;

/** Somebody saved the same draft since this page read it: nothing more is sent until its writer has chosen. */
export interface DraftConflict {
  version: number;
  updatedAt: string;
}

export interface DraftKeeper {
  /** When the draft was last kept; null before the first time. */
  savedAtMs: number | null;
  /** Where it is kept: in this browser alone while the server cannot be asked. */
  where: 'browser' | 'account';
  conflict: DraftConflict | null;
  /** Puts what is here in place of what the other one saved. */
  takeOver: () => void;
  /** Keeps what is here as a draft of its own, beside the other one. */
  keepCopy: () => void;
  /** Gives up what is here for what the other one saved. */
  loadOther: () => Promise<ApiError | null>;
  /** From here on nothing is kept: the draft became a campaign, or was thrown away. */
  close: () => void;
}

interface KeeperOptions {
  userId: number;
  opened: OpenedDraft;
  draft: CampaignDraft;
  step: WizardStep;
  restart: (draft: CampaignDraft) => void;
  /** The server has given the draft an id, or has forgotten it. */
  onId: (id: string | null) => void;
}

interface FirstSaving {
  /** The same at every try: a draft whose answer was lost is not made twice. */
  key: string;
  /** It may have arrived already, with what was typed then. */
  wasTried: boolean;
}
const newSaving = (): FirstSaving => ({ key: newUuid(), wasTried: false });

function useFirstSaving(key: string | null) {
  const [first] = useState(() => (key === null ? newSaving() : { key, wasTried: true }));
  return useRef(first);
}

/**
 * Keeps the draft a moment after every change: in this browser at once, then with the account. Calls follow each other,
 * so that an older text never lies on top of a newer one; a draft that was changed elsewhere is never written over
 * unasked.
 */
export function useDraftKeeper({ userId, opened, draft, step, restart, onId }: KeeperOptions): DraftKeeper {
  const [savedAtMs, setSavedAtMs] = useState(opened.savedAtMs);
  const [where, setWhere] = useState<DraftKeeper['where']>(opened.onVersion === null ? 'browser' : 'account');
  const [conflict, setConflict] = useState<DraftConflict | null>(null);
  const [createDraft] = useWizardCreateDraftMutation();
  const [save] = useWizardSaveDraftMutation();
  const [drop] = useWizardDropDraftMutation();
  const [read] = useLazyWizardDraftQuery();
  const id = useRef(opened.id);
  const version = useRef(opened.onVersion);
  const firstSaving = useFirstSaving(opened.key);
  /** By its latest meaning: the address may have moved on while a call was on its way. */
  const told = useRef(onId);
  told.current = onId;
  const now = useRef({ draft, step });
  now.current = { draft, step };
  /** What the server has, as text. */
  const sent = useRef(opened.unsent ? null : JSON.stringify(opened.draft));
  /** Savings on top of one version whose answers never came: one of them may have arrived all the same. */
  const unanswered = useRef<{ onVersion: number | null; texts: string[] }>({ onVersion: null, texts: [] });
  const busy = useRef(false);
  const blocked = useRef(false);
  const closed = useRef(false);
  const left = useRef(false);
  /** Another release of this page takes over and reads what this browser holds: nothing of that is tidied away. */
  const handedOn = useRef(false);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Into this browser. While two disagree, apart from what the other one keeps under the draft's id. */
  const keepHere = useCallback(
    (handsOn = false) => {
      if (closed.current) return;
      const key = blocked.current ? null : id.current;
      const kept = now.current.draft;
      if (!isTouched(kept)) {
        setSavedAtMs(null);
        return dropDraft(userId, key);
      }
      setSavedAtMs(Date.now());
      // What the account has needs no second copy, which another person at this machine could read.
      const unsent = JSON.stringify(kept) !== sent.current;
      if (!unsent && !handsOn) return dropDraft(userId, key);
      const onVersion = version.current ?? undefined;
      // Whoever takes over begins anew: what this page still has on its way is dropped by this page.
      const first = id.current === null && !handsOn ? { key: firstSaving.current.key } : {};
      const stored = { draft: kept, savedAtMs: Date.now(), onVersion, ...(unsent && { unsent }), ...first };
      saveDraft(userId, stored, key);
    },
    [userId, firstSaving],
  );

  /**
   * Whether the version that is there says what is here, or is a saving of this page whose answer was lost (a reload
   * leaves one on its way, too): then it goes on from there.
   */
  const isOwn = useCallback(
    async (other: number, here: string): Promise<boolean> => {
      if (id.current === null) return false;
      const { onVersion, texts: lost } = unanswered.current;
      const texts = onVersion === version.current ? [here, ...lost] : [here];
      const there = await read(id.current);
      if (there.error || there.data?.version !== other) return false;
      // The database has its own order of fields.
      const stored = JSON.stringify(toDraft(there.data.form));
      const own = texts.find((text) => JSON.stringify(toDraft(JSON.parse(text))) === stored);
      if (own === undefined) return false;
      version.current = other;
      sent.current = own;
      blocked.current = false;
      return true;
    },
    [read],
  );

  const push = useCallback(async (): Promise<void> => {
    if (busy.current || blocked.current || closed.current) return;
    const { draft: kept, step: at } = now.current;
    const text = JSON.stringify(kept);
    if (text === sent.current) return;
    if (!isTouched(kept)) {
      const gone = id.current;
      const known = version.current;
      if (gone === null) return;
      // Everything was thrown away: the account keeps no empty drafts. Undo makes a new one.
      dropDraft(userId, gone);
      id.current = null;
      version.current = null;
      firstSaving.current = newSaving();
      sent.current = null;
      setWhere('browser');
      told.current(null);
      await drop({ id: gone, version: known });
      return;
    }
    busy.current = true;
    clearTimeout(retry.current);
    const body = { name: kept.name.slice(0, NAME_LENGTH), step: at, form: JSON.parse(text) };
    const { key, wasTried } = firstSaving.current;
    const isFirst = id.current === null || version.current === null;
    if (isFirst) firstSaving.current = { key, wasTried: true };
    const answer =
      id.current === null || version.current === null
        ? await createDraft({ key, ...body })
        : await save({ id: id.current, version: version.current, ...body });
    busy.current = false;
    if (closed.current) {
      // Sent or thrown away while a saving was on the way.
      const gone = answer.data?.id ?? id.current;
      const known = answer.data?.version ?? version.current;
      if (gone !== null && toApiError(answer.error)?.status !== 404) void drop({ id: gone, version: known });
      return;
    }
    if (answer.data) {
      unanswered.current = { onVersion: null, texts: [] };
      // Whoever took over began without its id, and makes one of its own.
      if (left.current && handedOn.current && id.current === null) {
        const { id: own, version: known } = answer.data;
        return void drop({ id: own, version: known });
      }
      // The answer of an earlier try was lost: what it brought there is older than what is here.
      sent.current = isFirst && wasTried ? null : text;
      version.current = answer.data.version;
      const { updated_at: updatedAt } = answer.data;
      if (isFirst && wasTried && answer.data.version > 1) {
        blocked.current = true;
        setConflict({ version: answer.data.version, updatedAt });
      }
      setWhere('account');
      if (id.current !== answer.data.id) {
        dropDraft(userId);
        id.current = answer.data.id;
        if (!left.current) told.current(answer.data.id);
      }
      keepHere(handedOn.current);
      return push();
    }
    // Whoever left has it in this browser.
    if (left.current) return;
    const error = toApiError(answer.error);
    if (error?.code === 'DRAFT_CHANGED') {
      blocked.current = true;
      const { version: other, updated_at: at } = error.extra ?? {};
      if (await isOwn(Number(other), text)) return push();
      setConflict({ version: Number(other), updatedAt: String(at) });
      return keepHere();
    }
    setWhere('browser');
    const { onVersion, texts } = unanswered.current;
    const before = onVersion === version.current ? texts : [];
    unanswered.current = { onVersion: version.current, texts: [...before, text].slice(-MOST_UNANSWERED) };
    // It was sent or thrown away elsewhere: what is here is one of its own again.
    if (error?.status === 404) {
      dropDraft(userId, id.current);
      id.current = null;
      version.current = null;
      firstSaving.current = newSaving();
      keepHere();
    }
    retry.current = setTimeout(() => void push(), RETRY_MS);
  }, [createDraft, drop, firstSaving, isOwn, keepHere, save, userId]);

  const first = useRef(draft);
  /** Back to what it began with, as by a discard, is a change too once there was another. */
  const changed = useRef(opened.unsent);
  if (draft !== first.current) changed.current = true;
  useEffect(() => {
    // By the draft: it is what makes this run again.
    if (draft === first.current && !changed.current) return;
    const timer = setTimeout(() => {
      // Still here after all, and being written.
      handedOn.current = false;
      keepHere();
      void push();
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, keepHere, push]);

  useEffect(() => {
    const flush = (event?: Event) => {
      // Whatever takes the place of this page begins with it, without asking the server.
      if (event?.type === TAKEOVER_EVENT) handedOn.current = true;
      if (handedOn.current || changed.current) keepHere(handedOn.current);
    };
    const again = () => void push();
    left.current = false;
    const ends = ['pagehide', TAKEOVER_EVENT];
    for (const end of ends) window.addEventListener(end, flush);
    window.addEventListener('online', again);
    return () => {
      for (const end of ends) window.removeEventListener(end, flush);
      window.removeEventListener('online', again);
      clearTimeout(retry.current);
      flush();
      left.current = true;
      // Who takes over sends it: two would make two drafts of it.
      if (!handedOn.current) void push();
    };
  }, [keepHere, push]);

  const settle = useCallback(() => {
    dropDraft(userId);
    blocked.current = false;
    setConflict(null);
  }, [userId]);
  const takeOver = useCallback(() => {
    if (!conflict) return;
    settle();
    version.current = conflict.version;
    sent.current = null;
    void push();
  }, [conflict, push, settle]);
  const keepCopy = useCallback(() => {
    settle();
    id.current = null;
    version.current = null;
    sent.current = null;
    firstSaving.current = newSaving();
    void push();
  }, [firstSaving, push, settle]);
  const loadOther = useCallback(async () => {
    if (id.current === null) return null;
    const answer = await read(id.current);
    // Beside an error stands what was read before.
    if (answer.error || !answer.data) return toApiError(answer.error) ?? null;
    const other = toDraft(answer.data.form);
    settle();
    version.current = answer.data.version;
    sent.current = JSON.stringify(other);
    restart(other);
    return null;
  }, [read, restart, settle]);

  const close = useCallback(() => {
    closed.current = true;
    clearTimeout(retry.current);
    dropDraft(userId);
    dropDraft(userId, id.current);
    // A saving that is on its way would come behind the dropping, or be dropped twice: it ends first, and drops it.
    if (id.current !== null && !busy.current) void drop({ id: id.current, version: version.current });
  }, [drop, userId]);
  return { savedAtMs, where, conflict, takeOver, keepCopy, loadOther, close };
}
