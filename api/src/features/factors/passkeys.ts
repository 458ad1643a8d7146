import type { Passkey } from '@ezdash/contracts';
import type { Actor } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import { createAddPasskey } from './addPasskey';
import { createChallenges } from './challenges';
import type { NoticeChange } from './factorMails';
import * as repo from './passkeys.repo';
import { presentPasskey } from './presentPasskey';
import { createProvePasskey } from './provePasskey';

export interface PasskeysDeps {
  db: Db;
  clock: Clock;
  notice: NoticeChange;
  secret: string;
  appName: string;
  /** How many accounts elsewhere sign in to this one; where it is not given, the last passkey can go as well. */
  connectionsOf?(userId: number, db: Db): Promise<number>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const noSuchPasskey = () => new NotFoundError('No such passkey');

/** Keys that live on people's devices and sign in by themselves: they are there, and unlocked by their owner. */
export function createPasskeys(deps: PasskeysDeps) {
  const { db, clock, notice, connectionsOf } = deps;
  const challenges = createChallenges(deps);

  /** Behind a removal, which goes back with it. */
  async function refuseNoWayIn(trx: Trx, userId: number): Promise<void> {
    if (!connectionsOf || (await repo.countPasskeys(trx, userId)) > 0) return;
    if ((await connectionsOf(userId, trx)) === 0)
      throw new ConflictError('This is the only way into your account. Set a password first', 'LAST_WAY_IN');
  }

  return {
    ...createAddPasskey({ ...deps, challenges }),
    ...createProvePasskey({ ...deps, challenges }),

    list: async (userId: number, on: Db = db): Promise<Passkey[]> =>
      (await repo.findPasskeys(on, userId)).map(presentPasskey),

    /** Another account's does not exist (404). */
    async rename(userId: number, id: string, name: string): Promise<Passkey> {
      const row = UUID.test(id) ? await repo.renamePasskey(db, userId, id, name) : undefined;
      if (!row) throw noSuchPasskey();
      return presentPasskey(row);
    },

    /** Another account's does not exist (404). Throws 409 LAST_WAY_IN. */
    remove: (actor: Actor, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        await lockOwner(trx, actor.user.id);
        const isGone = UUID.test(id) && (await repo.deletePasskey(trx, actor.user.id, id));
        if (!isGone) throw noSuchPasskey();
        if (!(await repo.hasPassword(trx, actor.user.id))) await refuseNoWayIn(trx, actor.user.id);
        await notice(trx, actor, { what: 'passkey-removed', at: clock.now(), of: id });
      }),

    async forget(trx: Trx, userId: number): Promise<void> {
      await repo.deletePasskeysOf(trx, userId);
      await repo.deleteChallengesOf(trx, userId);
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;
