import type { Trx } from '../../../platform/db';
import { insertEvent } from './activation.repo';
import { endPlan, openPlansOf, type Plan, waitForPlan } from './plans.repo';

/** Why a plan came to nothing, and when. */
interface Refusal {
  why: string;
  at: Date;
}

/** Longest reason of a row. */
const LONGEST_WHY = 500;

/** Ends a plan that the caller holds: it is in the history, and people are told. */
export async function refusePlan(trx: Trx, plan: Plan, { why, at }: Refusal): Promise<void> {
  const { id, name, releaseId, dueAt } = plan;
  await endPlan(trx, id, 'refused', at);
  await insertEvent(trx, {
    ...{ name, releaseId, event: 'plan_refused' },
    plan: { id, at: dueAt },
    actor: { kind: 'network' },
    why: why.slice(0, LONGEST_WHY),
  });
}

/** The same for all that is planned of releases; → how many there were. */
export async function refusePlansOf(
  trx: Trx,
  name: string,
  releaseIds: readonly number[],
  refusal: Refusal,
): Promise<number> {
  if (releaseIds.length === 0) return 0;
  const planned = (await openPlansOf(trx, name)).filter(({ releaseId }) => releaseIds.includes(releaseId));
  let count = 0;
  for (const { id } of planned) {
    const plan = await waitForPlan(trx, name, id);
    if (!plan) continue;
    await refusePlan(trx, plan, refusal);
    count += 1;
  }
  return count;
}
