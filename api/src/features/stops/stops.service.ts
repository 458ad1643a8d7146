import {
  publicId,
  type Stop,
  type StopInput,
  type StopKind,
  type StopLift,
  type StopTarget,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { byStaff, withHistory } from '../campaigns';
import { publicRowId } from '../figures';
import * as repo from './stops.repo';

/** What somebody's thing has come to, for those who tell its owner. */
export interface StopNews extends Omit<repo.Target, 'id' | 'state' | 'reason'> {
  kind: StopKind;
  what: 'stopped' | 'lifted';
  reason: string;
  /** Names this one occurrence. */
  occurrence: string;
}

export interface StopsDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** Told of every stop and its end, in its transaction. */
  onChanged?(trx: Trx, news: readonly StopNews[]): Promise<void>;
}

export interface StopsService {
  /** Newest first; 404 of what does not exist. */
  list(kind: StopKind, id: string): Promise<Stop[]>;
  /** What can be stopped of an account; nothing of one that does not exist. */
  targets(userId: number): Promise<StopTarget[]>;
  /** Stops it, or answers the stop that is in force already. 404; 409 `NOT_STOPPABLE`. */
  stop(adminId: number, input: StopInput): Promise<{ stop: Stop; isNew: boolean }>;
  /** Sets back what was stopped, except what its owner has sent to review or archived since. */
  lift(adminId: number, id: string, lift: StopLift): Promise<Stop>;
}

interface Kind {
  missing: string;
  /** States in which it is shown, or still leads visitors somewhere. */
  stoppable: readonly string[];
  refused: string;
}
const KINDS: Readonly<Record<StopKind, Kind>> = {
  campaign: {
    missing: 'No such campaign',
    stoppable: ['approved', 'paused', 'archived'],
    refused: 'This campaign is not approved. Reject it in the review',
  },
  creative: {
    missing: 'No such creative',
    stoppable: ['approved', 'archived'],
    refused: 'This creative is not approved. Reject it in the review',
  },
  property: {
    missing: 'No such property',
    stoppable: ['approved'],
    refused: 'This property is not approved. Reject it in the review',
  },
  zone: {
    missing: 'No such zone',
    stoppable: ['active', 'paused'],
    refused: 'An archived zone shows no ads',
  },
};

function present(row: repo.StopRow): Stop {
  const { how, lifted_by, lifted_at } = row;
  return {
    id: publicId('stop', row.id),
    kind: row.kind,
    target: publicId(row.kind, row.target_id),
    reason: row.reason,
    note: row.note,
    stopped_by: row.stopped_by,
    stopped_at: row.stopped_at.toISOString(),
    lifted:
      how && lifted_by && lifted_at
        ? { by: lifted_by, at: lifted_at.toISOString(), how, note: row.lift_note }
        : null,
  };
}

const MOST_TARGETS = 200;
const presentPart = ({ kind, id, name, state }: Omit<repo.Stoppable, 'parts'>) => ({
  kind,
  id: publicId(kind, id),
  name,
  state: (state === 'in_review' ? 'inReview' : state) as StopTarget['state'],
});

/** Stops that a reviewer of the campaign has to know of: its own, and those of files it shows. */
export const findStopsInReview = async (db: Db, campaignId: number): Promise<Stop[]> =>
  (await repo.findStopsOfCampaign(db, campaignId, ['approved', 'in_review'])).map(present);

const newsOf = (
  { id, state: _state, reason: _reason, ...target }: repo.Target,
  { kind, what, reason, stopId }: Pick<StopNews, 'kind' | 'what' | 'reason'> & { stopId: number },
): StopNews => ({ ...target, kind, what, reason, occurrence: `${stopId}:${id}:${what}` });

/** Campaigns whose history has what happens to the targets. */
const campaignsOf = (kind: StopKind, targets: readonly repo.Target[]): number[] =>
  kind === 'campaign' || kind === 'creative' ? targets.map(({ holderId }) => holderId) : [];

/** Ends a stop and sets back what is still stopped by it; nothing when it had ended before. */
async function liftIn(
  trx: Trx,
  stop: repo.StopRow,
  lift: { how: 'operator' | 'approval'; note: string | null; by: number; at: Date },
): Promise<StopNews[]> {
  const { kind, target_id: id, reason } = stop;
  const targets = await repo.findTargets(trx, kind, id);
  const stroke = { by: byStaff(lift.by), at: lift.at };
  return withHistory(trx, stroke, campaignsOf(kind, targets), async () => {
    if (!(await repo.insertLift(trx, stop.id, lift))) return [];
    const ids = targets.map((target) => target.id);
    const back = await repo.setBack(trx, stop, ids, lift.at);
    return targets
      .filter((target) => back.has(target.id))
      .map((target) => newsOf(target, { kind, what: 'lifted', reason, stopId: stop.id }));
  });
}

