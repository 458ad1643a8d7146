import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import type { Client } from 'pg';
import type { Db, Trx } from '../../platform/db';
import { adSpends } from './adSpend';
import { type Money, utcDay } from './billing';
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
import type { OwnersCache } from './owners';
import { postAdSpend } from './postAdSpend';
import { campaignDaySpends, discardedFigures, hourlyFigures, requestFigures, zonesSeen } from './rollups';
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
  orphans: number;
}

/** Another process applied this batch: its checkpoint must be read again. */
export class BatchAlreadyApplied extends Error {}
/** Another node stored something that concerns the batch while it was judged; it has to be judged again. */
export class EventsOvertaken extends Error {}

export interface ApplyDeps {
  client: Client;
  owners: OwnersCache;
}

const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];
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

/** Judges the batch with everything in sight that concerns it, and keeps it so until the commit. */
async function judgeBatch(trx: Trx, batch: Batch, owners: OwnersCache) {
  const { events } = batch;
  const expected = await readWaiting(trx, batch, owners);
  const money = await readMoney(trx, [...events, ...expected], owners.of);
  // Behind the locks, since another node may have stored a click of these decisions meanwhile.
  const waiting = await readWaiting(trx, batch, owners);
  if (waiting.length !== expected.length) throw new EventsOvertaken();
  const decisions = new Map(events.map((event) => [event.decisionId, event.decidedAtMs]));
  const judged = judge(events, await findStoredEvents(trx, decisions), owners.of, money, waiting);
  return { judged, money };
}

async function applyEvents(
  trx: Trx,
  batch: Batch,
  { client, owners }: ApplyDeps,
): Promise<{ judged: Judged; money: Money }> {
  const { judged, money } = await judgeBatch(trx, batch, owners);
  if (judged.events.length > 0) {
    const stored = await storeEvents(client, judged.events);
    if (stored !== judged.events.length) throw new EventsOvertaken();
  }
  const early = judged.events.filter(({ verdict }) => verdict === beforeImpression);
  await keepWaiting(
    trx,
    early.map(({ event }) => event),
  );
  if ((await settleWaiting(trx, judged.settled)) !== judged.settled.length) throw new EventsOvertaken();
  const booked = [...judged.events, ...judged.settled];
  await addCampaignSpends(trx, campaignDaySpends(booked));
  await addHourlyFigures(trx, hourlyFigures(judged.events, judged.settled));
  await addDiscarded(trx, discardedFigures(judged.discarded));
  for (const spend of adSpends(booked)) await postAdSpend(trx, batch, spend);
  return { judged, money };
}

/**
 * Applies a batch inside the given transaction: the batch's row and the checkpoint, the events, their rollups,
 * budgets and ledger postings, all or nothing. Locks in one order on every node: batch, ledger accounts by id,
 * events, spend, rollups by key.
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
    orphans: 0,
  };
  if (batch.events.length > 0) {
    const { judged, money } = await applyEvents(trx, batch, deps);
    applied.stored = judged.events.length;
    applied.settled = judged.settled.length;
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
