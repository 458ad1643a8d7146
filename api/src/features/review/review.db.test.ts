import {
  type Campaign,
  type ErrorBody,
  publicId,
  type ReviewLanding,
  type ReviewQueue,
  reviewQueue,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { createPreviewService } from '../creatives/previews.service';
import { createReviewFeature } from '.';

const clock = fakeClock('2026-11-21T14:02:00.000Z');
const addresses = testAddresses(clock.now);
/** Looks at landing pages, in place of the network: at none. */
const checkLookedAt = jest.fn<Promise<boolean>, [number]>(async () => false);
let test_: TestDb;
let app: TestApp;
let advertiser: MadeUser;
let mara: TestClient;
let tomas: TestClient;

beforeAll(async () => {
  test_ = await createTestDb();
  const previews = createPreviewService({ db: test_.db, addresses });
  const landing = { checkLookedAt };
  app = await buildApp({
    test: test_,
    mounts: createReviewFeature({ db: test_.db, clock, previews, landing }).mounts,
  });
  advertiser = await makeAdvertiser(test_.db, { company_name: 'Velo Nord AB', account_type_id: 2 });
  mara = app.client();
  await mara.signIn(await makeAdmin(test_.db, { first_name: 'Mara', last_name: 'Okafor' }));
  tomas = app.client();
  await tomas.signIn(await makeAdmin(test_.db, { first_name: 'Tomas', last_name: 'Berg' }));
});
afterAll(async () => {
  await app.close();
  await test_.drop();
});

async function submitted(at: string): Promise<string> {
  const campaign = await makeCampaign(test_.db, {
    advertiser_id: advertiser.id,
    state: 'in_review',
    submitted_at: at,
  });
  await makeCreative(test_.db, { campaign_id: campaign.id, state: 'in_review' });
  return publicId('campaign', campaign.id);
}
const APPROVE = { decision: 'approve', reasons: [], message: '' };
const path = (id: string, query = '') => `/api/operator/reviews/${id}${query}`;
const decide = (by: TestClient, id: string, body: object = APPROVE) =>
  by.post<Campaign & ErrorBody>(path(id), body);

test('a reviewer opens what nobody else may load yet, pictures of native ads too', async () => {
  const owner = await makeAdvertiser(test_.db);
  const campaign = await makeCampaign(test_.db, {
    advertiser_id: owner.id,
    state: 'in_review',
    submitted_at: '2026-11-21T11:00:00Z',
  });
  const picture = await makeAsset(test_.db, { owner_id: owner.id, format: 'picture' });
  const image = {
    asset_id: publicId('asset', picture.id),
    url: `/creatives/${picture.sha256}.png`,
    width: 300,
    height: 250,
  };
  const words = {
    title: 'A',
    body: '',
    call_to_action: '',
    sponsored_by: 'B',
    icon: null,
    click_chain: null,
  };
  const native = await makeAsset(test_.db, {
    owner_id: owner.id,
    format: 'native',
    content_type: 'application/json',
    width: 0,
    height: 0,
    parts: JSON.stringify({ ...words, image }),
  });
  const banner = await makeAsset(test_.db, { owner_id: owner.id });
  for (const { id } of [banner, native])
    await makeCreative(test_.db, { campaign_id: campaign.id, asset_id: id, state: 'in_review' });
  const { body } = await mara.get<ReviewQueue>('/api/operator/reviews');
  const shown = body.reviews[0]?.campaign.creatives.map(({ image: asset }) => asset) ?? [];
  const opened = (address = '') => addresses.parsePath(new URL(address).pathname);
  expect(opened(shown[0]?.url)).toEqual({ file: `${banner.sha256}.png`, signature: 'review' });
  const drawn = shown[1]?.format === 'native' ? shown[1] : null;
  expect([drawn?.url, drawn?.parts.icon]).toEqual(['', null]);
  expect(opened(drawn?.parts.image?.url)).toEqual({ file: `${picture.sha256}.png`, signature: 'review' });
  const { body: decided } = await decide(mara, publicId('campaign', campaign.id));
  expect(opened(decided.creatives[0]?.image.url)?.signature).toBe('review');
});

test('the oldest waits first; the queue knows the advertiser', async () => {
  const later = await submitted('2026-11-21T13:00:00Z');
  const sooner = await submitted('2026-11-21T12:00:00Z');
  const { body } = await mara.get<ReviewQueue>('/api/operator/reviews');
  expect(reviewQueue.parse(body)).toEqual(body);
  expect(body.reviews.map((review) => review.campaign.id)).toEqual([sooner, later]);
  expect(body.reviews[0]).toMatchObject({
    submitted_at: '2026-11-21T12:00:00.000Z',
    advertiser: { name: 'Velo Nord AB', account_type: 'Premium', approved: 0, decided: 0 },
    campaign: { state: 'inReview', creatives: [{ state: 'inReview' }] },
  });
  expect(body.decided_today).toBe(1);
  await decide(mara, sooner);
  await decide(mara, later, { decision: 'reject', reasons: ['quality'], message: '' });
  const third = await submitted('2026-11-21T13:30:00Z');
  const after = await mara.get<ReviewQueue>('/api/operator/reviews');
  expect(after.body).toMatchObject({
    decided_today: 3,
    reviews: [{ advertiser: { approved: 1, decided: 2 } }],
  });
  expect((await tomas.get<ReviewQueue>('/api/operator/reviews')).body.decided_today).toBe(0);
  await decide(mara, third);
});

test('the desk has the landing page checked, and reads what was found', async () => {
  const id = await submitted('2026-11-21T13:30:00Z');
  const check = (of: string) => mara.post<ReviewLanding & ErrorBody>(`${path(of)}/landing-check`, {});
  expect((await check('c_nothing')).status).toBe(404);
  expect((await check(id)).status).toBe(404);
  checkLookedAt.mockImplementationOnce(async (row) => {
    await sql`
      INSERT INTO landing_check (campaign_id, url, outcome, hops, took_ms, checked_at, failures, failing_since, next_at)
      SELECT id, landing_url, 'name-unknown', 0, 31, ${clock.now()}, 1, ${clock.now()}, ${clock.now()}
      FROM campaign WHERE id = ${row}`.execute(test_.db);
    return true;
  });
  expect((await check(id)).body.landing).toMatchObject({ outcome: 'name-unknown', status: null });
  await decide(mara, id);
});

test('the queue says what was found at the landing page, of the address that the campaign has now', async () => {
  const id = await submitted('2026-11-21T13:00:00Z');
  const row = rowId('campaign', id) ?? 0;
  const found = async () => {
    const { body } = await mara.get<ReviewQueue>('/api/operator/reviews');
    expect(reviewQueue.parse(body)).toEqual(body);
    return body.reviews.find(({ campaign }) => campaign.id === id)?.landing;
  };
  expect(await found()).toBeNull();
  await sql`
    INSERT INTO landing_check (campaign_id, url, outcome, status, hops, took_ms, checked_at, failures, failing_since, next_at)
    SELECT id, landing_url, 'status', 404, 0, 31, ${clock.now()}, 1, ${clock.now()}, ${clock.now()}
    FROM campaign WHERE id = ${row}`.execute(test_.db);
  expect(await found()).toMatchObject({ outcome: 'status', status: 404, took_ms: 31 });
  await test_.db
    .updateTable('campaign')
    .set({ landing_url: 'https://example.test/other' })
    .where('id', '=', row)
    .execute();
  expect(await found()).toBeNull();
  await decide(mara, id);
});

const approvedLanding = async (id: number) => {
  const row = await test_.db.selectFrom('campaign').select('approved_landing_url').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).approved_landing_url;
};

