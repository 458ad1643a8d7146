import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ApiScope,
  type CampaignHistory,
  type CampaignList,
  type ChangedCampaign,
  campaignFilter,
  type ErrorBody,
  publicId,
} from '@ezdash/contracts';
import { CAMPAIGN_FORMATS, CAMPAIGN_LIST } from '@ezdash/contracts/constants';
import { makeAdvertiser, makeCampaign, makePublisher } from '../../testing';
import { openTestApi, type TestApi } from './testApi';
import { makeMoneyThings } from './testThings';

const PREMIUM = { account_type_id: 2 };
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(dataDir);
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const advertiser = () => makeAdvertiser(api.test.db, PREMIUM);
const countPayments = async (userId: number) =>
  (await api.test.db.selectFrom('payment').select('id').where('user_id', '=', userId).execute()).length;

describe('money', () => {
  const DEPOSIT = {
    deposit_id: '8d7f3a52-6c1e-4b58-9a55-0d9a6c3e7f12',
    amount_micros: 500_000_000,
    gateway: 'bank-transfer',
    method_id: null,
    promo_code: null,
  };

  it.each<ApiScope[]>([['finance'], ['write'], ['read', 'finance'], ['read', 'write']])(
    'is not moved by a token of %s alone, and nothing is begun',
    async (...scopes) => {
      const { id } = await advertiser();
      const secret = await api.makeToken(id, scopes);
      const { status, body } = await api.call<ErrorBody>('/deposits', {
        method: 'POST',
        secret,
        body: DEPOSIT,
      });
      expect([status, body.code]).toEqual([403, 'SCOPE_MISSING']);
      expect(await countPayments(id)).toBe(0);
    },
  );

  it('a deposit is begun once, under its own id and under an idempotency key', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['finance', 'write']);
    const send = (body: object, key?: string) =>
      api.call<{ id: string } & ErrorBody>('/deposits', {
        method: 'POST',
        secret,
        body,
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      });
    const first = await send(DEPOSIT, 'one');
    expect(first.status).toBe(200);
    const replayed = await send(DEPOSIT, 'one');
    expect([replayed.body.id, replayed.headers.get('Idempotency-Replayed')]).toEqual([first.body.id, 'true']);
    expect((await send(DEPOSIT)).body.id).toBe(first.body.id);
    expect((await send({ ...DEPOSIT, amount_micros: 600_000_000 })).body.code).toBe('DEPOSIT_ID_USED');
    expect(await countPayments(id)).toBe(1);
  });

  it('a line says what is behind it, and nobody else’s is there', async () => {
    const [owner, other] = [await advertiser(), await advertiser()];
    const things = await makeMoneyThings(api.test.db, owner.id, api.clock.now());
    const read = async (address: string, userId: number) =>
      api.call<{ postings: unknown[] }>(address, { secret: await api.makeToken(userId, ['finance']) });
    const line = await read(`/transactions/${things.transaction}`, owner.id);
    expect([line.status, line.body.postings.length]).toEqual([200, 2]);
    for (const address of [
      `/transactions/${things.transaction}`,
      `/payments/${things.payment}`,
      `/documents/${things.document}`,
    ])
      expect([address, (await read(address, other.id)).status]).toEqual([address, 404]);
    const pdf = await read(`/documents/${things.document}`, owner.id);
    expect([pdf.headers.get('Content-Type'), pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  });
});

