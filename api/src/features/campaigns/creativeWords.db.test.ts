import { type Campaign, publicId } from '@ezdash/contracts';
import { createTestDb, fakeClock, makeAdvertiser, makeAsset, makeCampaign, type TestDb } from '../../testing';
import { singleDay } from '../figures';
import { createCampaignsFeature } from '.';

const clock = fakeClock('2026-11-21T12:00:00.000Z');
let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

/** A campaign with one creative, both in the same state, and a way to change the creative's words. */
async function makeShown(state: 'approved' | 'in_review' | 'paused' | 'rejected') {
  const { db } = test_;
  const { campaigns } = createCampaignsFeature({ db, clock });
  const advertiser = await makeAdvertiser(db);
  const { id } = await makeCampaign(db, { advertiser_id: advertiser.id, state, submitted_at: clock.now() });
  const asset = await makeAsset(db, { owner_id: advertiser.id });
  const image = { asset_id: publicId('asset', asset.id), name: 'Shells', alt: 'A jacket' };
  await db
    .insertInto('creative')
    .values({
      campaign_id: id,
      asset_id: asset.id,
      name: image.name,
      alt: image.alt,
      state: state === 'paused' ? 'approved' : state,
    })
    .execute();
  const change = (words: Partial<typeof image>): Promise<Campaign> =>
    campaigns.update(
      advertiser.id,
      publicId('campaign', id),
      { creatives: [{ ...image, ...words }] },
      singleDay(clock.now()),
    );
  const submittedAt = async () => {
    const row = await db
      .selectFrom('campaign')
      .select('submitted_at')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.submitted_at?.toISOString();
  };
  return { change, submittedAt };
}

test.each([{ alt: 'A blue jacket' }, { name: 'Hardshells' }])(
  'new words of an approved image are looked at, as the image was: %j',
  async (words) => {
    const { change, submittedAt } = await makeShown('approved');
    clock.advance(60_000);
    expect(await change({})).toMatchObject({ state: 'running', creatives: [{ state: 'approved' }] });
    expect(await change(words)).toMatchObject({
      state: 'inReview',
      creatives: [{ ...words, state: 'inReview' }],
    });
    expect(await submittedAt()).toBe(clock.now().toISOString());
  },
);

test('words changed under review start its waiting time anew', async () => {
  const { change, submittedAt } = await makeShown('in_review');
  clock.advance(60_000);
  expect((await change({ alt: 'A blue jacket' })).state).toBe('inReview');
  expect(await submittedAt()).toBe(clock.now().toISOString());
});

test('a paused campaign stays paused and a rejected one rejected; what was reworded waits to be judged anew', async () => {
  const paused = await makeShown('paused');
  expect(await paused.change({ alt: 'A blue jacket' })).toMatchObject({
    state: 'pausedByUser',
    creatives: [{ state: 'inReview' }],
  });
  const rejected = await makeShown('rejected');
  expect(await rejected.change({ alt: 'A blue jacket' })).toMatchObject({
    state: 'rejected',
    creatives: [{ state: 'inReview' }],
  });
});
