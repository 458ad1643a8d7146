import type { GateVerdict, PinSubject, ReleaseChange } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { Gate, ReleaseActor, StoredRelease } from '../releases.types';
import { findRelease, insertEvent, type NewEvent, wasActive } from './activation.repo';
import { isSameSubject, type Pointer } from './foldEvents';
import { GateRefused } from './GateRefused';
import type { Pointers, RemoteOffer } from './pointers';
import { findSubject, pinnedSubject } from './subjects';
import type { Views } from './views';

export interface ChangesParts {
  db: Db;
  pointers: Pointers;
  gate: Pick<Gate, 'admit'>;
  views: Pick<Views, 'state'>;
  clock: Clock;
  log: Log;
}

/** Who changes something, and why. */
export interface By {
  actor: ReleaseActor;
  why: string;
}

/** The event that a change is; null when all is as it should be already. */
type Decide = (
  held: { pointer: Pointer; offer: RemoteOffer },
  trx: Trx,
) =>
  | Omit<NewEvent, 'name' | 'actor' | 'why'>
  | null
  | Promise<Omit<NewEvent, 'name' | 'actor' | 'why'> | null>;

const isActive = ({ stack, canary }: Pointer, releaseId: number): boolean =>
  stack.at(-1) === releaseId && canary === null;

