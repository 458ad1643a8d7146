import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { createClient } from '../../platform/db';
import { openServing, type TestServing } from './testServing';
import { insertCampaign, makeWorld, type World } from './testWorld';

let opened: TestServing;
let world: World;
let other: Client;

beforeAll(async () => {
  opened = await openServing(async (test) => {
    world = await makeWorld(test.db);
  });
  other = createClient(opened.test.ownerConnection, { applicationName: 'blocker' });
  await other.connect();
  // The first reading behind the start is the listener's.
  await until(
    () => opened.serving.stats().keeper.listening && opened.serving.stats().keeper.refreshes >= 2,
    true,
  );
});
afterAll(async () => {
  await other.end();
  await opened.close();
});

async function until(answer: () => unknown, wanted: unknown): Promise<void> {
  for (let tries = 0; tries < 200 && (await answer()) !== wanted; tries += 1) await pause(25);
  expect(await answer()).toBe(wanted);
}
/** The campaign that is shown, or why none is. */
async function ask(): Promise<string | undefined> {
  const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}&test=1`);
  return ad?.candidates[0]?.campaign ?? ad?.reason;
}
const campaign = () => publicId('campaign', world.campaignId);
const setState = (id: number, state: string) =>
  sql`UPDATE campaign SET state = ${state} WHERE id = ${id}`.execute(opened.test.db);
const setFloor = (micros: number) =>
  sql`UPDATE zone SET floor_micros = ${micros} WHERE id = ${world.zoneId}`.execute(opened.test.db);
const setStatus = (id: number, status: string) =>
  sql`UPDATE app_user SET status = ${status} WHERE id = ${id}`.execute(opened.test.db);

/**
 * A reading of everything that has seen the campaigns as they are now and waits for a table: `end` lets it go on and
 * ends when the index it makes is in use.
 */
async function holdReading(table: 'zone' | 'creative_asset'): Promise<{ end: () => Promise<void> }> {
  await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const { refreshes } = opened.serving.stats().keeper;
  const reading = opened.serving.refresh();
  const waiting = async () => {
    const { rows } =
      await sql`SELECT 1 FROM pg_locks WHERE relation = ${table}::regclass AND NOT granted`.execute(
        opened.test.db,
      );
    return rows.length;
  };
  await until(waiting, 1);
  expect(opened.serving.stats().keeper.refreshes).toBe(refreshes);
  return {
    end: async () => {
      expect(opened.serving.stats().keeper.refreshes).toBe(refreshes);
      await other.query('ROLLBACK');
      await reading;
    },
  };
}

test('a pause is seen while everything is read, and an index read before it does not undo it', async () => {
  expect(await ask()).toBe(campaign());
  const held = await holdReading('zone');
  try {
    await setState(world.campaignId, 'paused');
    await until(ask, 'no-campaign');
  } finally {
    await held.end();
  }
  expect(await ask()).toBe('no-campaign');
  await setState(world.campaignId, 'approved');
  await until(ask, campaign());
});

test('so are a new campaign with its money and a later change of it', async () => {
  const held = await holdReading('zone');
  let newer = 0;
  try {
    const { campaignId } = await insertCampaign(opened.test.db, world.advertiserId, { bidMicros: 9_000_000 });
    newer = campaignId;
    await until(ask, publicId('campaign', newer));
    await setState(newer, 'paused');
    await until(ask, campaign());
    await setState(newer, 'approved');
    await until(ask, publicId('campaign', newer));
  } finally {
    await held.end();
  }
  expect(await ask()).toBe(publicId('campaign', newer));
  await opened.serving.refresh();
  expect(await ask()).toBe(publicId('campaign', newer));
  await setState(newer, 'paused');
  await until(ask, campaign());
});

test('so is a change of a zone', async () => {
  const held = await holdReading('creative_asset');
  try {
    await setFloor(900_000_000);
    await until(ask, 'below-floor');
  } finally {
    await held.end();
  }
  expect(await ask()).toBe('below-floor');
  await setFloor(0);
  await until(ask, campaign());
});

/** What happens meanwhile reads everything so often. */
async function countReadings(work: () => Promise<void>): Promise<number> {
  const { refreshes } = opened.serving.stats().keeper;
  await work();
  // Notifications come in order: when this change is seen, those before it have been.
  await setFloor(900_000_000);
  await until(ask, 'below-floor');
  await setFloor(0);
  await until(ask, campaign());
  // One that was begun and has not ended stands before this one.
  await opened.serving.refresh();
  return opened.serving.stats().keeper.refreshes - refreshes - 1;
}

test('the confirmation of a sign-up reads nothing of others', async () => {
  const readings = await countReadings(async () => {
    const { id } = await opened.test.db
      .insertInto('app_user')
      .values({ email: 'new@example.test', role: 'advertiser', username: 'New', status: 'pending' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`UPDATE app_user SET status = 'active', verified = true WHERE id = ${id}`.execute(
      opened.test.db,
    );
  });
  expect(readings).toBe(0);
});

test('an account that is stopped takes its own campaigns and zones with it, and brings them back', async () => {
  const readings = await countReadings(async () => {
    await setStatus(world.advertiserId, 'suspended');
    await until(ask, 'no-campaign');
    await setStatus(world.advertiserId, 'active');
    await until(ask, campaign());
    await setStatus(world.publisherId, 'suspended');
    await until(ask, 'property-not-approved');
    await setStatus(world.publisherId, 'active');
    await until(ask, campaign());
  });
  expect(readings).toBe(0);
});

test('a property that waits for approval shows house ads alone, one that is rejected or put away none', async () => {
  const setProperty = (state: string) =>
    sql`UPDATE property SET state = ${state} WHERE id = (SELECT property_id FROM zone WHERE id = ${world.zoneId})`.execute(
      opened.test.db,
    );
  const setPriority = (priority: string) =>
    sql`UPDATE campaign SET priority = ${priority} WHERE id = ${world.campaignId}`.execute(opened.test.db);
  for (const state of ['pending', 'verified']) {
    await setProperty(state);
    await until(ask, 'property-not-approved');
    await setPriority('house');
    await until(ask, campaign());
    await setPriority('auction');
    await until(ask, 'property-not-approved');
  }
  await setPriority('house');
  for (const state of ['rejected', 'archived']) {
    await setProperty('pending');
    await until(ask, campaign());
    await setProperty(state);
    await until(ask, 'property-not-approved');
  }
  await setPriority('auction');
  await setProperty('approved');
  await until(ask, campaign());
});

test('what cannot be read at once is read again', async () => {
  await other.query('BEGIN; LOCK TABLE campaign_spend IN ACCESS EXCLUSIVE MODE');
  const { failures } = opened.serving.stats().keeper;
  await setState(world.campaignId, 'paused');
  await until(async () => {
    await sql`SELECT pg_cancel_backend(pid) FROM pg_locks WHERE relation = 'campaign_spend'::regclass AND NOT granted`.execute(
      opened.test.db,
    );
    return opened.serving.stats().keeper.failures > failures;
  }, true);
  await other.query('ROLLBACK');
  await until(ask, 'no-campaign');
  await setState(world.campaignId, 'approved');
  await until(ask, campaign());
});

test('a statement that changes many campaigns names them all', async () => {
  const readings = await countReadings(async () => {
    const ids: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      const { campaignId } = await insertCampaign(opened.test.db, world.advertiserId, {
        bidMicros: 1_000_000,
      });
      ids.push(campaignId);
    }
    const { engine } = opened.serving.parts();
    const inIndex = () =>
      ids.filter((id) => engine.snapshot.indexes.some((index) => index.positionOf(id) !== undefined)).length;
    await until(inIndex, ids.length);
    await sql`UPDATE campaign SET state = 'paused' WHERE id = ANY(${ids})`.execute(opened.test.db);
    await until(inIndex, 0);
  });
  expect(readings).toBe(0);
});

/** Campaigns that are not shown, in statements that are few enough to be named. */
async function insertMany(statements: number): Promise<void> {
  for (let statement = 0; statement < statements; statement += 1)
    await sql`INSERT INTO campaign (advertiser_id, name, pricing, bid_micros, daily_budget_micros, landing_url, state)
      SELECT ${world.advertiserId}, 'One of many', 'CPM', 1000000, 1000000, 'https://shop.example/', 'paused'
      FROM generate_series(1, 400)`.execute(opened.test.db);
}

test('of more changes than can be shown one by one what ends is in force at once, and stays so', async () => {
  await insertCampaign(opened.test.db, world.advertiserId, { bidMicros: 9_000_000 });
  await until(async () => (await ask()) !== campaign(), true);
  const held = await holdReading('zone');
  try {
    await insertMany(8);
    await setState(world.campaignId, 'paused');
    await setStatus(world.advertiserId, 'suspended');
    await until(ask, 'no-campaign');
  } finally {
    await held.end();
  }
  expect(await ask()).toBe('no-campaign');
  await setStatus(world.advertiserId, 'active');
  await sql`UPDATE campaign SET state = 'paused' WHERE bid_micros = 9000000`.execute(opened.test.db);
  await setState(world.campaignId, 'approved');
  await until(ask, campaign());
});

test('a thousand changes have everything read before its time, and are shown nevertheless', async () => {
  const { refreshes } = opened.serving.stats().keeper;
  const held = await holdReading('zone');
  try {
    await insertMany(3);
    await setState(world.campaignId, 'paused');
    await until(ask, 'no-campaign');
  } finally {
    await held.end();
  }
  expect(await ask()).toBe('no-campaign');
  await setState(world.campaignId, 'approved');
  await until(ask, campaign());
  await until(() => opened.serving.stats().keeper.refreshes >= refreshes + 2, true);
});

test('a zone is added, changed and gone while nothing else is read; its own code is told as it is now', async () => {
  const { engine } = opened.serving.parts();
  const insert = () =>
    sql<{
      id: number;
    }>`INSERT INTO zone (property_id, name, kind, width, height, floor_micros, fallback, passback_html)
      SELECT property_id, 'Other', 'banner', 300, 250, 0, 'collapse', '<b>one</b>' FROM zone WHERE id = ${world.zoneId}
      RETURNING id`.execute(opened.test.db);
  const readings = await countReadings(async () => {
    const { rows } = await insert();
    const id = rows[0]?.id ?? 0;
    const code = async () => {
      const answer = await opened.web.ask(`/passback/${publicId('zone', id)}`);
      return answer.status === 200 ? /<body>(.*)<\/body>/.exec(answer.text)?.[1] : answer.status;
    };
    await until(code, '<b>one</b>');
    expect(JSON.stringify([...engine.snapshot.zones.byId.values()])).not.toContain('<b>one</b>');
    await sql`UPDATE zone SET passback_html = '<b>two</b>' WHERE id = ${id}`.execute(opened.test.db);
    await until(code, '<b>two</b>');
    await sql`UPDATE zone SET passback_html = NULL WHERE id = ${id}`.execute(opened.test.db);
    await until(code, 404);
    await sql`DELETE FROM zone WHERE id = ${id}`.execute(opened.test.owner);
    await until(() => engine.snapshot.zones.byId.has(id), false);
  });
  expect(readings).toBe(0);
});
