import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { INVALID_REASONS, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { ForeignJournal } from '../events';
import { balances, grantBonus, verify } from '../ledger';
import { createServing, type Serving } from './createServing';
import {
  insertCampaign,
  listen,
  makeWorld,
  storedEvents,
  temporaryDir,
  type World,
  type WorldFields,
} from './testWorld';

let test_: TestDb;
let serving: Serving;
let web: Awaited<ReturnType<typeof listen>>;
let data: Awaited<ReturnType<typeof temporaryDir>>;

const tokenKeys = [{ id: 1, secret: randomBytes(32) }] as const;
const make = () =>
  createServing({
    db: test_.db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys,
    tagSource: '"tag"',
    // Prices are told to the micro.
    explores: false,
  });

beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  serving = make();
  await serving.start();
  web = await listen((req, res) => serving.handle(req, res));
});
afterAll(async () => {
  await web.close();
  await serving.stop();
  await test_.drop();
  await data.remove();
});

/** A world alone on its zone: other tests' campaigns are paused. */
async function freshWorld(fields: WorldFields = {}): Promise<World & { zone: string }> {
  await sql`UPDATE campaign SET state = 'paused'`.execute(test_.db);
  const world = await makeWorld(test_.db, fields);
  await serving.refresh();
  return { ...world, zone: publicId('zone', world.zoneId) };
}

async function candidateOf(zone: string) {
  const [ad] = await web.serve(`zones=${zone}`);
  const candidate = ad?.candidates[0];
  if (!candidate) throw new Error(`no ad: ${ad?.reason}`);
  return candidate;
}

async function expectBooksInOrder(): Promise<void> {
  const verification = await verify(test_.db);
  expect(verification.differences).toEqual([]);
}

