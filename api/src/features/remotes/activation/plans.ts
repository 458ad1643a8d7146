import type { GateVerdict, ReleaseChange } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { errorDetail, inTransaction } from '../../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors';
import type { Gate, StoredRelease } from '../releases.types';
import { insertEvent, releasesById } from './activation.repo';
import type { By, Changes, ChangesParts } from './changes';
import * as repo from './plans.repo';

/** A plan that came to nothing. */
export interface RefusedPlan {
  remote: string;
  version: string;
  plan: number;
  verdict: GateVerdict;
}

interface PlansParts extends Omit<ChangesParts, 'gate' | 'views'> {
  gate: Pick<Gate, 'admit'>;
  changes: Pick<Changes, 'requireRelease' | 'admit' | 'answer' | 'move'>;
  clock: Clock;
  /** Told once it is written down. */
  onRefused(refused: RefusedPlan): Promise<void> | void;
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
    .join('; ')
    .slice(0, 500);

/** Activations to come: each done at its time by one server, through the gate again. */
export function createPlans({ db, pointers, gate, changes, clock, log, onRefused }: PlansParts) {
  /** Those that this server is about. */
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  function requireTime(at: Date): void {
    const inMs = at.getTime() - clock.nowMs();
    if (inMs > 0 && inMs <= LONGEST_MS) return;
    throw new ValidationError({ at: ['Choose a time that is still to come, within a year'] });
  }

  /** Whether this server did it, in one transaction with what follows from it. */
  const activate = (plan: repo.Plan): Promise<number | boolean> =>
    pointers.change(plan.name, async (trx, { stack, canary }) => {
      if (!(await repo.takePlan(trx, plan.id))) return false;
      await repo.endPlan(trx, plan.id, 'activated', clock.now());
      if (stack.at(-1) === plan.releaseId && canary === null) return true;
      const { name, releaseId, actor, why } = plan;
      return insertEvent(trx, { name, event: 'activated', releaseId, actor, why });
    });

  const refuse = (plan: repo.Plan, verdict: GateVerdict): Promise<boolean> =>
    inTransaction(db, async (trx) => {
      if (!(await repo.takePlan(trx, plan.id))) return false;
      await repo.endPlan(trx, plan.id, 'refused', clock.now());
      await insertEvent(trx, {
        name: plan.name,
        event: 'plan_refused',
        releaseId: plan.releaseId,
        plan: { id: plan.id, at: plan.dueAt },
        actor: { kind: 'network' },
        why: failedChecks(verdict),
      });
      return true;
    });

  async function carryOut(plan: repo.Plan): Promise<void> {
    const [stored]: StoredRelease[] = await releasesById(db, [plan.releaseId]);
    if (!stored) throw new Error(`The release of plan ${plan.id} is gone`);
    const { name: remote, version } = stored;
    const verdict = await gate.admit(stored);
    if (verdict.passed) {
      const done = await activate(plan);
      if (typeof done === 'number') await pointers.refresh(done);
      if (done !== false) log.info({ remote, version, plan: plan.id }, 'A planned activation was done');
    } else if (isStopping) {
      // Perhaps the trial was broken off: whoever is there next tries it again.
      log.info({ remote, version, plan: plan.id }, 'A planned activation waits for the next start');
    } else if (await refuse(plan, verdict)) {
      log.error({ remote, version, plan: plan.id, verdict }, 'A planned activation was refused');
      await onRefused({ remote, version, plan: plan.id, verdict });
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
    async add(name: string, version: string, at: Date, { actor, why }: By): Promise<ReleaseChange> {
      requireTime(at);
      const stored = await changes.requireRelease(name, version);
      const verdict = await changes.admit(stored);
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
