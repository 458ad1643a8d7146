import { campaignSetQuery, publicId } from '@ezdash/contracts';
import { type AppWorld, fakeClock, makeAdvertiser, makeCampaign } from '../../../testing';
import { openCampaigns } from '../testCampaigns';
import { createCampaignList } from './list.service';

const MOST_IDS = 3;
const clock = fakeClock('2026-11-21T12:00:00.000Z');
let app: AppWorld;

beforeAll(async () => {
  app = await openCampaigns();
});
afterAll(() => app.close());

async function exportOf(advertiserId: number): Promise<string[]> {
  const list = createCampaignList({ db: app.db, clock }, { mostIds: MOST_IDS });
  const query = campaignSetQuery.parse({ group: 'archived', sort: 'name', direction: 'ascending' });
  const names: string[] = [];
  for await (const page of list.each(advertiserId, query)) names.push(...page.map(({ name }) => name));
  return names;
}

test.each([
  ['in their order while they fit', ['B', 'C', 'A'], ['A', 'B', 'C']],
  ['newest first where they are more', ['B', 'C', 'A', 'E', 'D'], ['D', 'E', 'A', 'C', 'B']],
  ['also where the last part is full', ['B', 'C', 'A', 'E', 'D', 'F'], ['F', 'D', 'E', 'A', 'C', 'B']],
])('an export has every archived campaign, %s', async (_, made, expected) => {
  const { id } = await makeAdvertiser(app.db);
  for (const name of made) await makeCampaign(app.db, { advertiser_id: id, state: 'archived', name });
  expect(await exportOf(id)).toEqual(expected);
});

test('the ids of a set end where they did', async () => {
  const { id } = await makeAdvertiser(app.db);
  const made: string[] = [];
  for (let count = 0; count <= MOST_IDS; count += 1)
    made.push(publicId('campaign', (await makeCampaign(app.db, { advertiser_id: id })).id));
  const list = createCampaignList({ db: app.db, clock }, { mostIds: MOST_IDS });
  const query = campaignSetQuery.parse({ sort: 'id', direction: 'descending' });
  expect((await list.ids(id, query)).ids).toEqual(made.reverse().slice(0, MOST_IDS));
});
