import { type AppWorld, fakeClock, makeAdvertiser, openApp, type TestClient } from '../../testing';
import { createSampleFeature } from '.';
import { type SampleAnswer, sampleAnswer } from './sample.contract';

const PATH = '/api/sample';
const clock = fakeClock('2026-11-21T12:00:00.000Z');
const created_at = new Date('2026-11-11T12:00:00.000Z');
let app: AppWorld;
let client: TestClient;

beforeAll(async () => {
  app = await openApp(({ db }) => createSampleFeature({ db, clock }));
  client = await app.clientOf(await makeAdvertiser(app.db, { created_at }));
});
afterAll(() => app.close());

it('answers since when the signed-in account is there', async () => {
  const { body } = await client.get(PATH);
  expect(sampleAnswer.parse(body)).toEqual({ since: created_at.toISOString(), days: 10 });
});

it.each([
  ['2026-11-14', 2],
  ['2026-11-01', 0],
])('answers the same as of %s', async (day, days) => {
  const { status, body } = await client.post<SampleAnswer>(PATH, { day });
  expect([status, body.days]).toEqual([200, days]);
});

it('refuses a body without a day, and names the field', async () => {
  const { status, body } = await client.post<{ errors: object }>(PATH, {});
  expect([status, Object.keys(body.errors)]).toEqual([422, ['day']]);
});

it('refuses a guest', async () => {
  expect((await app.client().get(PATH)).status).toBe(401);
});
