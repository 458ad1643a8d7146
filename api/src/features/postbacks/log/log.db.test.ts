import type { ConversionGoal, PostbackLog } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/db';
import { TooManyRequestsError } from '../../../platform/errors';
import { type TestClient, until } from '../../../testing';
import { type ConversionWorld, openConversions, type Place } from '../../conversions/testConversions';
import { openPostbacks, type PostbackParts } from '../testPostbacks';

let world: ConversionWorld & PostbackParts;
let place: Place;
let owner: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  world = await openPostbacks(openConversions);
});
afterAll(() => world.close());
beforeEach(async () => {
  place = await world.place();
  owner = world.app.client();
  await owner.signIn(place.advertiser);
  stranger = world.app.client();
});

const makeGoal = async (fields: object = {}) =>
  (await owner.post<ConversionGoal>('/api/conversion-goals', { name: 'Sale', ...fields })).body.id;
const report = (fields: Record<string, string>) =>
  stranger.get<{ status?: string; code?: string }>(`/postback?${new URLSearchParams(fields)}`);
async function log(query = '') {
  await world.postbacks.flush();
  return (await owner.get<PostbackLog>(`/api/postbacks/log${query}`)).body;
}
const linesOf = async (ownerId: number) =>
  (
    await sql<{ text: string }>`SELECT l::text AS text FROM postback_log l
      WHERE advertiser_id = ${ownerId}`.execute(world.test.db)
  ).rows.map(({ text }) => text);

describe('where a report came from', () => {
  it('is kept nowhere; that the allow-list refused it is', async () => {
    const goal = await makeGoal({ allowed_addresses: ['203.0.113.0/24'] });
    const from = async (address: string) => {
      stranger.setHeader('X-Forwarded-For', address);
      // A tracker sends along where its visitor is.
      return report({ goal, click_id: await world.click(place), ip: address });
    };
    expect((await from('203.0.113.77')).status).toBe(200);
    expect((await from('198.51.100.9')).body.code).toBe('ADDRESS_NOT_ALLOWED');
    const { entries } = await log(`?goal=${goal}`);
    expect(entries.map(({ code, address }) => [code, address])).toEqual([
      ['ADDRESS_NOT_ALLOWED', null],
      [null, null],
    ]);
    expect(entries[0]?.request).toContain('ip=…');
    for (const text of await linesOf(place.advertiser.id)) expect(text).not.toMatch(/203\.0\.113|198\.51/);
  });
});

it('has the pixels that were refused, too', async () => {
  const goal = await makeGoal({ pixel: false });
  await stranger.get(`/pixel/${goal}.gif?click_id=${await world.click(place)}`);
  const { entries } = await log(`?goal=${goal}`);
  expect(entries).toMatchObject([{ source: 'pixel', status: 403, code: 'PIXEL_OFF', verdict: null }]);
});

it('whoever is refused again and again does not push the others out', async () => {
  const goal = await makeGoal();
  for (let at = 0; at < 70; at += 1) await report({ goal, click_id: `wrong-${at}` });
  await report({ goal, click_id: await world.click(place) });
  await world.postbacks.flush();
  expect(await linesOf(place.advertiser.id)).toHaveLength(60 + 1);
  expect((await log('?outcome=counted')).entries).toHaveLength(1);
  world.clock.advance(60_000);
  await report({ goal, click_id: 'wrong-again' });
  await world.postbacks.flush();
  expect(await linesOf(place.advertiser.id)).toHaveLength(60 + 2);
});

describe('of an account that is deleted', () => {
  const erase = (id: number) =>
    inTransaction(world.test.db, async (trx) => {
      // As the deletion holds it.
      await sql`SELECT FROM app_user WHERE id = ${id} FOR UPDATE`.execute(trx);
      await world.postbacks.forget(trx, id);
      await sql`UPDATE app_user SET deleted_at = now(), status = 'suspended', password_hash = NULL
        WHERE id = ${id}`.execute(trx);
    });

  it('nothing is kept, neither what waits to be written nor what comes later', async () => {
    const { id } = place.advertiser;
    const goal = await makeGoal();
    await report({ goal, click_id: await world.click(place) });
    await world.postbacks.flush();
    expect(await linesOf(id)).toHaveLength(1);
    await report({ goal, click_id: 'waits' });
    await erase(id);
    await world.postbacks.flush();
    await report({ goal, click_id: 'later' });
    await world.postbacks.flush();
    expect(await linesOf(id)).toEqual([]);
  });

  it('nothing is kept of what is written at that very moment', async () => {
    const { id } = place.advertiser;
    const { db } = world.test;
    const goal = await makeGoal();
    const writing = await inTransaction(db, async (trx) => {
      await sql`SELECT FROM app_user WHERE id = ${id} FOR UPDATE`.execute(trx);
      await world.postbacks.forget(trx, id);
      world.postbacks.note({
        goal,
        receivedAt: world.clock.now(),
        source: 'postback',
        method: 'GET',
        request: 'goal=x',
        status: 200,
        code: null,
        answer: '',
        verdict: 'attributed',
        tookMs: 1,
      });
      const running = world.postbacks.flush();
      const waits = async () =>
        (
          await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
            db,
          )
        ).rows.length;
      await until(waits, (count) => count > 0, 'the log behind the account');
      await sql`UPDATE app_user SET deleted_at = now(), status = 'suspended', password_hash = NULL
        WHERE id = ${id}`.execute(trx);
      return { running };
    });
    await writing.running;
    expect(await linesOf(id)).toEqual([]);
  });
});

it('a goal is tried so often a minute, whoever asks', async () => {
  const goal = await makeGoal();
  const once = () => world.feature.testGoal(place.advertiser.id, goal, { status: 'approved' });
  for (let at = 0; at < 30; at += 1) expect((await once()).status).toBe(200);
  await expect(once()).rejects.toThrow(TooManyRequestsError);
});