test('clicks lead to what was approved: not to what came later, and nowhere after a rejection', async () => {
  const { id } = await makeCampaign(test_.db, { advertiser_id: advertiser.id, state: 'draft' });
  const set = (change: { state?: 'in_review' | 'paused' | 'approved'; landing_url?: string }) =>
    test_.db.updateTable('campaign').set(change).where('id', '=', id).execute();
  await set({ state: 'in_review' });
  expect(await approvedLanding(id)).toBeNull();
  await decide(mara, publicId('campaign', id));
  expect(await approvedLanding(id)).toBe('https://example.test/landing');
  await set({ landing_url: 'https://example.test/other' });
  await set({ state: 'paused' });
  await set({ state: 'approved' });
  expect(await approvedLanding(id)).toBe('https://example.test/landing');
  await set({ state: 'in_review' });
  await decide(mara, publicId('campaign', id));
  expect(await approvedLanding(id)).toBe('https://example.test/other');
  await set({ state: 'in_review' });
  await decide(mara, publicId('campaign', id), { decision: 'reject', reasons: ['rights'], message: '' });
  expect(await approvedLanding(id)).toBeNull();
});

test('approved: the campaign runs with its creatives', async () => {
  const { status, body } = await decide(mara, await submitted('2026-11-21T13:00:00Z'));
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'running', state_reason: null, creatives: [{ state: 'approved' }] });
});

