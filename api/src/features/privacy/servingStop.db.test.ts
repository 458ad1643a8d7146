import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import { makeAdvertiser, TEST_PASSWORD } from '../../testing';
import { createServing, type Serving } from '../serving';
import { insertCampaign, listen, makeWorld, storedEvents } from '../serving/testWorld';
import { openPrivacy, PRIVACY, type PrivacyWorld } from './testPrivacy';

let world: PrivacyWorld;
let serving: Serving;
let web: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  world = await openPrivacy();
  const { db, connection } = world.test;
  serving = createServing({
    db,
    connection,
    dataDir: world.dataDir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '"tag"',
  });
  await serving.start();
  web = await listen((req, res) => serving.handle(req, res));
});
afterAll(async () => {
  await web.close();
  await serving.stop();
  await world.close();
});

/** Campaigns of other tests do not compete. */
async function freshWorld() {
  const { db } = world.test;
  await db.updateTable('campaign').set({ state: 'paused' }).where('state', '=', 'approved').execute();
  const made = await makeWorld(db);
  const { password_hash } = await makeAdvertiser(db);
  for (const id of [made.advertiserId, made.publisherId])
    await db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
  await serving.refresh();
  return { ...made, zone: publicId('zone', made.zoneId) };
}

async function signedIn(userId: number) {
  const { email } = await world.test.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const client = await world.signedIn({ email, password: TEST_PASSWORD });
  return {
    stop: () => client.post(`${PRIVACY}/deletion`, { email, give_up_balance: true }),
    goOn: () => client.delete(`${PRIVACY}/deletion`),
  };
}

const adOn = async (zone: string) => (await web.serve(`zones=${zone}`))[0];

/** The index follows a change by itself; nobody asks it to. */
async function untilServed(zone: string, isServed: boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    if ((await adOn(zone))?.candidates.length === (isServed ? 1 : 0)) return;
    await pause(50);
  }
  throw new Error(`The zone is ${isServed ? 'not ' : ''}served`);
}

it('an advertiser who goes is served no more, and as before when it stays', async () => {
  const { db } = world.test;
  const { zone, advertiserId, campaignId } = await freshWorld();
  const paused = await insertCampaign(db, advertiserId);
  await db.updateTable('campaign').set({ state: 'paused' }).where('id', '=', paused.campaignId).execute();
  await untilServed(zone, true);
  const shown = (await adOn(zone))?.candidates[0];
  const person = await signedIn(advertiserId);
  await person.stop();
  await untilServed(zone, false);
  // Who saw the ad before may still follow it, and it is counted.
  expect((await web.ask(shown?.impression ?? '', { method: 'POST' })).status).toBe(204);
  expect((await web.ask(shown?.click ?? '')).status).toBe(302);
  await serving.drain();
  expect(await storedEvents(db, campaignId)).toMatchObject([{ kind: 1 }, { kind: 3 }]);

  await person.goOn();
  await untilServed(zone, true);
  expect((await adOn(zone))?.candidates.map(({ campaign }) => campaign)).toEqual([
    publicId('campaign', campaignId),
  ]);
});

it('the zones of a publisher who goes are not filled, and are again when it stays', async () => {
  const { zone, publisherId } = await freshWorld();
  const person = await signedIn(publisherId);
  await person.stop();
  await untilServed(zone, false);
  expect((await adOn(zone))?.reason).toBe('zone-paused');
  await person.goOn();
  await untilServed(zone, true);
});

it('what was deleted is served no more', async () => {
  const { db } = world.test;
  const { zone, advertiserId } = await freshWorld();
  await (await signedIn(advertiserId)).stop();
  await db
    .updateTable('app_user')
    .set({ deletes_at: new Date(world.clock.nowMs() - 1) })
    .where('id', '=', advertiserId)
    .execute();
  await world.privacy.service.sweep();
  await serving.refresh();
  expect((await adOn(zone))?.candidates).toEqual([]);
});
