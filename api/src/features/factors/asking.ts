import type { Request } from 'express';
import { csrfToken, currentUser } from '../../platform/auth';
import type { Asking } from './challenges';
import type { createRelyingParty } from './relyingParty';
import { WrongPasskeyError } from './WrongPasskeyError';

/** Who asks for a passkey, and from which page. */
export function askingOf(req: Request, partyFor: ReturnType<typeof createRelyingParty>): Asking {
  return {
    asker: { visitor: csrfToken(req), userId: currentUser(req)?.id ?? null },
    party: partyFor(req.get('Origin')),
  };
}

/** Passes on what came of it; a passkey that was refused is written down, and why. */
export async function noteRefusal<T>(req: Request, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WrongPasskeyError)
      req.log.warn(
        { event: 'auth.passkey_refused', userId: currentUser(req)?.id ?? null, reason: error.reason },
        'A passkey was refused',
      );
    throw error;
  }
}
