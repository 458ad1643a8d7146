import { type CampaignImportPreview, type ErrorBody, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { lockOwner, type Trx } from '../../../platform/db';
import {
  type AppWorld,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  type TestClient,
} from '../../../testing';
import { guardOf, openCampaigns } from '../testCampaigns';

/** What becomes of calls while another transaction holds what they need. */

let app: AppWorld;
let user: MadeUser;
let client: TestClient;
beforeAll(async () => {
  app = await openCampaigns();
  user = await makeAdvertiser(app.db);
  client = app.client();
  await client.signIn(user);
});
afterAll(() => app.close());

const FILE = 'name,pricing,bid,daily_budget,landing_url\nTents,CPM,2.50,50,https://example.test/tents';
const preview = async (by: TestClient) =>
  by.request<CampaignImportPreview & ErrorBody>('/api/campaigns/import/preview', {
    method: 'POST',
    headers: { ...(await guardOf(by)), 'Content-Type': 'text/csv' },
    body: FILE,
  });
const whileHeld = <T>(hold: (trx: Trx) => Promise<unknown>, work: () => Promise<T>) =>
  app.db.transaction().execute(async (trx) => {
    await hold(trx);
    return work();
  });

it.each([
  ['de', 'Eine andere Änderung dieses Kontos läuft gerade. Versuchen Sie es gleich noch einmal'],
  ['en', 'Another change of this account is under way. Try again in a moment'],
])(
  '%s: a change of campaigns that are held is refused with a time to come again',
  async (locale, message) => {
    const { id } = await makeCampaign(app.db, { advertiser_id: user.id });
    client.setHeader('Accept-Language', locale);
    const body = { ids: [publicId('campaign', id)], change: { set_micros: 60_000_000 } };
    const answer = await whileHeld(
      (trx) => sql`SELECT FROM campaign WHERE id = ${id} FOR UPDATE`.execute(trx),
      () => client.post<ErrorBody>('/api/campaigns/budgets', body),
    );
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([503, 'BUSY', message]);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect((await client.post('/api/campaigns/budgets', body)).status).toBe(200);
  },
);

it('an import gives its turn on instead of waiting for its own account', async () => {
  const other = app.client();
  await other.signIn(await makeAdvertiser(app.db));
  const [own, others] = await whileHeld(
    (trx) => lockOwner(trx, user.id),
    () => Promise.all([preview(client), preview(other)]),
  );
  expect([own.status, own.body.code, others.status]).toEqual([503, 'BUSY', 200]);
});
