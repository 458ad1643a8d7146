import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSETS, PROPERTIES_MOST, REFERRAL_LINKS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type MadeUser, makeAdvertiser, makePublisher } from '../../testing';
import { openTestApi, type TestApi } from './testApi';

/** What bounds a list that comes whole; one with a cursor has pages. The pages' own calls are twins of these. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/dashboard days': 'the period',
  '/dashboard previous_days': 'the period',
  '/dashboard pacing': 'a LIMIT',
  '/dashboard countries': 'a LIMIT',
  '/dashboard call_outs': 'MOST_CALL_OUTS',
  '/funds ways': 'the gateways',
  '/funds open_payments': '409 TOO_MANY_DEPOSITS',
  '/transactions/{id} postings': 'one booking',
  '/payments/{id} documents': 'one payment',
  '/payments/{id} events': 'one payment',
  '/promo-codes promo_codes': 'a LIMIT',
  '/earnings holds': 'operators alone make them',
  '/earnings months': 'months',
  '/referrals links': '409 REFERRAL_LINKS_MOST',
  '/referrals/links links': '409 REFERRAL_LINKS_MOST',
  '/referrals/links/{id}/banners banners': 'the sizes there are',
  '/referrals/funnel links': '409 REFERRAL_LINKS_MOST',
  '/referrals/funnel days': 'the period',
  '/campaigns/views views': '409 TOO_MANY_VIEWS',
  '/campaign-places places': 'a LIMIT',
  '/campaign-places regions': 'a LIMIT',
  '/campaigns/{id} creatives': '20 of a campaign',
  '/campaigns/{id}/creatives creatives': '20 of a campaign',
  '/conversion-goals/{id} allowed_addresses': 'its schema',
  '/postbacks/outgoing outgoing': '409 TOO_MANY_OUTGOING',
  '/assets/uploads uploads': '429 UPLOADS_OPEN',
  '/properties/{id} zones': '409 TOO_MANY_ZONES',
  '/zones/{id}/floor-advice ladder': 'the steps there are',
  '/properties/{id}/verification findings': 'the ways there are',
  '/properties/{id}/blocks blocks': '409 BLOCKS_FULL',
  '/properties/{id}/blocks history': 'a LIMIT',
  '/properties/{id}/blocks categories': 'the categories there are',
  '/reports/delivery rows': '409 TOO_MANY_CAMPAIGNS, and only what was shown in the period',
  '/reports/earnings rows': '409 TOO_MANY_PROPERTIES, and only what was asked for in the period',
  '/no-fill rows': 'the reasons there are',
  '/metrics-reports reports': '409 TOO_MANY_REPORTS',
  '/decisions/{id} events': 'one decision',
  '/zones/{id}/decisions decisions': 'a LIMIT',
  '/campaigns/{id}/reasons lost': 'the fates there are',
  '/campaigns/{id}/reasons days': 'the period',
  '/zones/{id}/no-fill reasons': 'the reasons there are',
  '/zones/{id}/no-fill days': 'the period',
  '/rules rules': '409 TOO_MANY_RULES',
  '/campaigns/{id}/troubleshoot outside': 'the causes there are',
  '/campaigns/{id}/troubleshoot auction': 'the fates there are',
  '/news/{id} body': 'one article',
};

const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-lists-'));
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(folder);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

interface Schema {
  $ref?: string;
  type?: string;
  maxItems?: number;
  properties?: Record<string, Schema>;
}
interface Description {
  components: { schemas: Record<string, Schema> };
  paths: Record<
    string,
    {
      get?: {
        parameters?: { name: string }[];
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      };
    }
  >;
}

test('every list has pages or an end that is known', async () => {
  const { body } = await api.call<Description>('/openapi.json');
  const read = (schema: Schema = {}): Schema =>
    schema.$ref ? read(body.components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema;
  const whole = Object.entries(body.paths).flatMap(([address, { get }]) => {
    if (!get || get.parameters?.some(({ name }) => name === 'cursor')) return [];
    const answer = read(get.responses['200']?.content?.['application/json']?.schema);
    const lists = Object.entries(answer.properties ?? {}).filter(
      ([, list]) => read(list).type === 'array' && read(list).maxItems === undefined,
    );
    return lists.map(([name]) => `${address} ${name}`);
  });
  expect(whole.sort()).toEqual(Object.keys(BOUNDED).sort());
});

const WORDS = { headline: 'Tents', description: 'Light', display_url: 'tents.example', click_chain: null };
const SITE = { name: 'Site', domain: 'site.example', category: 'news', language: 'en' };
type Full = [what: string, make: (id: number) => ReturnType<typeof sql>, body: object, code: string];
const ROWS = (most: number) => sql`generate_series(1, ${most}) n`;
test.each<Full>([
  [
    'publisher /properties',
    (id) => sql`INSERT INTO property (publisher_id, name, domain, category, language, state, updated_at)
      SELECT ${id}, 'Site', 'site' || n || '.example', 'news', 'en', CASE WHEN n > 1 THEN 'archived' ELSE 'approved' END,
        ${api.clock.now()} FROM ${ROWS(PROPERTIES_MOST)}`,
    SITE,
    'TOO_MANY_PROPERTIES',
  ],
  [
    'advertiser /assets/text',
    (id) => sql`INSERT INTO creative_asset (owner_id, sha256, content_type, byte_count, width, height)
      SELECT ${id}, encode(sha256(('f' || n)::bytea), 'hex'), 'image/png', 2147483647, 300, 250
      FROM ${ROWS(Math.ceil(ASSETS.mostBytes / 2 ** 31))}`,
    WORDS,
    'TOO_MANY_ASSETS',
  ],
  [
    'advertiser /referrals/links',
    (id) => sql`INSERT INTO referral_link (owner_id, code, label, created_at, archived_at)
      SELECT ${id}, lpad(n::text, 8, 'a'), nullif('Link ' || n, 'Link 1'), now(), CASE WHEN n > 1 THEN now() END
      FROM ${ROWS(REFERRAL_LINKS.mostWithArchived)}`,
    { label: 'More' },
    'REFERRAL_LINKS_MOST',
  ],
])('%s ends somewhere', async (what, make, body, code) => {
  const [role, address = ''] = what.split(' ');
  const given = { account_type_id: 2 };
  const { db } = api.test;
  const owner: MadeUser = await (role === 'publisher' ? makePublisher : makeAdvertiser)(db, given);
  await make(owner.id).execute(db);
  const secret = await api.makeToken(owner.id);
  const answer = await api.call(address, { method: 'POST', secret, body });
  expect(answer).toMatchObject({ status: 409, body: { code } });
});
