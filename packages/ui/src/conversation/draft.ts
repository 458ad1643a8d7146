import type { Attachment } from '@ezdash/contracts';
import { SUPPORT_LIMITS } from '@ezdash/contracts/constants';
import { useCallback } from 'react';
import { keyedStore, useKeyed } from './keyedStore';

/** Why a file did not become an attachment. */
export interface FileProblem {
  /** `refused`: the server read it and said no, in `message`. */
  kind: 'empty' | 'size' | 'network' | 'timeout' | 'refused';
  message: string;
  requestId?: string;
  /** Whether the same file may pass the next time. */
  again: boolean;
}

/** A chosen file: on its way, stored, or refused. */
export interface DraftFile {
  key: string;
  file: File;
  /** Share that has gone out, 0–1. */
  share: number;
  attachment: Attachment | null;
  problem: FileProblem | null;
}

/** What is being written and was not sent. */
export interface Draft {
  subject: string;
  text: string;
  files: readonly DraftFile[];
  /** How many files were left out because there is room for only so many. */
  leftOut: number;
  /** Of a new conversation: the same for every try to send it. */
  clientId: string | null;
}

export type UploadAnswer = { attachment: Attachment } | { problem: FileProblem };
/** Stores one file; never rejects. `signal` ends it, and what it answers then is not looked at. */
export type Upload = (
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => Promise<UploadAnswer>;

const EMPTY: Draft = { subject: '', text: '', files: [], leftOut: 0, clientId: null };
/** In memory only: a draft is kept while moving about in the app, and is gone with the page. */
const drafts = keyedStore<Draft>(EMPTY);
const stops = new Map<string, AbortController>();
let made = 0;

export const isUnderWay = (file: DraftFile): boolean => file.attachment === null && file.problem === null;
export const attachmentsOf = (files: readonly DraftFile[]): Attachment[] =>
  files.flatMap(({ attachment }) => attachment ?? []);

/** What can be said of a file before it is sent; its type is the server's to find. */
export function checkFile({ size }: File): FileProblem | null {
  if (size === 0) return { kind: 'empty', message: '', again: false };
  if (size > SUPPORT_LIMITS.attachmentBytes) return { kind: 'size', message: '', again: false };
  return null;
}

function patchFile(draftKey: string, fileKey: string, change: Partial<DraftFile>): void {
  drafts.change(draftKey, (draft) => ({
    ...draft,
    files: draft.files.map((file) => (file.key === fileKey ? { ...file, ...change } : file)),
  }));
}

async function send(draftKey: string, { key, file }: DraftFile, upload: Upload): Promise<void> {
  const stop = new AbortController();
  stops.set(key, stop);
  const answer = await upload(file, stop.signal, (share) => patchFile(draftKey, key, { share }));
  stops.delete(key);
  if (stop.signal.aborted) return;
  if ('attachment' in answer) patchFile(draftKey, key, { attachment: answer.attachment, share: 1 });
  else patchFile(draftKey, key, { problem: answer.problem, share: 0 });
}

function addFiles(draftKey: string, chosen: readonly File[], upload: Upload): void {
  const room = SUPPORT_LIMITS.attachments - drafts.read(draftKey).files.length;
  const added = chosen.slice(0, Math.max(0, room)).map((file): DraftFile => {
    made += 1;
    return { key: `file-${made}`, file, share: 0, attachment: null, problem: checkFile(file) };
  });
  drafts.change(draftKey, (draft) => ({
    ...draft,
    files: [...draft.files, ...added],
    leftOut: chosen.length - added.length,
  }));
  for (const file of added) if (!file.problem) void send(draftKey, file, upload);
}

/** A draft, and all that can be done to it. */
export interface DraftControls extends Draft {
  write: (change: Partial<Pick<Draft, 'subject' | 'text'>>) => void;
  add: (files: readonly File[]) => void;
  remove: (fileKey: string) => void;
  retry: (fileKey: string) => void;
  /** The id of a new conversation, made at its first use. */
  ownClientId: () => string;
  /** Empties it. */
  clear: () => void;
}

/** @param key names person and conversation, so that nobody finds another's words */
export function useDraft(key: string, upload: Upload): DraftControls {
  const draft = useKeyed(drafts, key);
  const write = useCallback<DraftControls['write']>(
    (change) => drafts.change(key, (before) => ({ ...before, ...change })),
    [key],
  );
  return {
    ...draft,
    write,
    add: (files) => addFiles(key, files, upload),
    remove: (fileKey) => {
      stops.get(fileKey)?.abort();
      drafts.change(key, (before) => ({
        ...before,
        files: before.files.filter((file) => file.key !== fileKey),
        leftOut: 0,
      }));
    },
    retry: (fileKey) => {
      const file = drafts.read(key).files.find((one) => one.key === fileKey);
      if (!file?.problem?.again) return;
      patchFile(key, fileKey, { problem: null, share: 0 });
      void send(key, file, upload);
    },
    ownClientId: () => {
      drafts.change(key, (before) =>
        before.clientId === null ? { ...before, clientId: crypto.randomUUID() } : before,
      );
      return drafts.read(key).clientId ?? crypto.randomUUID();
    },
    clear: () => drafts.change(key, () => EMPTY),
  };
}

/** Puts a text back to be written on: before what stands there already. */
export function giveBack(key: string, text: string): void {
  drafts.change(key, (before) => ({
    ...before,
    text: before.text === '' ? text : `${text}\n${before.text}`,
  }));
}
