import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { INVALID_REASONS, NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { createTestDb } from '../../testing/createTestDb';
import { verify } from '../ledger';
import { insertCampaign, makeWorld, temporaryDir } from '../serving/testWorld';
import { zonesIn } from './simulation/Simulation';
import { runPastVisits } from './visits';

/** Events come up to minutes after their request: none may lie ahead of the database's clock. */
const UNTIL_MS = Date.now() - 15 * 60_000;
const SECRET = randomBytes(32);

async function visit() {
  const { db, connection, drop } = await createTestDb();
  const data = await temporaryDir();
  try {
    const world = await makeWorld(db, { dailyBudgetMicros: 500_000, bidMicros: 4_000_000 });
    await sql`UPDATE campaign SET pacing = 'even', reviewed_at = now() - interval '40 days'`.execute(db);
    await insertCampaign(db, world.advertiserId, {
      pricing: 'CPC',
      bidMicros: 600_000,
      dailyBudgetMicros: 2_000_000,
    });
    const days: number[] = [];
    const totals = await runPastVisits({
      db,
      connection,
      dataDir: data.dir,
      log: silentLog,
      tokenKeys: [{ id: 1, secret: SECRET }],
      sites: [{ zones: [publicId('zone', world.zoneId)], weight: 1 }],
      days: 3,
      untilMs: UNTIL_MS,
      seed: 11,
      viewsPerDay: 600,
      onDay: async (dayStartMs) => {
        days.push(dayStartMs);
      },
    });
    const { rows } = await sql<{ day: string; spend: bigint; impressions: bigint; hours: bigint }>`
      SELECT (hour AT TIME ZONE 'UTC')::date::text AS day, sum(spend_micros)::int8 AS spend, sum(impressions)::int8 AS impressions,
        count(DISTINCT hour) AS hours
      FROM rollup_hourly WHERE campaign_id = ${world.campaignId} GROUP BY 1 ORDER BY 1`.execute(db);
    const invalid = await sql<{ reason: number; events: bigint }>`
      SELECT reason, sum(events)::int8 AS events FROM (
        SELECT reason, events FROM invalid_hourly
        UNION ALL SELECT invalid_reason, 1 FROM ad_event WHERE invalid_reason <> 0
      ) AS every_reason GROUP BY reason ORDER BY reason`.execute(db);
    const refused = await sql<{ reason: number }>`
      SELECT DISTINCT reason FROM request_hourly WHERE reason IN (${NO_FILL_REASONS.bot}, ${NO_FILL_REASONS.prefetch}) ORDER BY reason`.execute(
      db,
    );
    const paid = await sql<{ micros: bigint }>`
      SELECT coalesce(sum(price_micros), 0)::int8 AS micros FROM ad_event WHERE invalid_reason <> 0`.execute(
      db,
    );
    const verification = await verify(db);
    const unbilled = { invalid: invalid.rows, refused: refused.rows, paid: paid.rows[0]?.micros };
    return { totals, days, rows, verification, unbilled, left: await readdir(join(data.dir, 'journal')) };
  } finally {
    await drop();
    await data.remove();
  }
}

test('a past is made through the engine: paced, within its budgets, on the books, the same every time', async () => {
  const first = await visit();
  expect(first.verification.differences).toEqual([]);
  expect(first.totals.requests).toBeGreaterThan(1_500);
  expect(first.totals.impressions).toBeGreaterThan(0.9 * first.totals.filled);
  expect(first.totals.clicks).toBeGreaterThan(0);
  expect(first.days).toHaveLength(4);
  for (const { spend } of first.rows) expect(spend).toBeLessThanOrEqual(500_000n);
  // Whole days: the budget is used, and not in the first hours.
  for (const { spend, hours } of first.rows.slice(0, 3)) {
    expect(spend).toBeGreaterThan(400_000n);
    expect(hours).toBeGreaterThan(12n);
  }
  expect(first.left).toEqual([]);
  // Invalid traffic is part of it: each kind is recorded under its reason, and none is paid for.
  const reasons = first.unbilled.invalid.map(({ reason }) => reason);
  for (const name of ['bot', 'prefetch', 'replay', 'expired'] as const)
    expect(reasons).toContain(INVALID_REASONS[name]);
  expect(first.unbilled.paid).toBe(0n);
  const { impressions, viewables, clicks, invalid } = first.totals;
  const share = invalid / (impressions + viewables + clicks + invalid);
  expect(share).toBeGreaterThan(0.015);
  expect(share).toBeLessThan(0.045);
  expect(first.unbilled.refused).toEqual([
    { reason: NO_FILL_REASONS.bot },
    { reason: NO_FILL_REASONS.prefetch },
  ]);

  const second = await visit();
  expect(second.totals).toEqual(first.totals);
  expect(second.rows).toEqual(first.rows);
  expect(second.unbilled).toEqual(first.unbilled);
});

test('zones are read from a page’s markup', () => {
  const html =
    '<ins class="ez-ad" data-zone="z_1"></ins><p><ins style="x" data-zone="z_2" class="ez-ad"></ins><ins data-zone="z_1">';
  expect(zonesIn(html)).toEqual(['z_1', 'z_2']);
});
