import type { ReleaseInfo } from '@ezdash/contracts';
import { api, sendFile, useAppDispatch, useSession, useWithProof } from '@ezdash/store';
import { useEffect, useRef, useState } from 'react';
import { publishAddress } from './releases.api';

/** Thirty megabytes over half a megabit a second, and what the server does with them. */
const TIMEOUT_MS = 600_000;

/** What is on its way into the store. */
export interface Archive {
  remote: string;
  file: File;
  /** Of its sources; empty when nobody says. */
  commit: string;
}

/** What was published; `isNew` is false when these very bytes were before. */
export interface Published {
  version: string;
  isNew: boolean;
}

const isRelease = (value: unknown): value is Pick<ReleaseInfo, 'version'> =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';

/** Publishes an archive, with a proof; `sent`: the share that has gone out. What is under way ends with the component. */
export function usePublishing() {
  const { user } = useSession();
  const { run } = useWithProof();
  const dispatch = useAppDispatch();
  const [sent, setSent] = useState<number | null>(null);
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const personId = user?.id ?? null;

  async function once({ remote, file, commit }: Archive, signal: AbortSignal): Promise<Published> {
    setSent(0);
    const options = { personId, signal, onProgress: setSent, contentType: 'application/zip' };
    const answer = await sendFile(publishAddress(remote, commit), file, {
      ...options,
      timeoutMs: TIMEOUT_MS,
    });
    // While a proof is asked for nothing is on its way.
    setSent(null);
    if ('error' in answer) throw answer.error;
    return {
      version: isRelease(answer.data) ? answer.data.version : '',
      isNew: answer.status === 201,
    };
  }

  return {
    sent,
    /** Throws an ApiError, or ProofCancelled. */
    async publish(archive: Archive): Promise<Published> {
      const stop = new AbortController();
      underWay.current = stop;
      const published = await run(() => once(archive, stop.signal));
      dispatch(api.util.invalidateTags(['Release']));
      return published;
    },
  };
}
