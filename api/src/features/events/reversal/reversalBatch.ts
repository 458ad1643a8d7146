import { EVENT_KINDS, INVALID_REASONS, type LaterReason } from '@ezdash/contracts';
import type { Trx } from '../../../platform/db';
import { invalidTrafficPostings, postAll } from '../../ledger';
import type { BilledEvent } from '../billing';
import { takeBackConversions } from '../conversions/takeBackConversions';
import { addCampaignSpends, addHourlyFigures, lockPurses } from '../events.repo';
import { takeFromHolds } from '../holds/holds.repo';
import {
  type CampaignDaySpend,
  campaignDaySpends,
  type HourlyFigures,
  hourlyFigures,
  type Place,
} from '../rollups';
import { givenBack } from './givenBack';
import { repayGivenBack } from './repayGivenBack';
import {
  countBatch,
  type EventKey,
  findCandidates,
  holdReversal,
  keepReversed,
  markEvents,
} from './reversal.repo';
import type { TrafficWindow } from './trafficSelection';

type Measure = Exclude<keyof HourlyFigures, keyof Place>;
const MEASURES = {
  impressions: true,
  viewables: true,
  clicks: true,
  conversions: true,
  invalid: true,
  spendMicros: true,
  payoutMicros: true,
} satisfies Record<Measure, true>;

/** What is left of an event that was found to be invalid. */
const unbilled = (billed: BilledEvent, verdict: number): BilledEvent => ({
  ...billed,
  verdict,
  spendMicros: 0,
  payoutMicros: 0,
  bonusMicros: 0,
});

/** What the rollups change by when these events carry this verdict: their figures afterwards less those before. */
export function reversedFigures(events: readonly BilledEvent[], verdict: number): HourlyFigures[] {
  const before = hourlyFigures(events);
  // The same events make the same rows in the same order.
  return hourlyFigures(events.map((billed) => unbilled(billed, verdict))).map((row, index) => {
    const was = before[index];
    const change = { ...row };
    for (const measure of Object.keys(MEASURES) as Measure[]) change[measure] -= was?.[measure] ?? 0;
    return change;
  });
}

export function reversedSpends(events: readonly BilledEvent[]): CampaignDaySpend[] {
  return campaignDaySpends(events).map((row) => ({
    ...row,
    spendMicros: -row.spendMicros,
    impressions: -row.impressions,
  }));
}

export interface BatchOptions {
  reversalId: number;
  reason: LaterReason;
  window: TrafficWindow;
  after: EventKey | null;
  size: number;
  now: Date;
}
/** `done`: somebody else finished the reversal. `last` is null when the window holds no more. */
export interface BatchResult {
  done: boolean;
  events: number;
  last: EventKey | null;
}

const unique = (values: readonly number[]) => [...new Set(values)];

/** Posts what is given back; the reversal's batch makes the keys. */
async function postGivenBack(
  trx: Trx,
  { reversalId, reason, now }: BatchOptions,
  batch: number,
  events: readonly BilledEvent[],
): Promise<void> {
  await postAll(
    trx,
    givenBack(events).map((sum) => ({
      idempotencyKey: `invalid_traffic:${reversalId}:${batch}:${sum.advertiserId}:${sum.publisherId}`,
      kind: 'invalid_traffic',
      occurredAt: now,
      meta: {
        reversal: reversalId,
        batch,
        reason,
        last_event_at: new Date(sum.occurredAtMs).toISOString(),
        events: sum.events,
      },
      postings: invalidTrafficPostings(sum),
    })),
  );
}

/**
 * One batch of a reversal inside the given transaction: marks, figures, budgets and money, all or nothing. Locks in
 * the order of `applyBatch`: its own row, ledger accounts by id, events, spend by key; rollups are only added to.
 */
export async function reverseBatch(trx: Trx, options: BatchOptions): Promise<BatchResult> {
  const { reversalId, reason, window, after, size } = options;
  const batches = await holdReversal(trx, reversalId);
  if (batches === null) return { done: true, events: 0, last: null };
  const candidates = await findCandidates(trx, window, after, size);
  const last = candidates.at(-1) ?? null;
  if (last === null) return { done: false, events: 0, last };
  await lockPurses(
    trx,
    unique(candidates.map(({ advertiserId }) => advertiserId)),
    unique(candidates.map(({ publisherId }) => publisherId)),
  );
  const verdict = INVALID_REASONS[reason];
  const events = await markEvents(trx, candidates, verdict);
  if (events.length > 0) {
    await keepReversed(trx, reversalId, events);
    await takeFromHolds(trx, events);
    await addCampaignSpends(trx, reversedSpends(events));
    await addHourlyFigures(trx, reversedFigures(events, verdict));
    await postGivenBack(trx, options, batches + 1, events);
    const clicks = events.filter(({ event }) => event.kind === EVENT_KINDS.click);
    await takeBackConversions(trx, {
      clickIds: clicks.map(({ event }) => event.decisionId),
      reversal: { id: reversalId, batch: batches + 1 },
      now: options.now,
    });
    await repayGivenBack(
      trx,
      unique(candidates.map(({ advertiserId }) => advertiserId)),
      `invalid_traffic:${reversalId}:${batches + 1}`,
      options.now,
    );
    await countBatch(trx, reversalId);
  }
  return { done: false, events: events.length, last };
}
