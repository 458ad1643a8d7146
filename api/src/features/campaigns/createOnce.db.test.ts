import type { Campaign, CampaignList } from '@ezdash/contracts';
import { type AppWorld, makeAdvertiser, type TestClient } from '../../testing';
import { guardOf, openCampaigns } from './testCampaigns';

const RANGE = '?from=2026-11-20&to=2026-11-21';
let app: AppWorld;
let client: TestClient;

beforeAll(async () => {
  app = await openCampaigns();
  client = await app.clientOf(await makeAdvertiser(app.db));
});
afterAll(() => app.close());

const FORM = {
  name: 'Winter shells',
  pricing: 'CPM',
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://halden.example/shells',
  starts_at: null,
  ends_at: null,
  targeting: {},
  frequency_cap: null,
  creatives: [],
  submit: false,
};

test('sent twice under one key, at once or later, it is one campaign; another one under it is refused', async () => {
  const guard = await guardOf(client);
  const send = (body: object, key = 'wizard-1') =>
    client.request<Campaign>('/api/campaigns', {
      method: 'POST',
      headers: { ...guard, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });
  const [one, other] = await Promise.all([send(FORM), send(FORM)]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(other.body.id).toBe(one.body.id);
  expect((await send(FORM)).body.id).toBe(one.body.id);
  const { body } = await client.get<CampaignList>(`/api/campaigns${RANGE}`);
  expect(body.campaigns).toHaveLength(1);
  expect((await send({ ...FORM, name: 'Another' })).status).toBe(409);
  // What was refused has made nothing: put right it goes through under the same key.
  expect((await send({ ...FORM, name: '' }, 'wizard-2')).status).toBe(422);
  expect((await send({ ...FORM, name: 'Another' }, 'wizard-2')).status).toBe(201);
});
