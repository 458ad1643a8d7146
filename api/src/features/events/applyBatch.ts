import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import type { Client } from 'pg';
import type { Db, Trx } from '../../platform/db';
import { adSpends } from './adSpend';
import { type BilledEvent, type Money, spendableMicros, utcDay } from './billing';
import { keepConversionPrices } from './conversions/conversionPrices.repo';
import { wakeConversions } from './conversions/wakeConversions';
import { figureRows } from './eventRows';
import {
  addCampaignSpends,
  addDiscarded,
  addDiscardedOfSubs,
  addHourlyFigures,
  claimBatch,
  findStoredEvents,
  lockPurses,
  noteZonesSeen,
  readLimits,
  storeEvents,
} from './events.repo';
import { assignHolds } from './holds/eventHolds';
import { invalidCounts } from './invalidCounts';
import type { IngestEvent, IngestRequest, JournalPosition } from './journalRecords';
import { type Judged, judge } from './judge';
import { type LeaseChange, leaseUses, settleLeases } from './leases';
import type { OwnersCache } from './owners';
import { postAdSpends } from './postAdSpends';
import { addRequests } from './requests.repo';
import {
  campaignDaySpends,
  discardedFigures,
  discardedOfSubs,
  hourlyFigures,
  requestFigures,
  zonesSeen,
} from './rollups';
import { findWaiting, keepWaiting, settleWaiting } from './waiting.repo';

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
  /** Events of earlier batches whose impression came with this one. */
  settled: number;
  discarded: number;
  /** Events that do not count, by code of INVALID_REASONS. */
  invalid: ReadonlyMap<number, number>;
  orphans: number;
  /** Leases that it took something of. */
  leases: LeaseChange[];
}

/** Another process applied this batch: its checkpoint must be read again. */
export class BatchAlreadyApplied extends Error {}
/** Another node stored something that concerns the batch while it was judged; it has to be judged again. */
export class EventsOvertaken extends Error {
  /** `waiting`: events of earlier batches that need money to be locked which the batch itself does not need. */
  constructor(readonly waiting: readonly IngestEvent[] = []) {
    super();
  }
}

export interface ApplyDeps {
  client: Client;
  owners: OwnersCache;
  /** The number of this process while others spend from the same budgets: what is billed is taken off their leases. */
  leaseNode: number | null;
  /** Events that wait for this batch and were found to need money of others: of the attempt before. */
  expected?: readonly IngestEvent[];
}

const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];
const keyOf = ({ decisionId, kind }: IngestEvent) => `${kind}${decisionId}`;
const { impression } = EVENT_KINDS;
const beforeImpression = INVALID_REASONS['click-before-impression'];

