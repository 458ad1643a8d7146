import {
  type Campaign,
  type CampaignImportAnswer,
  type CampaignImportPreview,
  campaignImportPreview,
  publicId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  type TestClient,
} from '../../../testing';
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

const make = async (given: Parameters<typeof makeCampaign>[1] = {}) =>
  publicId('campaign', (await makeCampaign(app.db, { advertiser_id: advertiser.id, ...given })).id);
const send = async <Body>(address: string, file: string | Buffer, headers: Record<string, string> = {}) =>
  client.request<Body>(`/api/campaigns/${address}`, {
    method: 'POST',
    headers: { ...(await guardOf(client)), 'Content-Type': 'text/csv', ...headers },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
async function preview(file: string | Buffer): Promise<CampaignImportPreview> {
  const { status, body } = await send<CampaignImportPreview>('import/preview', file);
  expect([status, body]).toEqual([200, expect.anything()]);
  expect(campaignImportPreview.safeParse(body).error?.issues).toBeUndefined();
  return body;
}
const apply = (file: string, plan: string | null, key = 'key-1') =>
  send<CampaignImportAnswer>(`import?plan=${plan}`, file, { 'Idempotency-Key': key });
const get = async (id: string) => (await client.get<Campaign>(`/api/campaigns/${id}`)).body;
/** Everything there is of the advertiser's campaigns, as one text. */
const print = async () => {
  const { rows } = await sql<{ row: string }>`
    SELECT c::text AS row FROM campaign c WHERE advertiser_id = ${advertiser.id}
    UNION ALL SELECT h::text FROM campaign_change h JOIN campaign c ON c.id = h.campaign_id
      WHERE c.advertiser_id = ${advertiser.id}
    UNION ALL SELECT r::text FROM campaign_request r WHERE advertiser_id = ${advertiser.id} ORDER BY 1`.execute(
    app.db,
  );
  return rows.map(({ row }) => row).join('\n');
};
const exported = async (query = '') => (await client.request(`/api/campaigns/export.csv?${query}`)).text;

const NEW = 'Tents,CPM,2.50,50,https://example.test/tents';
const HEADER = 'id,name,pricing,bid,daily_budget,landing_url';

describe('a file that goes out', () => {
  it('comes back as it went: nothing would change', async () => {
    await make({ name: '=1+1' });
    await make({ name: '\'quoted\', "twice"; and so on', state: 'draft' });
    await make({
      name: 'Ends',
      ends_at: new Date('2026-12-24T18:30:00Z'),
      total_budget_micros: 123_450_000n,
      bid_micros: 1_234_567n,
      category: 'style',
      targeting: JSON.stringify({ countries: { include: ['DE', 'AT'], exclude: ['CH'] } }),
    });
    const file = await exported();
    expect(file).toContain(",'=1+1,");
    const before = await print();
    expect(await preview(file)).toEqual({
      plan: expect.any(String),
      rows: [],
      unchanged: 3,
      reviewed: 0,
      troubles: [],
    });
    expect(await print()).toBe(before);
  });

  it('has what is filtered, all pages, and nothing of others', async () => {
    for (let index = 0; index < 3; index += 1) await make({ name: `Shoes ${index}`, state: 'draft' });
    await make({ name: 'Hats' });
    await makeCampaign(app.db, { name: 'Shoes of others' });
    const file = await exported('q=shoes&group=drafts&sort=name&direction=ascending');
    const lines = file.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['Shoes 0', 'Shoes 1', 'Shoes 2']);
  });
});

describe('a file that comes in', () => {
  it('says what it would do, does it once, and answers the same when it is sent again', async () => {
    const id = await make({ name: 'Shoes', daily_budget_micros: 50_000_000n });
    const file = `${HEADER},countries\n${id},Shoes,CPM,2,80.50,https://example.test/landing,US ca\n,${NEW},\n`;
    const before = await print();
    const seen = await preview(file);
    expect(await print()).toBe(before);
    expect(seen.troubles).toEqual([]);
    expect(seen.rows).toEqual([
      {
        line: 2,
        id,
        name: 'Shoes',
        changes: [
          { column: 'daily_budget', before: '50.00', after: '80.50' },
          { column: 'countries', before: '', after: 'CA US' },
        ],
      },
      { line: 3, id: null, name: 'Tents', changes: expect.any(Array) },
    ]);
    const [first, second] = await Promise.all([apply(file, seen.plan), apply(file, seen.plan)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.body.changed).toEqual([id]);
    expect(first.body.created).toHaveLength(1);
    expect(await get(id)).toMatchObject({ daily_budget_micros: 80_500_000 });
    expect((await get(id)).targeting.countries.include).toEqual(['CA', 'US']);
    expect(await get(first.body.created[0] ?? '')).toMatchObject({
      name: 'Tents',
      state: 'draft',
      bid_micros: 2_500_000,
    });
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM campaign WHERE advertiser_id = ${advertiser.id}`.execute(app.db);
    expect(rows[0]?.n).toBe(2);
    expect((await apply(`${file},${NEW},\n`, seen.plan)).status).toBe(409);
  });

  it('does nothing else than was seen: what was changed meanwhile is looked at again', async () => {
    const id = await make({ name: 'Shoes' });
    const file = `id,daily_budget\n${id},60\n`;
    const { plan } = await preview(file);
    await client.patch(`/api/campaigns/${id}`, { daily_budget_micros: 70_000_000 });
    const before = await print();
    expect((await apply(file, plan)).body).toMatchObject({ code: 'PLAN_CHANGED' });
    expect(await print()).toBe(before);
  });

  it('says how many running campaigns it takes out of delivery', async () => {
    const shells = await make({ name: 'Shells' });
    const boots = await make({ name: 'Boots' });
    const hats = await make({ name: 'Hats' });
    const draft = await make({ name: 'Draft', state: 'draft' });
    const paused = await make({ name: 'Paused', state: 'paused' });
    const tagged = 'https://example.test/landing?utm_source=ezdash';
    const file = [
      'id,landing_url,category,bid',
      `${shells},${tagged},,2`,
      `${boots},https://example.test/landing,style,2`,
      `${hats},https://example.test/landing,,3`,
      `${draft},${tagged},,2`,
      `${paused},${tagged},,2`,
    ].join('\n');
    const seen = await preview(file);
    expect(seen).toMatchObject({ reviewed: 2, rows: { length: 5 }, troubles: [] });
    expect((await apply(file, seen.plan)).status).toBe(200);
    const states = await Promise.all([shells, boots, hats, draft, paused].map(get));
    expect(states.map(({ state }) => state)).toEqual([
      'inReview',
      'inReview',
      'running',
      'draft',
      'pausedByUser',
    ]);
  });

  it('is all or nothing, with every trouble by line and column', async () => {
    const good = await make({ name: 'Good' });
    const archived = await make({ name: 'Gone', state: 'archived' });
    const stranger = publicId('campaign', (await makeCampaign(app.db)).id);
    const file = [
      HEADER,
      `${good},Better,CPM,2,60,https://example.test/landing`,
      `${archived},Gone again,CPM,2,60,https://example.test/landing`,
      `${stranger},Mine now,CPM,2,60,https://example.test/landing`,
      `${good},Twice,CPM,2,60,https://example.test/landing`,
      ',Cheap,CPM,0.01,1,https://example.test/',
      ',Where,CPM,"1,000",50,ftp://example.test/',
      ',,CPM,2,60,https://example.test/',
    ].join('\n');
    const before = await print();
    const { plan, troubles } = await preview(file);
    expect(plan).toBeNull();
    expect(troubles.map(({ line, column }) => [line, column])).toEqual([
      [3, null],
      [4, 'id'],
      [5, 'id'],
      [6, 'bid'],
      [6, 'daily_budget'],
      [7, 'bid'],
      [8, 'name'],
    ]);
    expect((await apply(file, 'anything')).status).toBe(409);
    expect(await print()).toBe(before);
  });

  it('says which code is no country', async () => {
    const file = `${HEADER},countries\n,Shoes,CPM,2,50,https://example.test/,US XX\n,Boots,CPM,2,50,https://example.test/,USA\n`;
    expect((await preview(file)).troubles).toEqual([
      { line: 2, column: 'countries', message: 'XX is the code of no country' },
      { line: 3, column: 'countries', message: 'Write countries by their codes, as US CA' },
    ]);
  });

  it.each(['=HYPERLINK("http://evil.example","x")', '+1+1', '@SUM(A1)', '-2+3', ' =1', '＝1'])(
    'refuses the formula %j with a sentence, and stores nothing',
    async (formula) => {
      const id = await make({ name: 'Shoes' });
      const quoted = `"${formula.replaceAll('"', '""')}"`;
      const before = await print();
      const { plan, troubles } = await preview(
        `${HEADER}\n${id},${quoted},CPM,2,50,https://example.test/landing\n,${quoted},CPM,2.5,50,https://example.test/\n`,
      );
      expect(plan).toBeNull();
      expect(troubles).toEqual(
        [2, 3].map((line) => ({
          line,
          column: 'name',
          message: 'A spreadsheet would run this as a formula',
        })),
      );
      expect(await print()).toBe(before);
    },
  );

  it.each([
    ['nothing', '', null],
    ['bytes', Buffer.from([0x50, 0x4b, 3, 4, 0]), null],
    ['an unknown column', 'id,colour\nc_1000,red\n', 'colour'],
    ['a column that cannot be seen whole', 'id,col\u200Bour\nc_1000,red\n', 'colour'],
    ['a column twice', 'id,id\nc_1000,c_1000\n', 'id'],
    ['columns missing', `name\nTents\n`, 'pricing'],
    ['an id of nothing', 'id,bid\nc_zzzzzz,1\n', 'id'],
    ['an id of another kind', 'id,bid\nz_1000,1\n', 'id'],
    ['a quote without an end', `${HEADER}\n,"Tents,CPM\n`, null],
  ])('says what is wrong with %s', async (_what, file, column) => {
    const { status, body } = await send<CampaignImportPreview>('import/preview', file);
    expect([status, body.plan]).toEqual([200, null]);
    expect(body.troubles[0]).toMatchObject({ column, message: expect.any(String) });
  });

  it.each(['1.000', '2.500', '0.4250', '007', '1,000', '1.000,50', "1'000"])(
    'takes no amount that could be another in the next country: %s',
    async (amount) => {
      const id = await make();
      const { plan, troubles } = await preview(`id,bid\n${id},"${amount}"\n`);
      expect([plan, troubles]).toEqual([null, [expect.objectContaining({ line: 2, column: 'bid' })]]);
    },
  );

  it('takes no more than it says, and nothing that is no CSV', async () => {
    const many = `${HEADER}\n${`,${NEW}\n`.repeat(1_001)}`;
    expect((await preview(many)).troubles).toEqual([
      { line: null, column: null, message: 'The file makes or changes more than 1,000 campaigns: divide it' },
    ]);
    const large = await send('import/preview', `name\n${'x'.repeat(5_000_001)}`);
    expect([large.status, large.body]).toMatchObject([413, { message: 'The file is larger than 5 MB' }]);
    expect((await client.post('/api/campaigns/import/preview', { name: 'x' })).status).toBe(415);
    expect((await send('import?plan=x', `${HEADER}\n,${NEW}\n`)).status).toBe(422);
  });

  it('says so in the language of who asks', async () => {
    const { body } = await send<CampaignImportPreview>('import/preview', 'colour\nred\n', {
      'Accept-Language': 'de',
    });
    expect(body.troubles[0]?.message).toBe('Diese Spalte ist unbekannt');
  });
});

it('takes the names of columns as programs write them, unless two would be one', async () => {
  const file = `Name,PRICING,Bid,Daily budget,Landing-URL\n${NEW}\n`;
  expect((await preview(file)).rows.map(({ name }) => name)).toEqual(['Tents']);
  const twice = await preview(`Name,NAME,pricing,bid,daily_budget,landing_url\nOther,${NEW}\n`);
  expect(twice.troubles.map(({ column }) => column)).toEqual(['Name', 'NAME']);
});