test('rejected: the advertiser reads the words; the creatives keep the reasons', async () => {
  const decision = {
    decision: 'reject',
    reasons: ['misleading', 'quality'],
    message: 'Show the delivery terms',
  };
  const { body } = await decide(mara, await submitted('2026-11-21T13:00:00Z'), decision);
  expect(body).toMatchObject({
    state: 'rejected',
    state_reason: 'Show the delivery terms',
    creatives: [{ state: 'rejected', state_reason: 'misleading,quality' }],
  });
  const kept = await test_.db
    .selectFrom('creative')
    .select('state_reason')
    .where('state', '=', 'rejected')
    .execute();
  expect(kept).toContainEqual({ state_reason: 'misleading,quality' });
  const short = await decide(mara, await submitted('2026-11-21T13:00:00Z'), { ...decision, message: ' ' });
  expect(short.body.state_reason).toBe('misleading,quality');
  const why = await decide(mara, await submitted('2026-11-21T13:00:00Z'), { ...decision, reasons: [] });
  expect(why).toMatchObject({ status: 422, body: { errors: { reasons: ['To reject, say why'] } } });
});

test('decided twice: the second learns who was faster', async () => {
  const id = await submitted('2026-11-21T13:00:00Z');
  await decide(mara, id);
  const { status, body } = await decide(tomas, id, { decision: 'reject', reasons: ['rights'], message: '' });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'ALREADY_DECIDED',
    message: 'Mara Okafor approved this campaign at 2026-11-21 14:02 UTC',
  });
});

