import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { storage, useAppDispatch, useSession, useStored } from '@ezdash/store';
import { useCallback, useEffect, useState } from 'react';
import { debugSlice, useConfirmedSession } from '../debugTool/debugSlice';
import { verifySession } from '../debugTool/debugTool.api';

/** What stands between an admin and the console. */
export type Door =
  | 'open'
  /** The server is asked whether the stored token still stands. */
  | 'asking'
  /** It has not answered: nothing is known, and nothing is thrown away. */
  | 'unanswered'
  /** No debug session, or one that is over. */
  | 'closed'
  /** The debug session is another admin's than the page's. */
  | 'other';

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Whether the console is open to who is signed in, as of now; `ask`: asks the server once more. */
export function useDoor(): { door: Door; ask: () => void } {
  const dispatch = useAppDispatch();
  const { user } = useSession();
  const session = useConfirmedSession();
  const hasToken = useStored(STORAGE_KEYS.debugToken) !== null;
  const [isAsking, setAsking] = useState(false);
  const [isUnanswered, setUnanswered] = useState(false);
  const isConfirmed = session !== null;

  const ask = useCallback(async () => {
    setAsking(true);
    setUnanswered(false);
    const confirmed = await verifySession(dispatch);
    setUnanswered(!confirmed && storage.get(STORAGE_KEYS.debugToken) !== null);
    setAsking(false);
  }, [dispatch]);

  useEffect(() => {
    // A token that comes from another tab is asked about as one that was there from the start.
    if (hasToken && !isConfirmed) void ask();
    // What was confirmed went with its token.
    if (!hasToken && isConfirmed) dispatch(debugSlice.actions.sessionEnded());
  }, [hasToken, isConfirmed, ask, dispatch]);

  return { door: doorOf(), ask: () => void ask() };

  function doorOf(): Door {
    if (!hasToken) return 'closed';
    if (session && user) return sameAddress(session.adminEmail, user.email) ? 'open' : 'other';
    return isUnanswered && !isAsking ? 'unanswered' : 'asking';
  }
}
