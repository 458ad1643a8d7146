import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { deleteOldChallenges, storeChallenge, takeChallenge } from './passkeys.repo';
import type { RelyingParty } from './relyingParty';

export type ChallengePurpose = 'add' | 'sign-in' | 'confirm';

/** Whose a challenge is. */
export interface Asker {
  /** The visitor's CSRF token: a guest's belongs to their signed cookie, a person's to where they are signed in. */
  visitor: string;
  /** Null while nobody is signed in. */
  userId: number | null;
}

/** From where, and of whom, a passkey is asked. */
export interface Asking {
  asker: Asker;
  party: RelyingParty;
}

export const CHALLENGE_MS = 5 * 60_000;
const BYTES = 32;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * What passkeys are asked to sign: random, kept as rows, each good once, for one visitor, purpose and account. Several
 * may wait for one visitor, one for each open page.
 */
export function createChallenges({ db, clock }: { db: Db; clock: Clock }) {
  const rowOf = (challenge: string, purpose: ChallengePurpose, { visitor, userId }: Asker) => ({
    challenge,
    purpose,
    visitor_sha256: sha256(visitor),
    user_id: userId,
  });

  return {
    async issue(purpose: ChallengePurpose, asker: Asker): Promise<Uint8Array<ArrayBuffer>> {
      const challenge = randomBytes(BYTES);
      await deleteOldChallenges(db, clock.now());
      await storeChallenge(db, {
        ...rowOf(challenge.toString('base64url'), purpose, asker),
        expires_at: new Date(clock.nowMs() + CHALLENGE_MS),
      });
      return new Uint8Array(challenge);
    },

    /** Uses it up, whatever becomes of the answer. Throws 409 NO_CHALLENGE. */
    async take(challenge: string, purpose: ChallengePurpose, asker: Asker): Promise<void> {
      if (!(await takeChallenge(db, rowOf(challenge, purpose, asker), clock.now())))
        throw new ConflictError('Too much time has passed: try the passkey again', 'NO_CHALLENGE');
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
