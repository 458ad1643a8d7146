import { type Campaign, type CampaignBidsAnswer, type CampaignHistory, publicId } from '@ezdash/contracts';
import {
  type AppWorld,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  type TestClient,
} from '../../../testing';
import { publicRowId } from '../../figures';
import { guardOf, openCampaigns } from '../testCampaigns';

let app: AppWorld;
let advertiser: MadeUser;
let client: TestClient;

beforeAll(async () => {
  app = await openCampaigns();
});
beforeEach(async () => {
  advertiser = await makeAdvertiser(app.db);
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

async function make(given: Parameters<typeof makeCampaign>[1] = {}): Promise<string> {
  return publicId('campaign', (await makeCampaign(app.db, { advertiser_id: advertiser.id, ...given })).id);
}
const bids = (ids: string[], change: object) =>
  client.post<CampaignBidsAnswer>('/api/campaigns/bids', { ids, change });
const undo = (changed: CampaignBidsAnswer['changed']) =>
  client.post<CampaignBidsAnswer>('/api/campaigns/bids/undo', { changed });
const bidOf = async (id: string) => (await client.get<Campaign>(`/api/campaigns/${id}`)).body.bid_micros;
const historyOf = async (id: string) =>
  (await client.get<CampaignHistory>(`/api/campaigns/${id}/history`)).body.changes;

it('are set to one amount, to fractions of a cent; whose pricing asks for more stays and says so', async () => {
  const click = await make({ pricing: 'CPC', bid_micros: 200_000n });
  const thousand = await make({ pricing: 'CPM', bid_micros: 2_000_000n });
  const conversion = await make({ pricing: 'CPA', bid_micros: 3_000_000n });
  const { status, body } = await bids([thousand, click, conversion], { set_micros: 12_300 });
  expect(status).toBe(200);
  expect(body.changed).toEqual([{ id: click, before_micros: 200_000, after_micros: 12_300 }]);
  expect(body.refused).toEqual([
    { id: thousand, message: 'The least bid is $0.05' },
    { id: conversion, message: 'The least bid is $0.10' },
  ]);
  expect(await Promise.all([click, thousand, conversion].map(bidOf))).toEqual([12_300, 2_000_000, 3_000_000]);
});

it('change by a share, to a hundredth of a cent; what may not be stays and says why', async () => {
  const odd = await make({ pricing: 'CPC', bid_micros: 333_300n });
  const even = await make({ bid_micros: 3_000_000n });
  const least = await make({ bid_micros: 50_000n });
  const archived = await make({ state: 'archived' });
  const stranger = publicId('campaign', (await makeCampaign(app.db)).id);
  const { body } = await bids([odd, even, least, archived, stranger, odd], { percent: -15 });
  expect(body.changed).toEqual([
    { id: odd, before_micros: 333_300, after_micros: 283_300 },
    { id: even, before_micros: 3_000_000, after_micros: 2_550_000 },
  ]);
  expect(body.refused).toEqual([
    { id: least, message: 'The least bid is $0.05' },
    { id: archived, message: 'An archived campaign does not change' },
    { id: stranger, message: 'No such campaign' },
  ]);
  expect(await Promise.all([odd, even, least].map(bidOf))).toEqual([283_300, 2_550_000, 50_000]);
});

it('rise to what anyone bids, and of those who pay for conversions to a day’s budget', async () => {
  const conversion = { pricing: 'CPA', daily_budget_micros: 50_000_000n } as const;
  const within = await make({ ...conversion, bid_micros: 25_000_000n });
  const beyond = await make({ ...conversion, bid_micros: 25_000_100n });
  const most = await make({ bid_micros: 600_000_000n, daily_budget_micros: 5_000_000n });
  const { body } = await bids([within, beyond, most], { percent: 100 });
  expect(body.changed.map(({ id }) => id)).toEqual([within]);
  expect(body.refused).toEqual([
    { id: beyond, message: 'The daily budget does not pay for one conversion at this bid' },
    { id: most, message: 'This is more than anyone bids' },
  ]);
});

it('are told in the language of who asks', async () => {
  const id = await make({ bid_micros: 50_000n });
  const { body } = await client.request<CampaignBidsAnswer>('/api/campaigns/bids', {
    method: 'POST',
    headers: { ...(await guardOf(client)), 'Content-Type': 'application/json', 'Accept-Language': 'de' },
    body: JSON.stringify({ ids: [id], change: { percent: -50 } }),
  });
  expect(body.refused).toEqual([{ id, message: 'Das niedrigste Gebot ist 0,05 $' }]);
});

it('that are asked for again under the same key change once, and answer the same', async () => {
  const id = await make({ bid_micros: 1_000_000n });
  const send = async (what: 'bids' | 'budgets', percent: number, key: string) =>
    client.request<CampaignBidsAnswer>(`/api/campaigns/${what}`, {
      method: 'POST',
      headers: {
        ...(await guardOf(client)),
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ ids: [id], change: { percent } }),
    });
  const answers = await Promise.all([send('bids', 50, 'bid-1'), send('bids', 50, 'bid-1')]);
  const once = { changed: [{ id, before_micros: 1_000_000, after_micros: 1_500_000 }], refused: [] };
  expect(answers.map(({ body }) => body)).toEqual([once, once]);
  expect((await send('bids', 50, 'bid-1')).body).toEqual(once);
  expect([await bidOf(id), (await historyOf(id)).length]).toEqual([1_500_000, 1]);
  const reused = { status: 409, body: { code: 'KEY_REUSED' } };
  expect(await send('bids', 20, 'bid-1')).toMatchObject(reused);
  // The same words about another amount are another request.
  expect(await send('budgets', 50, 'bid-1')).toMatchObject(reused);
  expect((await send('bids', 50, '')).status).toBe(422);
  expect((await send('bids', 50, 'bid-2')).body.changed).toMatchObject([{ after_micros: 2_250_000 }]);
});

it('are taken back where they still stand', async () => {
  const kept = await make({ bid_micros: 1_000_000n });
  const moved = await make({ bid_micros: 2_000_000n });
  const { body } = await bids([kept, moved], { set_micros: 5_000_000 });
  await client.patch(`/api/campaigns/${moved}`, { bid_micros: 6_000_000 });
  const undone = await undo(body.changed);
  expect(undone.body.changed).toEqual([{ id: kept, before_micros: 5_000_000, after_micros: 1_000_000 }]);
  expect(undone.body.refused).toEqual([{ id: moved, message: 'The bid was changed again since' }]);
  expect([await bidOf(kept), await bidOf(moved)]).toEqual([1_000_000, 6_000_000]);
});

it('that were taken back before count as taken back, and nothing is written a second time', async () => {
  const ids = [await make({ bid_micros: 1_000_000n }), await make({ bid_micros: 1_000_000n })];
  const [id = '', archived = ''] = ids;
  const { body } = await bids(ids, { set_micros: 5_000_000 });
  await undo(body.changed);
  const lines = (await historyOf(id)).length;
  await app.db
    .updateTable('campaign')
    .set({ state: 'archived' })
    .where('id', '=', publicRowId('campaign', archived))
    .execute();
  // The answer was lost, and the way back is asked for again.
  const { body: again } = await undo(body.changed);
  expect(again).toEqual({
    changed: ids.map((each) => ({ id: each, before_micros: 1_000_000, after_micros: 1_000_000 })),
    refused: [],
  });
  expect(await historyOf(id)).toHaveLength(lines);
});

it('are in the history as a single bid is: who, what it was and is, and the way back', async () => {
  const [one, many] = [await make({ bid_micros: 1_000_000n }), await make({ bid_micros: 1_000_000n })];
  await client.patch(`/api/campaigns/${one}`, { bid_micros: 1_500_000 });
  const { body } = await bids([many], { percent: 50 });
  const [single] = await historyOf(one);
  const [line] = await historyOf(many);
  expect(line).toMatchObject({
    kind: 'changed',
    fields: [{ field: 'bid_micros', before: 1_000_000, after: 1_500_000 }],
    undo_refused: null,
  });
  expect({ ...line, id: single?.id }).toEqual(single);

  expect((await undo(body.changed)).body.refused).toEqual([]);
  const [back, first] = await historyOf(many);
  expect(back?.fields).toEqual([{ field: 'bid_micros', before: 1_500_000, after: 1_000_000 }]);
  expect(first?.undo_refused).toBe('later');

  await bids([many], { percent: 50 });
  const [last] = await historyOf(many);
  const undone = await client.post<Campaign>(`/api/campaigns/${many}/history/${last?.id}/undo`, {});
  expect([undone.status, undone.body.bid_micros]).toEqual([200, 1_000_000]);
});

it('two at once leave each bid at one of them, and none waits for ever', async () => {
  const ids = [await make(), await make(), await make()];
  await Promise.all([
    bids(ids, { set_micros: 1_100_000 }),
    bids([...ids].reverse(), { set_micros: 1_200_000 }),
  ]);
  const amounts = new Set(await Promise.all(ids.map(bidOf)));
  expect(amounts.size).toBe(1);
  expect([1_100_000, 1_200_000]).toContain([...amounts][0]);
});

it.each([
  ['no campaign', { ids: [], change: { percent: 5 } }],
  ['too many', { ids: Array.from({ length: 501 }, () => 'c_1000'), change: { percent: 5 } }],
  ['less than the least of every pricing', { ids: ['c_1000'], change: { set_micros: 9_999 } }],
  ['more than anyone bids', { ids: ['c_1000'], change: { set_micros: 1_000_000_001 } }],
  ['a fall of more than 90 %', { ids: ['c_1000'], change: { percent: -90.5 } }],
  ['a rise of more than 900 %', { ids: ['c_1000'], change: { percent: 901 } }],
  ['both ways', { ids: ['c_1000'], change: { percent: 5, set_micros: 5_000_000 } }],
  ['a fraction of a micro', { ids: ['c_1000'], change: { set_micros: 10_000.5 } }],
])('refuse %s', async (_what, body) => {
  expect((await client.post('/api/campaigns/bids', body)).status).toBe(422);
});