/** Everything that moves what visitors get, each change one row. */
export function createChanges({ db, pointers, gate, views, clock, log }: ChangesParts) {
  /** Decides about what is there now, with nobody else deciding; whether anything was changed. */
  async function move(name: string, { actor, why }: By, decide: Decide): Promise<boolean> {
    const revision = await pointers.change(name, async (trx, pointer) => {
      const offer = await pointers.offerOf(name, pointer, trx);
      const event = await decide({ pointer, offer }, trx);
      return event && (await insertEvent(trx, { name, actor, why, ...event }));
    });
    if (revision === null) return false;
    log.info({ remote: name, revision, by: actor, why }, 'What visitors get of a remote has changed');
    await pointers.refresh(revision);
    return true;
  }

  async function requireRelease(name: string, version: string): Promise<StoredRelease> {
    const stored = await findRelease(db, name, version);
    if (stored) return stored;
    throw new NotFoundError('This release was not published here', 'NO_SUCH_RELEASE');
  }

  /** @throws GateRefused */
  async function admit(stored: StoredRelease): Promise<GateVerdict> {
    const verdict = await gate.admit(stored);
    if (!verdict.passed) throw new GateRefused(verdict);
    return verdict;
  }

  const answer = async (name: string, verdict: GateVerdict | null): Promise<ReleaseChange> => ({
    state: await views.state(name),
    verdict,
  });

  return {
    move,
    requireRelease,
    admit,
    answer,

    /** For everybody, at once. */
    async activate(name: string, version: string, by: By): Promise<ReleaseChange> {
      const stored = await requireRelease(name, version);
      const verdict = await admit(stored);
      await move(name, by, ({ pointer }) =>
        isActive(pointer, stored.id) ? null : { event: 'activated', releaseId: stored.id },
      );
      return answer(name, verdict);
    },

    /** For a share of the visitors, in percent. */
    async canary(name: string, version: string, percent: number, by: By): Promise<ReleaseChange> {
      const stored = await requireRelease(name, version);
      const verdict = await admit(stored);
      const share = Math.round(percent * 10);
      await move(name, by, ({ pointer: { stack, canary } }) => {
        if (stack.at(-1) === stored.id)
          throw new ConflictError('Everybody has this release already', 'ALREADY_ACTIVE');
        if (canary?.releaseId === stored.id && canary.share === share) return null;
        return { event: 'canary', releaseId: stored.id, share };
      });
      return answer(name, verdict);
    },

    async stopCanary(name: string, by: By): Promise<ReleaseChange> {
      await move(name, by, ({ pointer: { canary } }) => {
        if (!canary) throw new ConflictError('No release is being tried on a share of visitors', 'NO_CANARY');
        return { event: 'canary_ended', releaseId: canary.releaseId };
      });
      return answer(name, null);
    },

    /** To the release before, or to one that everybody had once. Nothing is looked at that could hold it up. */
    async rollback(name: string, to: string | undefined, by: By): Promise<ReleaseChange> {
      const chosen = to === undefined ? null : await requireRelease(name, to);
      await move(name, by, async ({ pointer, offer }, trx) => {
        const target = chosen ?? offer.previous;
        if (!target) throw new ConflictError('There is no release to go back to', 'NOTHING_BEFORE');
        if (!(await wasActive(trx, name, target.id)))
          throw new ConflictError('Nobody was ever given this release: activate it', 'NEVER_ACTIVE');
        return isActive(pointer, target.id) ? null : { event: 'rolled_back', releaseId: target.id };
      });
      return answer(name, null);
    },

    /** For one account or one session, before canary and active. */
    async pin(
      name: string,
      { version, subject: given, until }: { version: string; subject: PinSubject; until: Date | null },
      by: By,
    ): Promise<ReleaseChange> {
      if (until && until.getTime() <= clock.nowMs())
        throw new ValidationError({ until: ['Choose a time that is still to come'] });
      const stored = await requireRelease(name, version);
      await findSubject(db, given);
      const verdict = await admit(stored);
      await move(name, by, async ({ pointer: { pins } }, trx) => {
        const subject = await findSubject(trx, given);
        const known = pins.find((pin) => isSameSubject(pin.subject, subject));
        const isSame = known?.releaseId === stored.id && known.until?.getTime() === until?.getTime();
        return isSame ? null : { event: 'pinned', releaseId: stored.id, subject, until };
      });
      return answer(name, verdict);
    },

    async unpin(name: string, given: PinSubject, by: By): Promise<ReleaseChange> {
      await move(name, by, async ({ pointer: { pins } }, trx) => {
        const subject = await pinnedSubject(trx, given);
        const known = subject && pins.find((pin) => isSameSubject(pin.subject, subject));
        if (!known) throw new NotFoundError('Nothing is pinned for them', 'NO_SUCH_PIN');
        return { event: 'unpinned', releaseId: known.releaseId, subject: known.subject };
      });
      return answer(name, null);
    },

    /**
     * What the network does by itself: back to the release before, or the canary ends. Nothing, and false, when what
     * it decided about is not what visitors get any more.
     */
    withdraw: (name: string, releaseId: number, why: string): Promise<boolean> =>
      move(name, { actor: { kind: 'network' }, why }, ({ pointer, offer }) => {
        if (pointer.canary?.releaseId === releaseId) return { event: 'canary_ended', releaseId };
        if (offer.active?.id !== releaseId || !offer.previous) return null;
        return { event: 'rolled_back', releaseId: offer.previous.id };
      }),

    /** A build that a server found when it started: it becomes active unless it was what the start before made active. */
    start: (name: string, releaseId: number, lastStarted: (trx: Trx) => Promise<number | null>) =>
      move(name, { actor: { kind: 'start' }, why: '' }, async (_held, trx) =>
        (await lastStarted(trx)) === releaseId ? null : { event: 'started', releaseId },
      ),

    /** The pins of an account that is being deleted. */
    async forget(trx: Trx, names: readonly string[], userId: number): Promise<void> {
      for (const name of names) {
        const { pins } = await pointers.hold(trx, name);
        const pin = pins.find(({ subject }) => subject.kind === 'user' && subject.userId === userId);
        if (!pin) continue;
        const { subject, releaseId } = pin;
        const actor: ReleaseActor = { kind: 'network' };
        const why = 'The account was deleted';
        await insertEvent(trx, { name, event: 'unpinned', releaseId, subject, actor, why });
      }
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
