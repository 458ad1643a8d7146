import { createHmac } from 'node:crypto';
import type { Passkey, PasskeyInput, PasskeyOptions } from '@ezdash/contracts';
import { PASSKEYS_MOST } from '@ezdash/contracts/constants';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { type Actor, deriveKey } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { type Asking, CHALLENGE_MS, type Challenges } from './challenges';
import { ALGORITHMS, challengeOf, checkNewPasskey, refusedPasskey } from './checkPasskey';
import type { NoticeChange } from './factorMails';
import * as repo from './passkeys.repo';
import { credentialsOf, presentPasskey } from './presentPasskey';

export interface AddPasskeyDeps {
  db: Db;
  clock: Clock;
  notice: NoticeChange;
  challenges: Challenges;
  secret: string;
  /** Shown by the device where the passkey is kept. */
  appName: string;
}

function refuseMore(count: number): void {
  if (count >= PASSKEYS_MOST)
    throw new ConflictError(
      `You have ${PASSKEYS_MOST} passkeys already. Remove one first`,
      'TOO_MANY_PASSKEYS',
    );
}

/** Making a passkey on a device and taking note of it here. */
export function createAddPasskey({ db, clock, notice, challenges, secret, appName }: AddPasskeyDeps) {
  const handleKey = deriveKey(secret, 'passkey owners');
  /** 64 bytes that stand for the account on devices, and tell nobody which one it is. */
  const handleOf = (userId: number) => createHmac('sha512', handleKey).update(`user ${userId}`).digest();

  return {
    /** What a new passkey is made with. Throws 409 TOO_MANY_PASSKEYS. */
    async addOptions({ user }: Pick<Actor, 'user'>, { asker, party }: Asking): Promise<PasskeyOptions> {
      const own = await repo.findPasskeys(db, user.id);
      refuseMore(own.length);
      const options = await generateRegistrationOptions({
        rpName: appName,
        rpID: party.id,
        userName: user.email,
        userDisplayName: user.email,
        userID: new Uint8Array(handleOf(user.id)),
        challenge: await challenges.issue('add', asker),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: credentialsOf(own),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options: { ...options } };
    },

    /** Throws 409 NO_CHALLENGE, TOO_MANY_PASSKEYS, 422 WRONG_PASSKEY. */
    async add(actor: Actor, { name, response }: PasskeyInput, { asker, party }: Asking): Promise<Passkey> {
      const { id: userId } = actor.user;
      const challenge = challengeOf(response);
      await challenges.take(challenge, 'add', asker);
      const made = await checkNewPasskey(response, { challenge, party });
      return inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        refuseMore(await repo.countPasskeys(trx, userId));
        const at = clock.now();
        const row = await repo.insertPasskey(trx, {
          user_id: userId,
          credential_id: made.id,
          public_key: made.publicKey,
          user_handle: handleOf(userId),
          counter: made.counter,
          transports: made.transports,
          name,
          synced: made.synced,
          created_at: at,
        });
        if (!row) throw refusedPasskey('known already', 'This passkey is in use already');
        await notice(trx, actor, { what: 'passkey-added', at, of: row.id });
        return presentPasskey(row);
      });
    },
  };
}
