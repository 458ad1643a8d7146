import type { GateVerdict, PinSubject, ReleaseChange } from '@ezdash/contracts';
import { createLimiter } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/db';
import { AppError, ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { RunningGate } from '../gate/createGate';
import type { ReleaseActor, StoredRelease } from '../releases.types';
import { limitKeyOf } from '../tokens/releaseDoor';
import { findRelease, insertEvent, type NewEvent, namespaceOwner, wasActive } from './activation.repo';
import { foldEvent, isSameSubject, type Pointer, type PointerEvent } from './foldEvents';
import { GateRefused } from './GateRefused';
import type { Held, Pointers } from './pointers';
import { refusePlansOf } from './refusePlans';
import { findSubject, pinnedSubject, requireNumber } from './subjects';
import type { Views } from './views';

export interface ChangesParts {
  db: Db;
  pointers: Pointers;
  gate: Pick<RunningGate, 'admit' | 'takenBy'>;
  views: Pick<Views, 'state'>;
  clock: Clock;
  log: Log;
  /** Told when plans ended because of a change. */
  onPlanRefused(): void;
}

/** Who changes something, and why. */
export interface By {
  actor: ReleaseActor;
  why: string;
  /** Whether they wait for the answer no more; nobody waits for what a server does by itself. */
  hasGone?(): boolean;
}

/** The event that a change is; null when all is as it should be already. */
type Decided = (Omit<NewEvent, 'name' | 'actor' | 'why' | 'event'> & { event: PointerEvent }) | null;
type Decide = (held: Held, trx: Trx) => Decided | Promise<Decided>;

/** For the log, which holds no address of anybody and hides what is called a token. */
function loggedActor(actor: ReleaseActor): Record<string, unknown> {
  if (actor.kind === 'admin') return { by: actor.kind, userId: actor.userId };
  return actor.kind === 'token' ? { by: actor.label, credentialId: actor.id } : { by: actor.kind };
}

/** Releases are tried one at a time: whoever has theirs tried over and over keeps everybody else's waiting. */
const TRIALS_PER_HOUR = 60;

/** A verdict that passed, when an address was taken after it. */
function withTaken(verdict: GateVerdict, problems: readonly string[]): GateVerdict {
  const others = verdict.checks.filter(({ check }) => check !== 'addresses');
  const failed = { check: 'addresses', outcome: 'failed', detail: problems.join('; ') } as const;
  return { ...verdict, passed: false, checks: [...others, failed] };
}

/** What visitors had, and lose by a change because it did not do: everything that is gone back over. */
function takenBack(pointer: Pointer, row: Parameters<typeof foldEvent>[1], actor: ReleaseActor): number[] {
  if (row.event === 'rolled_back') {
    const { stack } = foldEvent(pointer, row);
    return pointer.stack.filter((id) => !stack.includes(id));
  }
  // People end a canary for many reasons, the network for one.
  return row.event === 'canary_ended' && actor.kind === 'network' ? [row.releaseId] : [];
}

const isActive = ({ stack, canary }: Pointer, releaseId: number): boolean =>
  stack.at(-1) === releaseId && canary === null;

/** Everything that moves what visitors get, each change one row. */
export function createChanges({ db, pointers, gate, views, clock, log, onPlanRefused }: ChangesParts) {
  const trials = createLimiter({ name: 'release-trial', points: TRIALS_PER_HOUR, durationSeconds: 3_600 });
  /** Before something is tried for somebody. @throws 429 */
  const spendTrial = (actor: ReleaseActor) => () => trials.consume(limitKeyOf(actor));

  /** Plans of what did not do would bring it back. Whether there were any. */
  async function endPlans(trx: Trx, name: string, releaseIds: readonly number[], { actor, why }: By) {
    const who = actor.kind === 'network' ? 'by the network' : 'since it was planned';
    const reason = `It was taken back ${who}${why === '' ? '' : `: ${why}`}`;
    return (await refusePlansOf(trx, name, releaseIds, { why: reason, at: clock.now() })) > 0;
  }

  /** Decides about what is there now, with nobody else deciding; whether anything was changed. */
  async function move(name: string, by: By, decide: Decide): Promise<boolean> {
    const { actor, why } = by;
    let hasEndedPlans = false;
    const revision = await pointers.change(name, async (trx, held) => {
      const event = await decide(held, trx);
      if (!event) return null;
      const id = await insertEvent(trx, { name, actor, why, ...event });
      const row = { share: null, subject: null, until: null, ...event, id, happenedAt: clock.now() };
      hasEndedPlans = await endPlans(trx, name, takenBack(held.pointer, row, actor), by);
      return id;
    });
    if (revision === null) return false;
    if (hasEndedPlans) onPlanRefused();
    log.info(
      { event: 'release.changed', remote: name, revision, why, ...loggedActor(actor) },
      'What visitors get of a remote has changed',
    );
    await pointers.refresh(revision);
    return true;
  }

  async function requireRelease(name: string, version: string): Promise<StoredRelease> {
    const stored = await findRelease(db, name, version);
    if (stored) return stored;
    throw new NotFoundError('This release was not published here', 'NO_SUCH_RELEASE');
  }

  /**
   * A trial takes as long as it takes: who broke off meanwhile has changed their mind, or asks once more.
   * @throws GateRefused; 499 when whoever asked has gone
   */
  async function admit(stored: StoredRelease, { actor, hasGone }: By): Promise<GateVerdict> {
    const verdict = await gate.admit(stored, spendTrial(actor));
    if (!verdict.passed) throw new GateRefused(verdict);
    if (hasGone?.()) throw new AppError(499, 'CALLER_GONE', 'Whoever asked has gone, so nothing was changed');
    return verdict;
  }

  /** What of a release is another remote's by now; nothing where all is its own. */
  async function takenNow({ name, release }: StoredRelease, held: Held, trx: Trx): Promise<string[]> {
    const { namespace } = release.manifest;
    const owner = await namespaceOwner(trx, name, namespace);
    const namespaces = owner === null ? [] : [`the namespace ${namespace} is ${owner}'s`];
    return [...new Set([...namespaces, ...gate.takenBy(release, await held.others())])];
  }

  /** The gate looked before the pointers were held: since then another remote may have taken an address. @throws GateRefused */
  async function requireFree(
    stored: StoredRelease,
    verdict: GateVerdict,
    held: Held,
    trx: Trx,
  ): Promise<void> {
    const problems = await takenNow(stored, held, trx);
    if (problems.length > 0) throw new GateRefused(withTaken(verdict, problems));
  }

  const answer = async (name: string, verdict: GateVerdict | null): Promise<ReleaseChange> => ({
    state: await views.state(name),
    verdict,
  });

  return {
    move,
    requireRelease,
    admit,
    spendTrial,
    takenNow,
    requireFree,
    answer,

    /** For everybody, at once. */
    async activate(name: string, version: string, by: By): Promise<ReleaseChange> {
      const stored = await requireRelease(name, version);
      const verdict = await admit(stored, by);
      await move(name, by, async (held, trx) => {
        if (isActive(held.pointer, stored.id)) return null;
        await requireFree(stored, verdict, held, trx);
        return { event: 'activated', releaseId: stored.id };
      });
      return answer(name, verdict);
    },

    /** For a share of the visitors, in percent. */
    async canary(name: string, version: string, percent: number, by: By): Promise<ReleaseChange> {
      const stored = await requireRelease(name, version);
      const verdict = await admit(stored, by);
      const share = Math.round(percent * 10);
      await move(name, by, async (held, trx) => {
        const { stack, canary } = held.pointer;
        if (stack.at(-1) === stored.id)
          throw new ConflictError('Everybody has this release already', 'ALREADY_ACTIVE');
        if (canary?.releaseId === stored.id && canary.share === share) return null;
        await requireFree(stored, verdict, held, trx);
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
        const target = chosen ?? (await offer()).previous;
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
      requireNumber(by.actor, given);
      const stored = await requireRelease(name, version);
      await findSubject(db, given);
      const verdict = await admit(stored, by);
      await move(name, by, async (held, trx) => {
        const subject = await findSubject(trx, given);
        const known = held.pointer.pins.find((pin) => isSameSubject(pin.subject, subject));
        if (known?.releaseId === stored.id && known.until?.getTime() === until?.getTime()) return null;
        await requireFree(stored, verdict, held, trx);
        return { event: 'pinned', releaseId: stored.id, subject, until };
      });
      return answer(name, verdict);
    },

    async unpin(name: string, given: PinSubject, by: By): Promise<ReleaseChange> {
      requireNumber(by.actor, given);
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
      move(name, { actor: { kind: 'network' }, why }, async (held) => {
        if (held.pointer.canary?.releaseId === releaseId) return { event: 'canary_ended', releaseId };
        const { active, previous } = await held.offer();
        if (active?.id !== releaseId || !previous) return null;
        return { event: 'rolled_back', releaseId: previous.id };
      }),

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