test('two at once: one wins, ten times', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await submitted('2026-11-21T13:00:00Z');
    const answers = await Promise.all([
      decide(mara, id),
      decide(tomas, id, { decision: 'reject', reasons: ['rights'], message: '' }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const winner = answers.find((answer) => answer.status === 200);
    const state = winner?.body.state;
    expect(winner?.body.creatives).toEqual([
      expect.objectContaining({ state: state === 'rejected' ? 'rejected' : 'approved' }),
    ]);
  }
});

test('a decision holds for what the reviewer has seen', async () => {
  const id = await submitted('2026-11-21T13:00:00Z');
  const stale = await mara.post<ErrorBody>(path(id, '?submitted_at=2026-11-21T12:59:00Z'), APPROVE);
  expect(stale).toMatchObject({ status: 409, body: { code: 'CHANGED' } });
  expect((await mara.post(path(id, '?submitted_at=2026-11-21T13:00:00.000Z'), APPROVE)).status).toBe(200);
});

test('what is not there or not in review is not decided', async () => {
  expect((await decide(mara, 'c_nothing')).status).toBe(404);
  expect((await decide(mara, publicId('campaign', 999_999))).status).toBe(404);
  const draft = await makeCampaign(test_.db, { advertiser_id: advertiser.id, state: 'draft' });
  expect((await decide(mara, publicId('campaign', draft.id))).status).toBe(404);
  const paused = await makeCampaign(test_.db, { advertiser_id: advertiser.id, state: 'paused' });
  expect(await decide(mara, publicId('campaign', paused.id))).toMatchObject({
    status: 409,
    body: { code: 'NOT_IN_REVIEW' },
  });
});

describe('creative by creative', () => {
  /** A campaign with two creatives in review, and their ids. */
  async function two(): Promise<{ id: string; wide: string; tall: string }> {
    const id = await submitted('2026-11-21T13:00:00Z');
    const campaignId = rowId('campaign', id) ?? 0;
    await makeCreative(test_.db, { campaign_id: campaignId, state: 'in_review' });
    const rows = await test_.db
      .selectFrom('creative')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .orderBy('id')
      .execute();
    const [wide = '', tall = ''] = rows.map((row) => publicId('creative', row.id));
    return { id, wide, tall };
  }
  const rejection = (id: string, message = 'The text cannot be read') => ({
    id,
    reasons: ['quality'],
    message,
  });

  test('an approved campaign runs without the one that is rejected; the reason stands there alone', async () => {
    const { id, wide, tall } = await two();
    const { status, body } = await decide(mara, id, { ...APPROVE, creatives: [rejection(tall)] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'running',
      creatives: [
        { id: wide, state: 'approved', state_reason: null, review_note: null },
        { id: tall, state: 'rejected', state_reason: 'quality', review_note: 'The text cannot be read' },
      ],
    });
  });

  test('a rejected campaign keeps what was good about it', async () => {
    const { id, wide, tall } = await two();
    const decision = { decision: 'reject', reasons: ['landing-page'], message: '' };
    const { body } = await decide(mara, id, { ...decision, creatives: [rejection(wide, '')] });
    expect(body).toMatchObject({
      state: 'rejected',
      state_reason: 'landing-page',
      creatives: [
        { id: wide, state: 'rejected', state_reason: 'quality', review_note: null },
        { id: tall, state: 'approved', state_reason: null },
      ],
    });
  });

  test('what is not in the campaign, has no reason or is all there is, is refused and decides nothing', async () => {
    const { id, wide, tall } = await two();
    const other = await two();
    for (const creatives of [
      [rejection(other.wide)],
      [rejection('cr_nothing')],
      [{ ...rejection(wide), reasons: [] }],
      [rejection(wide), rejection(tall)],
    ])
      expect((await decide(mara, id, { ...APPROVE, creatives })).status).toBe(422);
    const { body } = await decide(mara, id);
    expect(body).toMatchObject({
      state: 'running',
      creatives: [{ state: 'approved' }, { state: 'approved' }],
    });
    await decide(mara, other.id);
  });

  const bundle = async (id: string, parts: object) => {
    const asset = await makeAsset(test_.db, {
      owner_id: advertiser.id,
      format: 'html5',
      content_type: 'application/zip',
      parts: JSON.stringify({ files: 3, click_chain: null, ...parts }),
    });
    const creative = await makeCreative(test_.db, {
      campaign_id: rowId('campaign', id) ?? 0,
      asset_id: asset.id,
      state: 'in_review',
    });
    return publicId('creative', creative.id);
  };

  test('an HTML5 creative is approved once its click was seen, by the gate or by the reviewer', async () => {
    const { id } = await two();
    await bundle(id, { click: { by: 'gate', at: '2026-11-21T13:00:00.000Z', x: 1, y: 2 } });
    const unseen = await bundle(id, {});
    const refused = await decide(mara, id);
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.creatives).toEqual([expect.stringMatching(/in its preview/)]);
    const { status, body } = await decide(mara, id, { ...APPROVE, clicked: [unseen] });
    expect(status).toBe(200);
    expect(body.creatives.find((creative) => creative.id === unseen)?.image.parts).toMatchObject({
      click: { by: 'reviewer', at: clock.now().toISOString() },
    });
  });

  test('one that is rejected by itself, or with its campaign, needs no click', async () => {
    const { id } = await two();
    const unseen = await bundle(id, {});
    expect((await decide(mara, id, { ...APPROVE, creatives: [rejection(unseen)] })).status).toBe(200);
    const other = await two();
    await bundle(other.id, {});
    const reject = { decision: 'reject', reasons: ['quality'], message: '' };
    expect((await decide(mara, other.id, reject)).status).toBe(200);
  });

  /** The owner gives one creative other words; the campaign goes back to review with it. */
  async function sentBack(id: string, changed: string) {
    const set = { state: 'in_review' } as const;
    await test_.db
      .updateTable('campaign')
      .set(set)
      .where('id', '=', rowId('campaign', id) ?? 0)
      .execute();
    await test_.db
      .updateTable('creative')
      .set(set)
      .where('id', '=', rowId('creative', changed) ?? 0)
      .execute();
  }

  test.each([
    ['approved', APPROVE],
    ['rejected', { decision: 'reject', reasons: ['rights'], message: '' }],
  ])('one that was rejected before stays as it was when its campaign is %s', async (state, decision) => {
    const { id, wide, tall } = await two();
    await decide(mara, id, { ...APPROVE, creatives: [rejection(tall)] });
    await sentBack(id, wide);
    const { status, body } = await decide(mara, id, decision);
    expect(status).toBe(200);
    expect(body.creatives).toMatchObject([
      { id: wide, state },
      { id: tall, state: 'rejected', state_reason: 'quality', review_note: 'The text cannot be read' },
    ]);
  });

  test('with the last one rejected, too, nothing is left to approve', async () => {
    const { id, wide, tall } = await two();
    await decide(mara, id, { ...APPROVE, creatives: [rejection(tall)] });
    await sentBack(id, wide);
    const all = await decide(mara, id, { ...APPROVE, creatives: [rejection(wide)] });
    expect(all).toMatchObject({
      status: 422,
      body: { errors: { creatives: ['All creatives are rejected: reject the campaign'] } },
    });
    await test_.db
      .updateTable('creative')
      .set({ state: 'archived' })
      .where('id', '=', rowId('creative', wide) ?? 0)
      .execute();
    expect((await decide(mara, id)).status).toBe(422);
    expect((await decide(mara, id, { ...APPROVE, decision: 'reject', reasons: ['quality'] })).status).toBe(
      200,
    );
  });

  test('one that was rejected before may be rejected with other words', async () => {
    const { id, wide, tall } = await two();
    await decide(mara, id, { ...APPROVE, creatives: [rejection(tall)] });
    await sentBack(id, wide);
    const { body } = await decide(tomas, id, { ...APPROVE, creatives: [rejection(tall, 'Still so')] });
    expect(body.creatives).toMatchObject([
      { id: wide, state: 'approved' },
      { id: tall, state: 'rejected', review_note: 'Still so' },
    ]);
  });
});

test('the queue shows the oldest hundred and says how many wait in all', async () => {
  const before = (await mara.get<ReviewQueue>('/api/operator/reviews')).body;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO campaign (advertiser_id, name, state, submitted_at, landing_url, category, pricing, bid_micros,
      daily_budget_micros)
    SELECT advertiser_id, name || number, 'in_review', timestamptz '2026-11-20T00:00:00Z' + number * interval '1 minute',
      landing_url, category, pricing, bid_micros, daily_budget_micros
    FROM generate_series(1, 103) number, (SELECT * FROM campaign ORDER BY id LIMIT 1) pattern
    RETURNING id`.execute(test_.db);
  const { body } = await mara.get<ReviewQueue>('/api/operator/reviews');
  expect(body.reviews.map(({ campaign }) => campaign.id)).toEqual(
    rows.slice(0, 100).map(({ id }) => publicId('campaign', id)),
  );
  expect(body.waiting).toBe((before.waiting ?? 0) + 103);
  expect(body.waiting_creatives).toBe(
    before.reviews.reduce((sum, { campaign }) => sum + campaign.creatives.length, 0),
  );
});