describe('the serving thread', () => {
  test('a visit becomes events, figures and money', async () => {
    const world = await freshWorld();
    const candidate = await candidateOf(world.zone);
    expect(candidate).toMatchObject({
      campaign: publicId('campaign', world.campaignId),
      alt: 'Shoes für alle',
      cap: null,
    });
    expect((await web.ask(candidate.impression, { method: 'POST' })).status).toBe(204);
    expect((await web.ask(candidate.view, { method: 'POST' })).status).toBe(204);
    const click = await web.ask(candidate.click);
    expect(click.status).toBe(302);
    expect(click.headers.location).toMatch(
      /^https:\/\/shop\.example\/shoes\?c=[0-9a-f-]{36}&s=news\.example$/,
    );
    await serving.drain();

    // The floor of $2 CPM is the price: 2,000 micros an impression, 80 % of them the publisher's.
    expect(await storedEvents(test_.db, world.campaignId)).toEqual([
      { kind: 1, invalid_reason: 0, price_micros: 2_000n, payout_micros: 1_600n, bonus_micros: 0n },
      { kind: 2, invalid_reason: 0, price_micros: 0n, payout_micros: 0n, bonus_micros: 0n },
      { kind: 3, invalid_reason: 0, price_micros: 0n, payout_micros: 0n, bonus_micros: 0n },
    ]);
    const rollup = await test_.db
      .selectFrom('rollup_hourly')
      .selectAll()
      .where('campaign_id', '=', world.campaignId)
      .executeTakeFirstOrThrow();
    expect(rollup).toMatchObject({
      impressions: 1n,
      viewables: 1n,
      clicks: 1n,
      invalid: 0n,
      spend_micros: 2_000n,
      payout_micros: 1_600n,
      country: 'DE',
      device: 1,
    });
    const requests = await test_.db
      .selectFrom('request_hourly')
      .selectAll()
      .where('zone_id', '=', world.zoneId)
      .execute();
    expect(requests).toMatchObject([{ reason: 0, requests: 1n, country: 'DE' }]);
    const zone = await test_.db
      .selectFrom('zone')
      .selectAll()
      .where('id', '=', world.zoneId)
      .executeTakeFirstOrThrow();
    expect(zone.first_request_at).not.toBeNull();
    expect((await balances(test_.db, world.advertiserId)).advertiser_cash).toBe(1_000_000_000n - 2_000n);
    expect((await balances(test_.db, world.publisherId)).publisher_pending).toBe(1_600n);
    await expectBooksInOrder();
  });

  test('a repetition is acknowledged, counted as invalid and billed once', async () => {
    const world = await freshWorld();
    const candidate = await candidateOf(world.zone);
    for (let time = 0; time < 3; time += 1) expect((await web.ask(candidate.impression)).status).toBe(204);
    await serving.drain();
    // Once more after the batch: another batch must find it as well.
    expect((await web.ask(candidate.impression)).status).toBe(204);
    await serving.drain();
    expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(1);
    const { rows } = await sql<{ reason: number; events: bigint }>`SELECT reason, sum(events)::int8 AS events
      FROM invalid_hourly WHERE campaign_id = ${world.campaignId} GROUP BY reason`.execute(test_.db);
    expect(rows).toEqual([{ reason: INVALID_REASONS.replay, events: 3n }]);
    expect((await balances(test_.db, world.advertiserId)).advertiser_cash).toBe(1_000_000_000n - 2_000n);
    await expectBooksInOrder();
  });

  test('robots, HEAD and prefetch neither bill nor take the place of the person’s own event', async () => {
    const world = await freshWorld();
    const candidate = await candidateOf(world.zone);
    expect((await web.ask(candidate.impression, { headers: { 'user-agent': 'Googlebot/2.1' } })).status).toBe(
      204,
    );
    expect((await web.ask(candidate.impression, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(
      204,
    );
    expect((await web.ask(candidate.impression, { method: 'HEAD' })).status).toBe(204);
    expect((await web.ask(candidate.click, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503);
    await serving.drain();
    expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(0);
    await web.ask(candidate.impression);
    await serving.drain();
    expect(await storedEvents(test_.db, world.campaignId)).toMatchObject([{ kind: 1, invalid_reason: 0 }]);
    const { rows } = await sql<{
      reason: number;
      kind: number;
      events: bigint;
    }>`SELECT reason, kind, sum(events)::int8 AS events
      FROM invalid_hourly WHERE campaign_id = ${world.campaignId} GROUP BY reason, kind ORDER BY reason, kind`.execute(
      test_.db,
    );
    expect(rows).toEqual([
      { reason: INVALID_REASONS.bot, kind: 1, events: 1n },
      { reason: INVALID_REASONS.prefetch, kind: 1, events: 2n },
      { reason: INVALID_REASONS.prefetch, kind: 3, events: 1n },
    ]);
  });

  test('a click without its impression is kept and not billed', async () => {
    const world = await freshWorld({ pricing: 'CPC', bidMicros: 500_000, floorMicros: 0 });
    const candidate = await candidateOf(world.zone);
    expect((await web.ask(candidate.click)).status).toBe(302);
    await serving.drain();
    expect(await storedEvents(test_.db, world.campaignId)).toMatchObject([
      { kind: 3, invalid_reason: INVALID_REASONS['click-before-impression'], price_micros: 0n },
    ]);
    await expectBooksInOrder();
  });

  test('a click pays the second price of the click, bonus before cash', async () => {
    const world = await freshWorld({ pricing: 'CPC', bidMicros: 500_000, floorMicros: 2_000_000 });
    await grantBonus(test_.db, {
      advertiserId: world.advertiserId,
      amountMicros: 300_000n,
      occasion: `test-${world.advertiserId}`,
      occurredAt: new Date(),
      description: '',
    });
    const candidate = await candidateOf(world.zone);
    await web.ask(candidate.impression);
    await web.ask(candidate.click);
    await serving.drain();
    // $2 eCPM at one click in 200 impressions: 40 cents a click.
    expect(await storedEvents(test_.db, world.campaignId)).toMatchObject([
      { kind: 1, price_micros: 0n },
      { kind: 3, price_micros: 400_000n, payout_micros: 320_000n, bonus_micros: 300_000n },
    ]);
    expect(await balances(test_.db, world.advertiserId)).toMatchObject({
      advertiser_bonus: 0n,
      advertiser_cash: 999_900_000n,
    });
    await expectBooksInOrder();
  });

  test('what exceeds the budget in the database is kept and billed nothing, whatever the engine thought', async () => {
    const world = await freshWorld({ dailyBudgetMicros: 1_000_000 });
    const candidates = [
      await candidateOf(world.zone),
      await candidateOf(world.zone),
      await candidateOf(world.zone),
    ];
    // The budget falls after the decisions: room for one impression of 2,000 micros.
    await sql`UPDATE campaign SET daily_budget_micros = 3000 WHERE id = ${world.campaignId}`.execute(
      test_.db,
    );
    for (const candidate of candidates) expect((await web.ask(candidate.impression)).status).toBe(204);
    await serving.drain();
    expect(await storedEvents(test_.db, world.campaignId)).toMatchObject([
      { invalid_reason: 0, price_micros: 2_000n },
      { invalid_reason: INVALID_REASONS['over-budget'], price_micros: 0n },
      { invalid_reason: INVALID_REASONS['over-budget'], price_micros: 0n },
    ]);
    await expectBooksInOrder();
  });

  test('an empty purse pays nothing, in part neither', async () => {
    const world = await freshWorld({ cashMicros: 5_100n });
    const candidates = [await candidateOf(world.zone)];
    await sql`UPDATE zone SET floor_micros = 4000000 WHERE id = ${world.zoneId}`.execute(test_.db);
    await serving.refresh();
    const [refused] = await web.serve(`zones=${world.zone}`);
    // 2,000 are reserved and the next event may cost 5,000 of the 5,100.
    expect(refused?.reason).toBe('budget');
    for (const candidate of candidates) await web.ask(candidate.impression);
    await serving.drain();
    expect((await balances(test_.db, world.advertiserId)).advertiser_cash).toBe(3_100n);
    await expectBooksInOrder();
  });

  test('budgets stop delivery at once', async () => {
    const world = await freshWorld({ dailyBudgetMicros: 10_000 });
    let shown = 0;
    for (let visit = 0; visit < 10; visit += 1) {
      const [ad] = await web.serve(`zones=${world.zone}`);
      const candidate = ad?.candidates[0];
      if (!candidate) {
        expect(ad?.reason).toBe('budget');
        break;
      }
      await web.ask(candidate.impression);
      shown += 1;
    }
    // 2,000 each; the last is shown while 5,000, the most it might cost, still fit.
    expect(shown).toBe(3);
    await serving.drain();
    const events = await storedEvents(test_.db, world.campaignId);
    expect(events.every((event) => event.invalid_reason === 0)).toBe(true);
  });

  test('a change is served within a second, without being asked', async () => {
    const world = await freshWorld();
    await sql`UPDATE campaign SET state = 'paused' WHERE id = ${world.campaignId}`.execute(test_.db);
    await pause(1_000);
    expect((await web.serve(`zones=${world.zone}`))[0]?.reason).toBe('no-campaign');
    await insertCampaign(test_.db, world.advertiserId);
    await pause(1_000);
    expect((await web.serve(`zones=${world.zone}`))[0]?.candidates).toHaveLength(1);
  });

  test('a click on a paused campaign’s old page still leads to its landing page', async () => {
    const world = await freshWorld();
    const candidate = await candidateOf(world.zone);
    await web.ask(candidate.impression);
    await sql`UPDATE campaign SET state = 'archived' WHERE id = ${world.campaignId}`.execute(test_.db);
    await serving.refresh();
    expect((await web.ask(candidate.click)).status).toBe(302);
    // No click that is still good is older, and nothing else needs it: the index is the smaller for it.
    await sql`UPDATE campaign SET updated_at = now() - interval '31 days' WHERE id = ${world.campaignId}`.execute(
      test_.db,
    );
    await serving.refresh();
    expect((await web.ask(candidate.click)).status).toBe(410);
  });

  test('a click leads to the address that was approved, and nowhere once the ad or its owner is refused', async () => {
    const world = await freshWorld();
    const { click } = await candidateOf(world.zone);
    const answerAfter = async (change: ReturnType<typeof sql>) => {
      await change.execute(test_.db);
      await serving.refresh();
      const { status, headers, text } = await web.ask(click);
      return status === 302 ? String(headers.location).slice(0, 26) : [status, JSON.parse(text).code];
    };
    const approved = 'https://shop.example/shoes';
    const campaign = sql`campaign SET landing_url = 'https://elsewhere.example/', state`;
    expect(await answerAfter(sql`UPDATE ${campaign} = 'in_review' WHERE id = ${world.campaignId}`)).toBe(
      approved,
    );
    const owner = (status: string) =>
      answerAfter(sql`UPDATE app_user SET status = ${status} WHERE id = ${world.advertiserId}`);
    expect(await owner('suspended')).toEqual([410, 'NO_LANDING_PAGE']);
    expect(await owner('active')).toBe(approved);
    expect(await answerAfter(sql`UPDATE ${campaign} = 'rejected' WHERE id = ${world.campaignId}`)).toEqual([
      410,
      'NO_LANDING_PAGE',
    ]);
  });

  test('a second server cannot take the same journal', async () => {
    await expect(make().start()).rejects.toThrow('Another server is using the journal n1.');
  });

  test('a test ad is answered and never recorded', async () => {
    const world = await freshWorld();
    const [ad] = await web.serve(`zones=${world.zone}&test=1`);
    const candidate = ad?.candidates[0];
    expect((await web.ask(candidate?.impression ?? '')).status).toBe(204);
    expect((await web.ask(candidate?.click ?? '')).status).toBe(302);
    await serving.drain();
    expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(0);
    expect(
      await test_.db.selectFrom('request_hourly').selectAll().where('zone_id', '=', world.zoneId).execute(),
    ).toHaveLength(0);
  });

  test('a journal whose files are gone goes on behind its checkpoint; one of another database is refused', async () => {
    const own = await createTestDb();
    const place = await temporaryDir();
    const start = async (database: TestDb) => {
      const { db, connection } = database;
      const options = { db, connection, dataDir: place.dir, log: silentLog, tokenKeys, tagSource: '' };
      const started = createServing(options);
      await started.start();
      return { started, page: await listen(started.handle) };
    };
    const world = await makeWorld(own.db);
    /** One visit to a freshly started server; answers how many events are stored then. */
    const visitOnce = async () => {
      const { started, page } = await start(own);
      const [ad] = await page.serve(`zones=${publicId('zone', world.zoneId)}`);
      expect((await page.ask(ad?.candidates[0]?.impression ?? '')).status).toBe(204);
      await page.close();
      await started.stop();
      return (await storedEvents(own.db, world.campaignId)).length;
    };
    expect(await visitOnce()).toBe(1);
    expect(await visitOnce()).toBe(2);
    await rm(join(place.dir, 'journal'), { recursive: true });
    expect(await visitOnce()).toBe(3);

    const other = await createTestDb();
    const refusal = `The journal in ${join(place.dir, 'journal', 'n1')} belongs to another database: start with that database, or move the folder away.`;
    await expect(start(other)).rejects.toThrow(new ForeignJournal(refusal));
    // Also when nothing was written down of its owner, and as often as it is tried.
    await rm(join(place.dir, 'journal', 'n1', 'database-id'));
    for (let time = 0; time < 2; time += 1) await expect(start(other)).rejects.toThrow(refusal);
    // Its own database knows it, and writes itself down.
    expect(await visitOnce()).toBe(4);
    await expect(start(other)).rejects.toThrow(refusal);
    expect(await storedEvents(other.db, world.campaignId)).toEqual([]);
    await own.drop();
    await other.drop();
    await place.remove();
  });
});
