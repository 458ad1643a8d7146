import type { GateVerdict, ReleaseChange } from '@ezdash/contracts';
import { errorDetail, inTransaction, type Trx } from '../../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import type { Gate, StoredRelease } from '../releases.types';
import { insertEvent, releasesById } from './activation.repo';
import type { By, Changes, ChangesParts } from './changes';
import * as repo from './plans.repo';
import { refusePlan } from './refusePlans';

interface PlansParts extends Omit<ChangesParts, 'gate' | 'views'> {
  gate: Pick<Gate, 'admit'>;
  changes: Pick<Changes, 'requireRelease' | 'admit' | 'answer' | 'takenNow'>;
}

/** How late an activation may be, and how often the database is asked for those that are due. */
const EVERY_MS = 500;
const MOST_PLANS = 20;
const DAY_MS = 86_400_000;
const LONGEST_MS = 366 * DAY_MS;

const failedChecks = ({ checks }: GateVerdict): string =>
  checks
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ check, detail }) => `${check}: ${detail}`)
    .join('; ');

/** What became of a plan that was due. */
type Outcome = { revision: number | null } | { refused: string };

/** Activations to come: each done at its time by one server, through the gate again. */
export function createPlans({ db, pointers, gate, changes, clock, log, onPlanRefused }: PlansParts) {
  /** Those that this server is about. */
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  function requireTime(at: Date): void {
    const inMs = at.getTime() - clock.nowMs();
    if (inMs > 0 && inMs <= LONGEST_MS) return;
    throw new ValidationError({ at: ['Choose a time that is still to come, within a year'] });
  }

  /**
   * Does it, or says why not, in one transaction with what follows from it. Null: it is over, or another server is about
   * it; `revision` is null when nothing had to be changed.
   */
  const activate = (plan: repo.Plan, stored: StoredRelease): Promise<Outcome | null> =>
    pointers.change(plan.name, async (trx, held) => {
      if (!(await repo.takePlan(trx, plan.id))) return null;
      const right = await repo.lapsedRight(trx, plan, clock.now());
      const reason = right ?? (await changes.takenNow(stored, held, trx)).join('; ');
      if (reason !== '') return refuseIn(trx, plan, reason);
      await repo.endPlan(trx, plan.id, 'activated', clock.now());
      const { stack, canary } = held.pointer;
      if (stack.at(-1) === plan.releaseId && canary === null) return { revision: null };
      const { name, releaseId, actor, why } = plan;
      return { revision: await insertEvent(trx, { name, event: 'activated', releaseId, actor, why }) };
    });

  async function refuseIn(trx: Trx, plan: repo.Plan, refused: string): Promise<Outcome> {
    await refusePlan(trx, plan, { why: refused, at: clock.now() });
    return { refused };
  }

  const refuse = (plan: repo.Plan, why: string): Promise<Outcome | null> =>
    inTransaction(db, async (trx) => ((await repo.takePlan(trx, plan.id)) ? refuseIn(trx, plan, why) : null));

  /** Nothing is tried for somebody who may not do it any more. */
  async function attempt(plan: repo.Plan, stored: StoredRelease): Promise<Outcome | 'waits' | null> {
    const lapsed = await repo.lapsedRight(db, plan, clock.now());
    if (lapsed !== null) return refuse(plan, lapsed);
    const verdict = await gate.admit(stored);
    if (verdict.passed) return activate(plan, stored);
    // Perhaps the trial was broken off: whoever is there next tries it again.
    return isStopping ? 'waits' : refuse(plan, failedChecks(verdict));
  }

  async function carryOut(plan: repo.Plan): Promise<void> {
    const [stored]: StoredRelease[] = await releasesById(db, [plan.releaseId]);
    if (!stored) throw new Error(`The release of plan ${plan.id} is gone`);
    const about = { remote: stored.name, version: stored.version, plan: plan.id };
    const outcome = await attempt(plan, stored);
    if (outcome === null) return;
    if (outcome === 'waits') log.info(about, 'A planned activation waits for the next start');
    else if ('refused' in outcome) {
      log.error({ ...about, why: outcome.refused }, 'A planned activation was refused');
      onPlanRefused();
    } else {
      if (outcome.revision !== null) await pointers.refresh(outcome.revision);
      log.info(about, 'A planned activation was done');
    }
  }

  /** Begins what is due now and what this server is not about already. */
  async function begin(): Promise<void> {
    for (const plan of await repo.duePlans(db, clock.now())) {
      if (underWay.has(plan.id)) continue;
      const done = carryOut(plan)
        .catch((error: unknown) => {
          log.error({ err: error, plan: plan.id }, 'A planned activation failed and is tried again');
        })
        .finally(() => underWay.delete(plan.id));
      underWay.set(plan.id, done);
    }
  }

  /** What is under way may take as long as the gate does; the next look does not wait for it. */
  let looking = false;
  function look(): void {
    if (looking) return;
    looking = true;
    begin()
      .catch((error: unknown) => log.warn(errorDetail(error), 'Planned activations could not be read'))
      .finally(() => {
        looking = false;
      });
  }

  return {
    /** @throws GateRefused now, though it goes through the gate once more when it is due */
    async add(name: string, version: string, at: Date, by: By): Promise<ReleaseChange> {
      requireTime(at);
      const { actor, why } = by;
      const stored = await changes.requireRelease(name, version);
      const verdict = await changes.admit(stored, by);
      await pointers.change(name, async (trx) => {
        const known = await repo.openPlansOf(trx, name);
        const releaseId = stored.id;
        if (known.some((plan) => plan.releaseId === releaseId && plan.dueAt.getTime() === at.getTime()))
          return;
        if (known.length >= MOST_PLANS)
          throw new ConflictError('Too many activations of this remote are planned', 'TOO_MANY_PLANS');
        const id = await repo.insertPlan(trx, { name, releaseId, dueAt: at, actor, why });
        await insertEvent(trx, { name, event: 'planned', releaseId, plan: { id, at }, actor, why });
      });
      return changes.answer(name, verdict);
    },

    /** @throws 404 when there is none, or when it is over */
    async cancel(name: string, id: number, { actor, why }: By): Promise<ReleaseChange> {
      await inTransaction(db, async (trx) => {
        const plan = await repo.waitForPlan(trx, name, id);
        if (!plan) throw new NotFoundError('This is not planned, or not any more', 'NO_SUCH_PLAN');
        await repo.endPlan(trx, id, 'cancelled', clock.now());
        const event = { name, event: 'plan_cancelled', releaseId: plan.releaseId, actor, why } as const;
        await insertEvent(trx, { ...event, plan: { id, at: plan.dueAt } });
      });
      return changes.answer(name, null);
    },

    /** Does what is due, and waits for it. */
    async work(): Promise<void> {
      await begin();
      await Promise.all(underWay.values());
    },
    start(): void {
      timer ??= setInterval(look, EVERY_MS);
      timer.unref();
    },
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      isStopping = true;
      if (timer) clearInterval(timer);
      timer = null;
      await Promise.all(underWay.values());
    },
  };
}

export type Plans = ReturnType<typeof createPlans>;