describe('campaigns', () => {
  it('are listed as the page lists them: by segment, pricing and words, a page at a time', async () => {
    const { db } = api.test;
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['read']);
    const made: Record<string, string> = {};
    for (const [name, given] of Object.entries({
      'Winter one': {},
      'Winter two': {},
      'Summer one': {},
      'Winter three': { pricing: 'CPC' as const },
    }))
      made[name] = publicId('campaign', (await makeCampaign(db, { advertiser_id: id, name, ...given })).id);
    const names = async (query: string) => {
      const { status, body } = await api.call<CampaignList & { next_cursor: string | null }>(
        `/campaigns${query}`,
        { secret },
      );
      expect(status).toBe(200);
      return { names: body.campaigns.map(({ name }) => name), next: body.next_cursor };
    };
    expect((await names('?q=winter')).names).toEqual(['Winter three', 'Winter two', 'Winter one']);
    expect((await names('?q=winter&pricing=CPC')).names).toEqual(['Winter three']);
    const first = await names('?q=winter&limit=2');
    expect(first.names).toEqual(['Winter three', 'Winter two']);
    expect(await names(`?q=winter&limit=2&cursor=${first.next}`)).toEqual({
      names: ['Winter one'],
      next: null,
    });
    expect((await names('?group=archived')).names).toEqual([]);
    expect((await names('')).names).toHaveLength(4);
    // Every state and format is one that some of them have or none has: together they are all, and never more.
    await db.updateTable('campaign').set({ state: 'draft' }).where('name', '=', 'Summer one').execute();
    expect((await names('?state=draft')).names).toEqual(['Summer one']);
    const byState = await Promise.all(
      campaignFilter.shape.state.unwrap().options.map((state) => names(`?state=${state}`)),
    );
    expect(byState.flatMap((each) => each.names).toSorted()).toEqual(Object.keys(made).toSorted());
    const byFormat = await Promise.all(CAMPAIGN_FORMATS.map((format) => names(`?format=${format}`)));
    expect(byFormat.flatMap((each) => each.names)).toEqual([]);
  });

  it('lead a program that gives no limit to all of them', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['read']);
    const made = Array.from({ length: CAMPAIGN_LIST.mostBehindCursor + 1 }, () =>
      makeCampaign(api.test.db, { advertiser_id: id, state: 'draft' }),
    );
    await Promise.all(made);
    const follow = async (address: string) => {
      const { status, body, headers } = await api.call<CampaignList>(address, { secret });
      const [, next] = headers.get('link')?.match(/^<\/api\/v1(\/campaigns\?[^>]+)>; rel="next"$/) ?? [];
      return { status, ids: body.campaigns.map((campaign) => campaign.id), next };
    };
    const first = await follow('/campaigns?from=2026-11-20&to=2026-11-21&state=draft');
    expect(first).toMatchObject({ status: 200, next: expect.stringMatching(/from=2026-11-20.*cursor=c_/) });
    const rest = await follow(first.next ?? '');
    expect(rest).toMatchObject({ status: 200, next: undefined });
    expect(new Set([...first.ids, ...rest.ids]).size).toBe(made.length);
  });

  it('go out as a file and come back changed: nothing before the plan that was seen', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['read', 'write']);
    const campaign = publicId('campaign', (await makeCampaign(api.test.db, { advertiser_id: id })).id);
    const csv = Buffer.from(`id,name\n${campaign},Renamed by a file\n`);
    const send = <Body>(address: string, headers: Record<string, string> = {}) =>
      api.call<Body & ErrorBody>(address, {
        method: 'POST',
        secret,
        body: csv,
        headers: { 'Content-Type': 'text/csv', ...headers },
      });
    const seen = await send<{ plan: string }>('/campaigns/import/preview');
    expect([seen.status, seen.body.plan]).toEqual([200, expect.any(String)]);
    const exported = () => api.call('/campaigns/export', { secret });
    expect((await exported()).text).not.toContain('Renamed by a file');
    expect((await send(`/campaigns/import?plan=${seen.body.plan}`)).status).toBe(422);
    const applied = await send<{ changed: string[] }>(`/campaigns/import?plan=${seen.body.plan}`, {
      'Idempotency-Key': 'a-file',
    });
    expect([applied.status, applied.body.changed]).toEqual([200, [campaign]]);
    expect((await exported()).text).toContain('Renamed by a file');
    const { body } = await api.call<CampaignHistory>(`/campaigns/${campaign}/history`, { secret });
    expect(body.changes[0]).toMatchObject({ by: { actor: 'apiToken' }, fields: [{ field: 'name' }] });
    const json = await api.call('/campaigns/import/preview', { method: 'POST', secret, body: { a: 1 } });
    expect(json.status).toBe(415);
  });

  it('a change names the line of the history that it left, to undo it by', async () => {
    const { id } = await advertiser();
    const secret = await api.makeToken(id, ['read', 'write']);
    const campaign = publicId('campaign', (await makeCampaign(api.test.db, { advertiser_id: id })).id);
    const patch = (name: string) =>
      api.call<ChangedCampaign>(`/campaigns/${campaign}`, { method: 'PATCH', secret, body: { name } });
    const { status, body } = await patch('Renamed by a token');
    expect(status).toBe(200);
    const history = await api.call<CampaignHistory>(`/campaigns/${campaign}/history`, { secret });
    expect(history.body.changes[0]).toMatchObject({ id: body.change_id, by: { actor: 'apiToken' } });
    // The same again changes nothing.
    expect((await patch('Renamed by a token')).body.change_id).toBeNull();
    const undone = await api.call(`/campaigns/${campaign}/history/${body.change_id}/undo`, {
      method: 'POST',
      secret,
    });
    expect(undone.status).toBe(200);
  });
});

it('news are those of the role of the token’s owner', async () => {
  const { db } = api.test;
  const [buyer, seller] = [await advertiser(), await makePublisher(db, PREMIUM)];
  const at = api.clock.now();
  await db
    .insertInto('news_article')
    .values({
      title: 'For advertisers',
      category: 'product',
      audiences: ['advertiser'],
      pinned: false,
      body: 'Words',
      summary: 'Words',
      author_id: buyer.id,
      created_at: at,
      changed_at: at,
      changed_by: buyer.id,
      published_at: at,
    })
    .execute();
  const read = async (userId: number) =>
    (
      await api.call<{ articles: { title: string }[]; unread: number }>('/news', {
        secret: await api.makeToken(userId, ['read']),
      })
    ).body;
  expect((await read(buyer.id)).articles.map(({ title }) => title)).toEqual(['For advertisers']);
  expect((await read(seller.id)).articles).toEqual([]);
  const secret = await api.makeToken(buyer.id, ['write']);
  const all = await api.call<{ unread: number }>('/news/read-all', { method: 'POST', secret });
  expect([all.status, all.body.unread, (await read(buyer.id)).unread]).toEqual([200, 0, 0]);
});
