import {
  campaignDraft,
  DRAFTS,
  type DraftList,
  type DraftSummary,
  type ErrorBody,
  type StoredCampaignDraft,
} from '@ezdash/contracts';
import { type AppWorld, makeAdvertiser, type TestClient } from '../../../testing';
import { openCampaigns } from '../testCampaigns';

const PATH = '/api/campaign-drafts';
let app: AppWorld;
let client: TestClient;

beforeAll(async () => {
  app = await openCampaigns();
});
afterAll(() => app.close());
beforeEach(async () => {
  client = await app.clientOf(await makeAdvertiser(app.db));
});

const input = (name = 'Winter', form: object = { name }) => ({ name, step: 'general', form });
const create = async () => (await client.post<DraftSummary>(PATH, input())).body;

test('a draft is there for its owner on every device, and gone when it is discarded', async () => {
  const { id } = await create();
  const { body } = await client.get<StoredCampaignDraft>(`${PATH}/${id}`);
  expect(campaignDraft.parse(body)).toEqual(body);
  expect(body).toMatchObject({ name: 'Winter', step: 'general', version: 1, form: { name: 'Winter' } });
  expect((await client.get<DraftList>(PATH)).body.drafts.map((draft) => draft.id)).toEqual([id]);
  expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
  expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
  expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
});

test('of two that save on top of the same version one is told, and nothing of the other is lost', async () => {
  const { id } = await create();
  const save = (version: number, name: string) =>
    client.put<ErrorBody & { version?: number }>(`${PATH}/${id}`, { ...input(name), version });
  const answers = await Promise.all([save(1, 'One'), save(1, 'Other')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'DRAFT_CHANGED', version: 2 });
  expect((await save(2, 'Taken over')).status).toBe(200);
  expect((await client.get<StoredCampaignDraft>(`${PATH}/${id}`)).body).toMatchObject({
    name: 'Taken over',
    version: 3,
  });
});

test('who throws away an older version than the one there is told, and the newer one stays', async () => {
  const { id } = await create();
  expect((await client.put(`${PATH}/${id}`, { ...input('Newer'), version: 1 })).status).toBe(200);
  const refused = await client.delete<ErrorBody & { version?: number }>(`${PATH}/${id}?version=1`);
  expect([refused.status, refused.body.code, refused.body.version]).toEqual([409, 'DRAFT_CHANGED', 2]);
  expect((await client.get<StoredCampaignDraft>(`${PATH}/${id}`)).body.name).toBe('Newer');
  expect((await client.delete(`${PATH}/${id}?version=2`)).status).toBe(204);
});

test('refuses what is too much, too many, or no draft', async () => {
  const long = input('Long', { text: 'x'.repeat(DRAFTS.mostFormLength) });
  expect((await client.post(PATH, long)).status).toBe(422);
  expect((await client.post(PATH, { ...input(), form: [] })).status).toBe(422);
  expect((await client.post(PATH, { ...input(), name: 'x'.repeat(161) })).status).toBe(422);
  expect((await client.put(`${PATH}/cd_zzzz9`, { ...input(), version: 1 })).status).toBe(404);
  for (let made = 0; made < DRAFTS.most; made++) await create();
  expect((await client.post<ErrorBody>(PATH, input())).body.code).toBe('TOO_MANY_DRAFTS');
});

test('a form holds what a database keeps, and nothing else', async () => {
  expect((await client.post(PATH, input('NUL', { note: 'a\u0000b' }))).status).toBe(422);
  expect((await client.post(PATH, input('Half', { note: '\ud800' }))).status).toBe(422);
  let deep: unknown = [];
  for (let level = 0; level < 30; level++) deep = [deep];
  expect((await client.post(PATH, input('Deep', { deep }))).status).toBe(422);
  expect(
    (await client.post(PATH, input('Escaped', { note: 'C:\\u0000', list: [1, null, 'é'] }))).status,
  ).toBe(201);
});

test('one whose answer was lost is not made twice, whatever was typed since', async () => {
  client.setHeader('Idempotency-Key', 'c4f6a1de-4be3-4a3b-8d0d-6a1f2b3c4d5e');
  const create = (name: string) => client.post<DraftSummary>(PATH, input(name));
  const [one, other] = await Promise.all([create('Wint'), create('Wint')]);
  const later = await create('Winter');
  expect([one.status, other.status, later.status]).toEqual([201, 201, 201]);
  expect(new Set([one, other, later].map(({ body }) => body.id)).size).toBe(1);
  // What was typed since is saved on top, as any change.
  expect(later.body).toMatchObject({ name: 'Wint', version: 1 });
  expect((await client.get<DraftList>(PATH)).body.drafts).toHaveLength(1);
  await client.delete(`${PATH}/${one.body.id}`);
  expect((await create('Winter')).status).toBe(404);
});
