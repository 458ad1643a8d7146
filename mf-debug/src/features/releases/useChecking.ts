import { failureOf, useWithProof } from '@ezdash/store';
import { useCallback, useState } from 'react';
import { useDebugCheckReleaseMutation } from './releases.api';

/** Has the gate look at a release again; the verdict comes back with the list. */
export function useChecking(remote: string) {
  const { run } = useWithProof();
  const [send] = useDebugCheckReleaseMutation();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const check = useCallback(
    async (version: string) => {
      setBusy(version);
      setFailure(null);
      try {
        await run(() => send({ remote, version }).unwrap());
      } catch (error) {
        setFailure(failureOf(error));
      } finally {
        setBusy(null);
      }
    },
    [remote, run, send],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { check, busy, failure, forget };
}
