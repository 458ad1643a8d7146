import type { Db } from '../../platform/db';
import { deposit, grantBonus } from '../ledger';
import type { DemoPayment } from './demoPeople';
import type { DemoPlan } from './demoPlan';
import type { SeededRows } from './seedRows';
import type { SeedTimes } from './seedTimes';

export interface HistoryOptions {
  db: Db;
  plan: DemoPlan;
  rows: SeededRows;
  times: SeedTimes;
}

/** What happened at the start of a day: money came in, campaigns were approved, paused, put away. */
export type PlayDay = (dayStartMs: number) => Promise<void>;

/** Approvals are of the evening before the first day of delivery. */
const APPROVAL_HOUR = -3;

async function pay({ db, rows, times }: HistoryOptions, payment: DemoPayment, index: number): Promise<void> {
  const advertiserId = rows.people.get(payment.email);
  if (advertiserId === undefined) throw new Error(`The demo has no ${payment.email}`);
  const { amountMicros } = payment;
  const occurredAt = times.at(payment.daysAgo, 0);
  if (payment.kind === 'bonus')
    await grantBonus(db, {
      advertiserId,
      amountMicros,
      occasion: `signup:${advertiserId}`,
      occurredAt,
      description: 'Welcome bonus',
    });
  else await deposit(db, { advertiserId, amountMicros, reference: `DEMO-${1001 + index}`, occurredAt });
}

async function approve(
  { db, rows, times }: HistoryOptions,
  campaignId: number,
  daysAgo: number,
): Promise<void> {
  const at = times.at(daysAgo, APPROVAL_HOUR);
  const reviewed = { state: 'approved' as const, reviewed_at: at, updated_at: at };
  await db.updateTable('campaign').set(reviewed).where('id', '=', campaignId).execute();
  const reviewed_by = rows.people.get('admin@demo.test') ?? null;
  await db
    .updateTable('creative')
    .set({ ...reviewed, reviewed_by })
    .where('campaign_id', '=', campaignId)
    .execute();
}

/** Plays the plan's history, each part once, on the first day that is not before it. */
export function createHistory(options: HistoryOptions): PlayDay {
  const { db, plan, rows, times } = options;
  const done = new Set<string>();
  const once = async (key: string, due: boolean, work: () => Promise<unknown>) => {
    if (!due || done.has(key)) return;
    done.add(key);
    await work();
  };
  return async (dayStartMs) => {
    const today = times.daysAgoOf(dayStartMs);
    const isDue = (daysAgo: number | undefined): daysAgo is number =>
      daysAgo !== undefined && daysAgo >= today;
    for (const [index, payment] of plan.payments.entries())
      await once(`payment ${index}`, isDue(payment.daysAgo), () => pay(options, payment, index));
    for (const [index, campaign] of plan.campaigns.entries()) {
      const id = rows.campaigns[index];
      if (id === undefined) continue;
      const { approvedDaysAgo, stoppedDaysAgo, state } = campaign;
      if (isDue(approvedDaysAgo))
        await once(`approval ${id}`, true, () => approve(options, id, approvedDaysAgo));
      if (isDue(stoppedDaysAgo))
        await once(`stop ${id}`, true, () =>
          db
            .updateTable('campaign')
            .set({ state, updated_at: times.at(stoppedDaysAgo, 0) })
            .where('id', '=', id)
            .execute(),
        );
    }
  };
}
