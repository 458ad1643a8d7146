import { type ApiError, toApiError, useVerifyEmailMutation } from '@ezdash/store';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isDeadLink, isRefusal, refuseAt } from '../refusal';

export type OpenedLink =
  | { kind: 'opening' }
  /** The account was asked for in another browser: the chosen password has to show that it is the same person. */
  | { kind: 'password' }
  | { kind: 'dead' }
  | { kind: 'failed'; failure: ApiError }
  /** `signedIn`: the link made an account, and this is it. */
  | { kind: 'done'; signedIn: boolean };

/**
 * Opens a mailed link that confirms an address: by itself, and once, however often React mounts the page.
 * @returns what came of it, a second try after a failure, and the try with the password (which throws what a form shows)
 */
export function useOpenLink(token: string) {
  const [verify] = useVerifyEmailMutation();
  const [link, setLink] = useState<OpenedLink>({ kind: 'opening' });
  const begun = useRef(false);

  const open = useCallback(
    async (password?: string) => {
      const { session } = await verify({ token, password }).unwrap();
      setLink({ kind: 'done', signedIn: Boolean(session?.user) });
    },
    [verify, token],
  );
  const tryOpen = useCallback(async () => {
    setLink({ kind: 'opening' });
    try {
      await open();
    } catch (error) {
      const failure = toApiError(error);
      if (isDeadLink(error)) setLink({ kind: 'dead' });
      else if (isRefusal(error, 'PASSWORD_NEEDED')) setLink({ kind: 'password' });
      else if (failure) setLink({ kind: 'failed', failure });
    }
  }, [open]);
  const openWith = useCallback(
    async (password: string) => {
      try {
        await open(password);
      } catch (error) {
        if (isDeadLink(error)) setLink({ kind: 'dead' });
        else refuseAt('password', ['WRONG_PASSWORD', 'PASSWORD_NEEDED'])(error);
      }
    },
    [open],
  );

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void tryOpen();
  }, [tryOpen]);
  return { link, tryOpen, openWith };
}
