import type { PasskeyProof } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  askPasskey,
  autofillSupported,
  PasskeyNotUsedError,
  PasskeyReplacedError,
  passkeysSupported,
  stopAsking,
} from './askPasskey';
import { useAuthPasskeyOptionsMutation } from './passkeys.api';

/** What the server or the network said, or that the person did not go through with it. */
export type PasskeyFailure = ApiError | 'notUsed';

export interface Passkey {
  /** The browser knows passkeys. */
  supported: boolean;
  pending: boolean;
  failure: PasskeyFailure | null;
  /** Asks for one and hands the proof on; never rejects. */
  ask: () => Promise<void>;
}

interface PasskeyUse {
  /** Sends the proof. */
  onProof: (proof: PasskeyProof) => Promise<unknown>;
  /** Also among what the browser fills into the e-mail's field. */
  autofill?: boolean;
}

/** After the first paint: what is filled in comes when the field is used, not before. */
const AUTOFILL_AFTER_MS = 250;

function failureOf(error: unknown): PasskeyFailure | null {
  if (error instanceof PasskeyReplacedError) return null;
  return error instanceof PasskeyNotUsedError ? 'notUsed' : toApiError(error);
}

/** Offers passkeys in the browser's own list while the page is there. Says nothing unless one was chosen. */
function useAutofill(wanted: boolean, prove: (autofill: boolean) => Promise<void>): void {
  const latest = useRef(prove);
  useEffect(() => {
    latest.current = prove;
  });
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const timer = setTimeout(async () => {
      if ((await autofillSupported()) && !gone) await latest.current(true);
    }, AUTOFILL_AFTER_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      stopAsking();
    };
  }, [wanted]);
}

/** A proof by passkey: challenge, the browser's question, the answer. */
export function usePasskey({ onProof, autofill = false }: PasskeyUse): Passkey {
  const [loadOptions] = useAuthPasskeyOptionsMutation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<PasskeyFailure | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const prove = useCallback(
    async (fromList: boolean) => {
      // Until one was chosen from its list the browser waits in silence, and a failure is nobody's concern.
      let chosen = !fromList;
      setPending(chosen);
      if (chosen) setFailure(null);
      try {
        const { options } = await loadOptions({ quiet: fromList }).unwrap();
        if (gone.current) return;
        const response = await askPasskey(options, { autofill: fromList });
        chosen = true;
        setPending(true);
        await onProof({ response });
      } catch (error) {
        if (chosen) setFailure(failureOf(error));
      } finally {
        if (chosen) setPending(false);
      }
    },
    [loadOptions, onProof],
  );
  const supported = passkeysSupported();
  useAutofill(autofill && supported, prove);
  return { supported, pending, failure, ask: () => prove(false) };
}