/**
 * What a review has approved is stopped no more: the campaign, and the files of its approved creatives. In the review's
 * transaction, behind its verdict; answers what others are to be told of it.
 */
export async function liftApproved(
  trx: Trx,
  campaignId: number,
  { by, at }: { by: number; at: Date },
): Promise<StopNews[]> {
  const news: StopNews[] = [];
  for (const stop of await repo.findStopsOfCampaign(trx, campaignId, ['approved']))
    news.push(...(await liftIn(trx, stop, { how: 'approval', note: null, by, at })));
  return news.filter(({ holderId }) => holderId !== campaignId);
}

/** The same of a property. */
export async function liftApprovedProperty(
  trx: Trx,
  propertyId: number,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  for (const stop of await repo.findStopsOf(trx, 'property', propertyId))
    if (stop.how === null) await liftIn(trx, stop, { how: 'approval', note: null, by, at });
}

export function createStopsService({ db, clock, log, onChanged = async () => {} }: StopsDeps): StopsService {
  async function stopIn(trx: Trx, adminId: number, id: number, input: StopInput): Promise<repo.StopRow> {
    const { kind, reason } = input;
    const at = clock.now();
    const known = await repo.findTargets(trx, kind, id);
    return withHistory(trx, { by: byStaff(adminId), at }, campaignsOf(kind, known), async () => {
      const targets = await repo.findTargets(trx, kind, id, true);
      const named = targets.find((target) => target.id === id);
      if (!named || !KINDS[kind].stoppable.includes(named.state))
        throw new ConflictError(KINDS[kind].refused, 'NOT_STOPPABLE');
      const changed = targets.filter(({ state }) => state !== 'archived');
      const before = Object.fromEntries(
        changed.map((each) => [each.id, { state: each.state, reason: each.reason }]),
      );
      const note = input.note || null;
      const row = { kind, target_id: id, before, reason, note, by: adminId, stopped_at: at };
      const stopId = await repo.insertStop(trx, row);
      await repo.setStopped(
        trx,
        kind,
        changed.map((target) => target.id),
        reason,
        at,
      );
      const told = changed.length === 0 ? [named] : changed;
      await onChanged(
        trx,
        told.map((target) => newsOf(target, { kind, what: 'stopped', reason, stopId })),
      );
      return mustFind(trx, stopId);
    });
  }

  async function mustFind(on: Db, id: number): Promise<repo.StopRow> {
    const row = await repo.findStop(on, id);
    if (!row) throw new NotFoundError('No such stop');
    return row;
  }

  const tellLog = (event: string, { id, kind, target }: Stop, by: number) =>
    log.info({ event, stop: id, kind, target, by }, 'Decided');

  async function targetOf(on: Db, kind: StopKind, publicText: string): Promise<number> {
    const id = publicRowId(kind, publicText);
    if (id === null || (await repo.findTargets(on, kind, id)).every((target) => target.id !== id))
      throw new NotFoundError(KINDS[kind].missing);
    return id;
  }

  return {
    async list(kind, id) {
      return (await repo.findStopsOf(db, kind, await targetOf(db, kind, id))).map(present);
    },

    async targets(userId) {
      return (await repo.findStoppable(db, userId, MOST_TARGETS)).map(({ parts, ...holder }) => ({
        ...presentPart(holder),
        parts: parts.map(presentPart),
      }));
    },

    async stop(adminId, input) {
      const made = await inTransaction(db, async (trx) => {
        const id = await targetOf(trx, input.kind, input.id);
        await repo.lockStops(trx);
        const open = (await repo.findStopsOf(trx, input.kind, id)).find(({ how }) => how === null);
        return { stop: present(open ?? (await stopIn(trx, adminId, id, input))), isNew: !open };
      });
      if (made.isNew) tellLog('stop.stopped', made.stop, adminId);
      return made;
    },

    async lift(adminId, id, { note }) {
      const lifted = await inTransaction(db, async (trx) => {
        const row = await mustFind(trx, publicRowId('stop', id) ?? 0);
        await onChanged(
          trx,
          await liftIn(trx, row, { how: 'operator', note: note || null, by: adminId, at: clock.now() }),
        );
        return present(await mustFind(trx, row.id));
      });
      tellLog('stop.lifted', lifted, adminId);
      return lifted;
    },
  };
}
