import type { Asset, Pricing } from '@ezdash/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { checkFile, checkImage, type ImageProblem } from './checkImage';
import { kindOf } from './creativeFile';
import { type UploadFailure, uploadImage } from './uploadImage';
import { forgetParts, goesInParts, uploadInParts } from './uploadInParts';

/** A file on its way, or why it did not arrive. Stored ones leave the list. */
export interface Upload {
  key: string;
  file: File;
  /** Address of the file in this browser, to show it; null when the file is no picture. */
  previewUrl: string | null;
  /** Share that has gone out, 0–1. */
  share: number;
  problem: ImageProblem | null;
  failure: UploadFailure | null;
}

export interface Uploads {
  uploads: readonly Upload[];
  /** Whether any file is still being checked or sent. */
  pending: boolean;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
}

/** More at once would only share the same line. */
const AT_ONCE = 2;

export function isUnderWay(upload: Upload): boolean {
  return upload.problem === null && upload.failure === null;
}

let made = 0;
function newUpload(file: File, pricing: Pricing): Upload {
  const problem = checkFile(file, pricing);
  made++;
  return {
    key: `upload-${made}`,
    file,
    previewUrl: problem?.code === 'type' || kindOf(file) !== 'image' ? null : URL.createObjectURL(file),
    share: 0,
    problem,
    failure: null,
  };
}

function forget(upload: Upload): void {
  if (upload.previewUrl) URL.revokeObjectURL(upload.previewUrl);
}

/**
 * Checks and sends chosen files, two at a time, and hands over each stored image.
 * Lives as long as the component; leaving it stops what is under way.
 * @param pricing of the campaign, which need not take every kind of file
 */
export function useUploads(onStored: (asset: Asset, file: File) => void, pricing: Pricing): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const known = useRef(new Map<string, Upload>());
  const stops = useRef(new Map<string, AbortController>());
  const waiting = useRef<string[]>([]);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  }, [onStored]);

  const show = useCallback(() => setUploads([...known.current.values()]), []);
  const patch = useCallback(
    (key: string, change: Partial<Upload>) => {
      const upload = known.current.get(key);
      if (upload) known.current.set(key, { ...upload, ...change });
      show();
    },
    [show],
  );
  const drop = useCallback(
    (key: string) => {
      stops.current.get(key)?.abort();
      const upload = known.current.get(key);
      known.current.delete(key);
      if (upload) forget(upload);
      show();
    },
    [show],
  );

  const remove = useCallback(
    (key: string) => {
      const upload = known.current.get(key);
      drop(key);
      if (upload) void forgetParts(upload.file);
    },
    [drop],
  );

  const send = useCallback(
    async (upload: Upload, stop: AbortController) => {
      const problem = await checkImage(upload.file);
      if (stop.signal.aborted) return;
      if (problem) return patch(upload.key, { problem });
      const transfer = goesInParts(upload.file) ? uploadInParts : uploadImage;
      const answer = await transfer(upload.file, stop.signal, (share) => patch(upload.key, { share }));
      if (stop.signal.aborted) return;
      if ('failure' in answer) return patch(upload.key, { failure: answer.failure, share: 0 });
      drop(upload.key);
      stored.current(answer.asset, upload.file);
    },
    [patch, drop],
  );

  const startNext = useCallback(() => {
    if (stops.current.size >= AT_ONCE) return;
    const key = waiting.current.shift();
    if (key === undefined) return;
    const upload = known.current.get(key);
    if (!upload) return startNext();
    const stop = new AbortController();
    stops.current.set(key, stop);
    send(upload, stop).finally(() => {
      stops.current.delete(key);
      startNext();
    });
    startNext();
  }, [send]);

  const add = useCallback(
    (files: readonly File[]) => {
      for (const upload of files.map((file) => newUpload(file, pricing))) {
        known.current.set(upload.key, upload);
        if (!upload.problem) waiting.current.push(upload.key);
      }
      show();
      startNext();
    },
    [show, startNext, pricing],
  );
  const retry = useCallback(
    (key: string) => {
      patch(key, { failure: null, share: 0 });
      waiting.current.push(key);
      startNext();
    },
    [patch, startNext],
  );

  useEffect(() => {
    const { current: list } = known;
    const { current: running } = stops;
    return () => {
      for (const stop of running.values()) stop.abort();
      for (const upload of list.values()) forget(upload);
      list.clear();
    };
  }, []);

  return { uploads, pending: uploads.some(isUnderWay), add, retry, remove };
}
