import type { SocialConnection, SocialProvider, WayIn } from '@ezdash/contracts';
import type { Actor } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { Mail } from '../mail';
import { deviceName } from '../proofs';
import { readEmail } from './entering';
import type { ProvenPerson } from './oidcClient';
import {
  deleteIdentities,
  deleteIdentitiesSince,
  deleteIdentity,
  findIdentity,
  findUserById,
  type IdentityRow,
  identitiesOf,
  insertIdentity,
  lockUser,
  touchIdentity,
} from './social.repo';

export interface ConnectionsDeps {
  db: Db;
  clock: Clock;
  providers: readonly SocialProvider[];
  mail: Pick<Mail, 'send'>;
  /** How many passkeys sign in to the account; asked in the transaction that unlinks. */
  passkeysOf(userId: number, db: Db): Promise<number>;
}

export type LinkOutcome = 'linked' | 'linked_elsewhere' | 'other_account' | 'expired';

class LastWayInError extends ConflictError {
  constructor() {
    super(
      'This is the only way to sign in to your account. Set a password or add a passkey first',
      'LAST_WAY_IN',
    );
  }
}

/** As the configuration writes them; anything else is asked of no database. */
const PROVIDER_ID = /^[a-z0-9-]{1,40}$/;

/** What an account is linked with, for its owner. */
export function createConnections({ db, clock, providers, mail, passkeysOf }: ConnectionsDeps) {
  const isSetUp = ({ provider }: IdentityRow) => providers.some(({ id }) => id === provider);
  const nameOf = (provider: string) => providers.find(({ id }) => id === provider)?.name ?? provider;

  const wayInOf = ({ provider, linked_at }: IdentityRow): WayIn => ({
    kind: 'social',
    name: nameOf(provider),
    added_at: linked_at.toISOString(),
  });

  /** Those that sign in: of a provider that is set up no more none does. */
  const connectionsOf = async (userId: number, on: Db = db): Promise<number> =>
    (await identitiesOf(on, userId)).filter(isSetUp).length;

  const hasOtherWay = async (on: Db, userId: number, passwordHash: string | null): Promise<boolean> =>
    passwordHash !== null || (await passkeysOf(userId, on)) > 0;

  async function notice(
    trx: Trx,
    { user, visitor }: Actor,
    what: 'social-linked' | 'social-unlinked',
    provider: string,
  ): Promise<void> {
    const now = clock.now();
    await mail.send(trx, {
      to: user.email,
      template: 'security-changed',
      locale: user.locale,
      data: {
        what,
        provider: nameOf(provider),
        device: deviceName(visitor, user.locale),
        changedAt: now.toISOString(),
        timeZone: user.timezone,
      },
      idempotencyKey: `${what}:${user.id}:${provider}:${now.getTime()}`,
    });
  }

  function present(provider: SocialProvider, row: IdentityRow | undefined, isOnlyWay: boolean) {
    return {
      ...provider,
      linked: row
        ? {
            email: row.email,
            linked_at: row.linked_at.toISOString(),
            last_used_at: row.last_used_at?.toISOString() ?? null,
          }
        : null,
      last_way_in: row !== undefined && isOnlyWay && isSetUp(row),
    } satisfies SocialConnection;
  }

  return {
    connectionsOf,

    /** Every provider that is set up, and what is linked with one that is no more: it can be unlinked. */
    async list(userId: number): Promise<SocialConnection[]> {
      const [user, rows] = [await findUserById(db, userId), await identitiesOf(db, userId)];
      const usable = rows.filter(isSetUp).length;
      const isOnlyWay = usable === 1 && !(await hasOtherWay(db, userId, user?.password_hash ?? null));
      const gone = rows
        .filter((row) => !isSetUp(row))
        .map(({ provider }) => ({ id: provider, name: provider }));
      return [...providers, ...gone].map((provider) =>
        present(
          provider,
          rows.find((row) => row.provider === provider.id),
          isOnlyWay,
        ),
      );
    },

    /**
     * `other_account`: another one of this provider is linked already; `expired`: the account got another password since
     * the call began, and so whoever made it is signed out. Twice the same is once.
     */
    async link(actor: Actor, provider: string, person: ProvenPerson): Promise<LinkOutcome> {
      return inTransaction(db, async (trx) => {
        const user = await lockUser(trx, actor.user.id);
        if ((user?.password_changed_at?.getTime() ?? 0) !== actor.user.passwordSetAtMs) return 'expired';
        const isNew = await insertIdentity(trx, {
          user_id: actor.user.id,
          provider,
          subject: person.subject,
          email: readEmail(person.email),
          linked_at: clock.now(),
        });
        if (isNew) await notice(trx, actor, 'social-linked', provider);
        const stands = await findIdentity(trx, provider, person.subject);
        if (!stands) return 'other_account';
        return stands.user_id === actor.user.id ? 'linked' : 'linked_elsewhere';
      });
    },

    /** Throws 404 when nothing is linked, 409 LAST_WAY_IN. */
    async unlink(actor: Actor, provider: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const { id } = actor.user;
        const user = await lockUser(trx, id);
        const gone = user && PROVIDER_ID.test(provider) && (await deleteIdentity(trx, id, provider));
        if (!gone) throw new NotFoundError('No account of this provider is linked', 'NOT_LINKED');
        const stillOpen =
          !isSetUp(gone) ||
          (await connectionsOf(id, trx)) > 0 ||
          (await hasOtherWay(trx, id, user.password_hash));
        // Rolls back what was deleted.
        if (!stillOpen) throw new LastWayInError();
        await notice(trx, actor, 'social-unlinked', provider);
      });
    },

    async isLinked(userId: number, provider: string): Promise<boolean> {
      return (await identitiesOf(db, userId)).some((row) => row.provider === provider);
    },

    /** Whether it is the very account that is linked with this one; if so, notes its use. */
    async recognise(userId: number, provider: string, person: ProvenPerson): Promise<boolean> {
      const row = await findIdentity(db, provider, person.subject);
      if (row?.user_id !== userId) return false;
      await touchIdentity(db, row.id, readEmail(person.email), clock.now());
      return true;
    },

    /** For the owner to know what opens the account beside its password. */
    waysIn: async (on: Db, userId: number): Promise<WayIn[]> =>
      (await identitiesOf(on, userId)).filter(isSetUp).map(wayInOf),

    /** Takes away what was linked after `since`. */
    dropAddedSince: async (trx: Trx, userId: number, since: Date): Promise<WayIn[]> =>
      (await deleteIdentitiesSince(trx, userId, since)).map(wayInOf),

    /** For who leaves: nothing of it stays. */
    forget: (trx: Trx, userId: number): Promise<void> => deleteIdentities(trx, userId),

    /** What is kept of it, for the owner's copy. */
    async exportOf(userId: number, on: Db = db) {
      return (await identitiesOf(on, userId)).map((row) => ({
        provider: row.provider,
        subject: row.subject,
        email: row.email,
        linked_at: row.linked_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
      }));
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;
