import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestDb } from '../../../testing/createTestDb';
import { balances, verify } from '../../ledger';
import type { IngestEvent } from '../journalRecords';
import { ingestEvent } from '../testEvents';
import { testIngest } from '../testIngest';
import type { ReversalOptions } from './carryOutReversal';
import { type ReversalResult, reverseInvalidTraffic } from './reverseInvalidTraffic';
import type { TrafficSelection, TrafficSpan } from './trafficSelection';

const HOUR_MS = 3_600_000;

/** The rows of `makeWorld` in the serving feature, which tests may reach and this file may not. */
interface World {
  advertiserId: number;
  publisherId: number;
  campaignId: number;
  creativeId: number;
  zoneId: number;
}

/** What tests of reversals do with a database of theirs. */
export function reversalTools(testDb: () => TestDb) {
  /** An impression of 1,000 micros (800 for the publisher), half an hour ago. */
  function eventOf(world: World, fields: Partial<IngestEvent> = {}): IngestEvent {
    const decidedAtMs = fields.decidedAtMs ?? Date.now() - HOUR_MS / 2;
    return ingestEvent({
      campaignId: world.campaignId,
      creativeId: world.creativeId,
      zoneId: world.zoneId,
      decisionId: randomUUID(),
      decidedAtMs,
      happenedAtMs: decidedAtMs + 100,
      os: 2,
      browser: 1,
      language: 'de',
      ...fields,
    });
  }

  async function ingestAll(events: readonly IngestEvent[]): Promise<void> {
    const { ingest, records } = testIngest(testDb().connection);
    await ingest.open();
    records.push(...events);
    await ingest.drain();
    await ingest.stop();
  }

  const spanOf = (world: World, fields: Partial<TrafficSpan> = {}): TrafficSpan => ({
    zoneId: world.zoneId,
    fromMs: Date.now() - 2 * HOUR_MS,
    toMs: Date.now(),
    ...fields,
  });
  const reverse = (selection: TrafficSelection, options: ReversalOptions = {}): Promise<ReversalResult> =>
    reverseInvalidTraffic(
      testDb().db,
      { reason: 'sivt', selection, by: 'somebody', why: 'clicks of a farm' },
      options,
    );
  const differences = async () => (await verify(testDb().db)).differences;

  const moneyOf = async (world: World) => {
    const advertiser = await balances(testDb().db, world.advertiserId);
    const publisher = await balances(testDb().db, world.publisherId);
    return {
      cash: advertiser.advertiser_cash,
      bonus: advertiser.advertiser_bonus,
      pending: publisher.publisher_pending,
      payable: publisher.publisher_payable,
    };
  };
  const figuresOf = async (world: World) =>
    (
      await sql<
        Record<string, number>
      >`SELECT sum(impressions)::int AS impressions, sum(viewables)::int AS viewables,
        sum(clicks)::int AS clicks, sum(invalid)::int AS invalid, sum(spend_micros)::int AS spend,
        sum(payout_micros)::int AS payout,
        (SELECT coalesce(sum(spend_micros), 0)::int FROM campaign_spend WHERE campaign_id = ${world.campaignId}) AS budget
        FROM rollup_hourly WHERE campaign_id = ${world.campaignId}`.execute(testDb().db)
    ).rows[0];
  return { eventOf, ingestAll, spanOf, reverse, differences, moneyOf, figuresOf };
}
