import type { PasskeyOptions, PasskeyProof } from '@ezdash/contracts';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { type Asker, type Asking, CHALLENGE_MS, type ChallengePurpose, type Challenges } from './challenges';
import { challengeOf, checkPasskey, refusedPasskey } from './checkPasskey';
import * as repo from './passkeys.repo';
import { credentialsOf } from './presentPasskey';

export interface ProvePasskeyDeps {
  db: Db;
  clock: Clock;
  challenges: Challenges;
}

const MINUTE_MS = 60_000;

const purposeOf = ({ userId }: Asker): ChallengePurpose => (userId === null ? 'sign-in' : 'confirm');

/** Whose passkey it says it is. Whoever is signed in was asked for by name, and need not be named again. */
function refuseOtherOwner(row: repo.PasskeyRow, { userId }: Asker, said: string | undefined): void {
  if (userId !== null && row.user_id !== userId) throw refusedPasskey('somebody else’s');
  const handle = row.user_handle.toString('base64url');
  if ((said || (userId === null ? null : handle)) !== handle) throw refusedPasskey('another owner');
}

/** Asking a device to show that one of its passkeys is there, and its owner too. */
export function createProvePasskey({ db, clock, challenges }: ProvePasskeyDeps) {
  return {
    /** What a passkey is asked with: anybody's while nobody is signed in, else one of whoever is. */
    async proofOptions({ asker, party }: Asking): Promise<PasskeyOptions> {
      const own = asker.userId === null ? [] : await repo.findPasskeys(db, asker.userId);
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: await challenges.issue(purposeOf(asker), asker),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        allowCredentials: credentialsOf(own),
      });
      return { options: { ...options } };
    },

    /** Whose passkey answered, and which. Throws 409 NO_CHALLENGE, 422 WRONG_PASSKEY. */
    async prove(
      { response }: PasskeyProof,
      { asker, party }: Asking,
    ): Promise<{ userId: number; passkeyId: string }> {
      const challenge = challengeOf(response);
      await challenges.take(challenge, purposeOf(asker), asker);
      const row = await repo.findByCredential(db, response.id);
      if (!row) throw refusedPasskey('unknown');
      refuseOtherOwner(row, asker, response.response.userHandle);
      const use = await checkPasskey(row, response, { challenge, party });
      const usedAt = new Date(Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS);
      if (!(await repo.notePasskeyUse(db, row.id, { ...use, usedAt })))
        throw refusedPasskey('gone, or counted meanwhile');
      return { userId: row.user_id, passkeyId: row.id };
    },
  };
}