/** Reads and locks what the judgement needs: purses, budgets. */
async function readMoney(trx: Db, events: readonly IngestEvent[], ownersOf: OwnersCache['of']) {
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

/** Events that wait for impressions of this batch, with their owners known. */
async function readWaiting(trx: Trx, { events }: Batch, owners: OwnersCache): Promise<IngestEvent[]> {
  const impressions = events.filter(({ kind }) => kind === impression);
  const waiting = await findWaiting(trx, unique(impressions.map(({ decisionId }) => decisionId)));
  await owners.load(trx, waiting);
  return waiting;
}

/** Whether the money that it would cost is locked; one without owners costs nobody anything. */
function isLocked({ purses, campaigns }: Money, event: IngestEvent, ownersOf: OwnersCache['of']): boolean {
  const owners = ownersOf(event);
  return owners === null || (purses.has(owners.advertiserId) && campaigns.has(event.campaignId));
}

/**
 * Judges the batch with everything in sight that concerns it, and keeps it so until the commit. What waits is looked for
 * behind the locks, since another node may store a click of these decisions until then. It nearly always is of the
 * campaign whose impression came now; when it is not, its money is locked in another attempt, in order with the rest.
 */
async function judgeBatch(trx: Trx, batch: Batch, { owners, expected = [] }: ApplyDeps) {
  const { events } = batch;
  const money = await readMoney(trx, [...events, ...expected], owners.of);
  const waiting = await readWaiting(trx, batch, owners);
  // Asked for once: what is still not there then is gone, and another attempt would not find it either.
  const asked = new Set(expected.map(keyOf));
  const beyond = waiting.filter((event) => !asked.has(keyOf(event)) && !isLocked(money, event, owners.of));
  if (beyond.length > 0) throw new EventsOvertaken(beyond);
  const decisions = new Map(events.map((event) => [event.decisionId, event.decidedAtMs]));
  const judged = judge(events, await findStoredEvents(trx, decisions), owners.of, money, waiting);
  return { judged, money };
}

/** Everything that the events of a batch add to. */
function additionsOf({ events, settled, discarded }: Judged, booked: readonly BilledEvent[]) {
  const figures = hourlyFigures(events, settled);
  return {
    spends: campaignDaySpends(booked),
    figures,
    figureBytes: figureRows(figures),
    discarded: discardedFigures(discarded),
    discardedOfSubs: discardedOfSubs(discarded),
    postings: adSpends(booked),
  };
}

async function applyEvents(
  trx: Trx,
  batch: Batch,
  deps: ApplyDeps,
): Promise<{ judged: Judged; money: Money; leases: LeaseChange[] }> {
  const { client, leaseNode } = deps;
  const { judged, money } = await judgeBatch(trx, batch, deps);
  const booked = [...judged.events, ...judged.settled];
  await assignHolds(trx, booked);
  // Worked out while the database takes the events in.
  const additions = await storeEvents(client, judged.events, () => additionsOf(judged, booked));
  if (additions === null) throw new EventsOvertaken();
  await keepConversionPrices(
    trx,
    judged.events.map(({ event }) => event),
  );
  const early = judged.events.filter(({ verdict }) => verdict === beforeImpression);
  await keepWaiting(
    trx,
    early.map(({ event }) => event),
  );
  if ((await settleWaiting(trx, judged.settled)) !== judged.settled.length) throw new EventsOvertaken();
  await wakeConversions(trx, booked);
  await addCampaignSpends(trx, additions.spends);
  await addHourlyFigures(trx, additions.figures, { client, bytes: additions.figureBytes });
  await addDiscarded(trx, additions.discarded);
  await addDiscardedOfSubs(trx, additions.discardedOfSubs);
  await postAdSpends(trx, batch, additions.postings, money.purses);
  const leases = leaseNode === null ? [] : await settleLeases(trx, leaseNode, leaseUses(booked, money));
  return { judged, money, leases };
}

/**
 * Applies a batch inside the given transaction: the batch's row and the checkpoint, the events, their rollups,
 * budgets and ledger postings, all or nothing. Locks in one order on every node: batch, ledger accounts by id,
 * credit lines, holds, events, spend by key, leases by key; rollups are only added to.
 */
export async function applyBatch(trx: Trx, batch: Batch, deps: ApplyDeps): Promise<Applied> {
  const claimed = await claimBatch(trx, batch.node, batch.seq, batch.events.length, batch.next);
  if (!claimed) throw new BatchAlreadyApplied();
  const applied: Applied = {
    campaigns: [],
    advertisers: [],
    stored: 0,
    settled: 0,
    discarded: 0,
    invalid: new Map(),
    orphans: 0,
    leases: [],
  };
  if (batch.events.length > 0) {
    const { judged, money, leases } = await applyEvents(trx, batch, deps);
    applied.leases = leases;
    applied.stored = judged.events.length;
    applied.settled = judged.settled.length;
    applied.discarded = judged.discarded.length;
    applied.invalid = invalidCounts(judged);
    applied.orphans = judged.orphans;
    for (const [id, limits] of money.campaigns)
      applied.campaigns.push({ id, spentByDay: limits.spentByDay, totalMicros: limits.totalSpentMicros });
    for (const [id, purse] of money.purses)
      applied.advertisers.push({ id, balanceMicros: spendableMicros(purse) });
  }
  await addRequests(trx, requestFigures(batch.requests));
  await noteZonesSeen(trx, zonesSeen(batch.requests));
  return applied;
}
