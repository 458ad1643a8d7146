import {
  CONVERSION_STATUSES,
  type MadeOutgoingPostback,
  OUTGOING_POSTBACKS,
  type OutgoingPostback,
  type OutgoingPostbackList,
  type OutgoingPostbackUpdate,
  type OutgoingSecret,
  type outgoingPostbackInput,
  publicId,
} from '@ezdash/contracts';
import type { z } from 'zod';
import type { SecretBox } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import { secretRow } from './callAddress';
import * as repo from './outgoing.repo';
import { makeSecret } from './signCall';

export interface OutgoingDeps {
  db: Db;
  clock: Clock;
  box: SecretBox;
}

export interface OutgoingService {
  list(ownerId: number): Promise<OutgoingPostbackList>;
  /** Refuses (422) a goal that is not the owner's, and (409) more than an account may have. The secret is told this once. */
  create(ownerId: number, input: z.output<typeof outgoingPostbackInput>): Promise<MadeOutgoingPostback>;
  /** Another owner's does not exist (404). */
  update(ownerId: number, id: string, changes: OutgoingPostbackUpdate): Promise<OutgoingPostback>;
  renewSecret(ownerId: number, id: string): Promise<OutgoingSecret>;
  /** With all its calls, also those that wait. */
  remove(ownerId: number, id: string): Promise<void>;
  /** What the archive of a person's data holds. */
  exportOf(ownerId: number, on: Db): Promise<Omit<OutgoingPostback, 'waiting' | 'dead' | 'rests_until'>[]>;
  forget(trx: Trx, ownerId: number): Promise<void>;
}

/** Calls that are dropped by one statement: nobody waits for the end of a hundred thousand. */
const CALLS_AT_ONCE = 1_000;

export const noOutgoing = () => new NotFoundError('No such outgoing postback', 'NO_SUCH_OUTGOING');
export const outgoingRow = (id: string): number => {
  const row = publicRowId('outgoingPostback', id);
  if (row === null) throw noOutgoing();
  return row;
};

const settingsOf = (row: repo.OutgoingRow) => ({
  id: publicId('outgoingPostback', row.id),
  name: row.name,
  url: row.url,
  method: row.method,
  goal_id: row.goal_id === null ? null : publicId('conversionGoal', row.goal_id),
  events: CONVERSION_STATUSES.filter((status) => row.events.includes(status)),
  state: row.state,
  created_at: row.created_at.toISOString(),
});

export function createOutgoingService({ db, clock, box }: OutgoingDeps): OutgoingService {
  const present = (row: repo.OutgoingView): OutgoingPostback => ({
    ...settingsOf(row),
    rests_until: row.rests_until && row.rests_until > clock.now() ? row.rests_until.toISOString() : null,
    waiting: row.waiting,
    dead: row.dead,
  });

  async function goalOf(on: Db, ownerId: number, goal: string | null): Promise<number | null> {
    if (goal === null) return null;
    const row = publicRowId('conversionGoal', goal);
    if (row === null || !(await repo.ownsGoal(on, ownerId, row)))
      throw new ValidationError({ goal_id: ['You have no goal with this id'] });
    return row;
  }

  async function hold(trx: Trx, ownerId: number, id: string): Promise<repo.OutgoingRow> {
    const found = await repo.lockOutgoing(trx, ownerId, outgoingRow(id));
    if (!found) throw noOutgoing();
    return found;
  }

  const seal = (secret: string, id: number) => box.seal(secret, secretRow(id));

  return {
    list: async (ownerId) => ({ outgoing: (await repo.findOutgoing(db, ownerId)).map(present) }),
    create: (ownerId, { goal_id, events, ...fields }) =>
      inTransaction(db, async (trx) => {
        await lockOwner(trx, ownerId);
        if ((await repo.countOutgoing(trx, ownerId)) >= OUTGOING_POSTBACKS.most)
          throw new ConflictError(
            `You have ${OUTGOING_POSTBACKS.most} outgoing postbacks already`,
            'TOO_MANY_OUTGOING',
          );
        const now = clock.now();
        const made = await repo.insertOutgoing(trx, {
          ...fields,
          advertiser_id: ownerId,
          goal_id: await goalOf(trx, ownerId, goal_id),
          events: [...new Set(events)],
          created_at: now,
          updated_at: now,
        });
        const secret = makeSecret();
        // Sealed for its row, whose number is known only now.
        await repo.updateOutgoing(trx, made.id, { secret_sealed: seal(secret, made.id) });
        return { ...present({ ...made, waiting: 0, dead: 0 }), secret };
      }),
    update: (ownerId, id, { goal_id, events, ...changes }) =>
      inTransaction(db, async (trx) => {
        const held = await hold(trx, ownerId, id);
        const isOther = changes.url !== undefined && changes.url !== held.url;
        await repo.updateOutgoing(trx, held.id, {
          ...changes,
          ...(goal_id !== undefined && { goal_id: await goalOf(trx, ownerId, goal_id) }),
          ...(events && { events: [...new Set(events)] }),
          // Another address begins anew.
          ...(isOther && { failures: 0, rests_until: null }),
          updated_at: clock.now(),
        });
        const view = await repo.findOneOutgoing(trx, ownerId, held.id);
        if (!view) throw noOutgoing();
        return present(view);
      }),
    renewSecret: (ownerId, id) =>
      inTransaction(db, async (trx) => {
        const held = await hold(trx, ownerId, id);
        const secret = makeSecret();
        await repo.updateOutgoing(trx, held.id, {
          secret_sealed: seal(secret, held.id),
          updated_at: clock.now(),
        });
        return { secret };
      }),
    remove: async (ownerId, id) => {
      const row = outgoingRow(id);
      // Step by step: whatever dies in between, it is paused and can be removed again.
      if (!(await repo.closeOutgoing(db, ownerId, row))) throw noOutgoing();
      while ((await repo.deleteCallsOf(db, row, CALLS_AT_ONCE)) === CALLS_AT_ONCE);
      await repo.deleteOutgoing(db, ownerId, row);
    },
    exportOf: async (ownerId, on) => (await repo.findOutgoing(on, ownerId)).map(settingsOf),
    forget: (trx, ownerId) => repo.forgetOutgoing(trx, ownerId),
  };
}
