import type { Client } from 'pg';
import type { Db, Trx } from '../../platform/db';
import { adSpends } from './adSpend';
import { type Money, type Owners, utcDay } from './billing';
import {
  addCampaignSpends,
  addDiscarded,
  addHourlyFigures,
  addRequests,
  claimBatch,
  findStoredEvents,
  lockPurses,
  noteZonesSeen,
  readLimits,
  storeEvents,
} from './events.repo';
import type { IngestEvent, IngestRequest, JournalPosition } from './journalRecords';
import { type Judged, judge } from './judge';
import { postAdSpend } from './postAdSpend';
import { campaignDaySpends, discardedFigures, hourlyFigures, requestFigures, zonesSeen } from './rollups';

/** A stretch of one node's journal, to be applied exactly once. */
export interface Batch {
  node: string;
  /** One more than the batch before it. */
  seq: bigint;
  events: readonly IngestEvent[];
  requests: readonly IngestRequest[];
  /** The checkpoint behind it. */
  next: JournalPosition;
}

export interface AppliedCampaign {
  id: number;
  spentByDay: ReadonlyMap<string, bigint>;
  totalMicros: bigint;
}
/** New sums of everything a batch has touched. */
export interface Applied {
  campaigns: AppliedCampaign[];
  advertisers: { id: number; balanceMicros: bigint }[];
  stored: number;
  discarded: number;
  orphans: number;
}

/** Another process applied this batch: its checkpoint must be read again. */
export class BatchAlreadyApplied extends Error {}
/** Another node stored one of the events between the look-up and the insert; the batch has to be judged again. */
export class EventsOvertaken extends Error {}

export interface ApplyDeps {
  client: Client;
  ownersOf: (event: IngestEvent) => Owners | null;
}

const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];

/** Reads and locks what the judgement needs: earlier events, purses, budgets. */
async function readMoney(trx: Db, events: readonly IngestEvent[], ownersOf: ApplyDeps['ownersOf']) {
  const owned = events.map((event) => ownersOf(event)).filter((owners) => owners !== null);
  const purses = await lockPurses(
    trx,
    unique(owned.map((owners) => owners.advertiserId)),
    unique(owned.map((owners) => owners.publisherId)),
  );
  const campaigns = await readLimits(
    trx,
    unique(events.map((event) => event.campaignId)),
    unique(events.map((event) => utcDay(event.decidedAtMs))),
  );
  return { purses, campaigns } satisfies Money;
}

async function applyEvents(
  trx: Trx,
  batch: Batch,
  deps: ApplyDeps,
): Promise<{ judged: Judged; money: Money }> {
  const { events } = batch;
  const money = await readMoney(trx, events, deps.ownersOf);
  const decisions = new Map(events.map((event) => [event.decisionId, event.decidedAtMs]));
  const judged = judge(events, await findStoredEvents(trx, decisions), deps.ownersOf, money);
  if (judged.events.length > 0) {
    const stored = await storeEvents(deps.client, judged.events);
    if (stored !== judged.events.length) throw new EventsOvertaken();
  }
  await addCampaignSpends(trx, campaignDaySpends(judged.events));
  await addHourlyFigures(trx, hourlyFigures(judged.events));
  await addDiscarded(trx, discardedFigures(judged.discarded));
  for (const spend of adSpends(judged.events)) await postAdSpend(trx, batch, spend);
  return { judged, money };
}

/**
 * Applies a batch inside the given transaction: the batch's row and the checkpoint, the events, their rollups,
 * budgets and ledger postings, all or nothing. Locks in one order on every node: batch, ledger accounts by id,
 * spend, rollups by key.
 */
export async function applyBatch(trx: Trx, batch: Batch, deps: ApplyDeps): Promise<Applied> {
  const claimed = await claimBatch(trx, batch.node, batch.seq, batch.events.length, batch.next);
  if (!claimed) throw new BatchAlreadyApplied();
  const applied: Applied = { campaigns: [], advertisers: [], stored: 0, discarded: 0, orphans: 0 };
  if (batch.events.length > 0) {
    const { judged, money } = await applyEvents(trx, batch, deps);
    applied.stored = judged.events.length;
    applied.discarded = judged.discarded.length;
    applied.orphans = judged.orphans;
    for (const [id, limits] of money.campaigns)
      applied.campaigns.push({ id, spentByDay: limits.spentByDay, totalMicros: limits.totalSpentMicros });
    for (const [id, purse] of money.purses)
      applied.advertisers.push({ id, balanceMicros: purse.bonusMicros + purse.cashMicros });
  }
  await addRequests(trx, requestFigures(batch.requests));
  await noteZonesSeen(trx, zonesSeen(batch.requests));
  return applied;
}
