import type { AdsTxtList, AdsTxtResult, PublisherSeller } from '@ezdash/contracts';
import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { PartnersPage } from './PartnersPage';

const LINE = 'ads.example.net, u_1ab2, DIRECT';
const result: AdsTxtResult = {
  status: 'missing',
  read_at: '2026-11-23T08:00:00.000Z',
  changed_at: '2026-11-20T08:00:00.000Z',
  previous_status: 'no-file',
  url: 'https://alpineweather.example/ads.txt',
  line_number: null,
  line: null,
  record_count: 12,
  seller_count: 3,
  hints: [],
  checked_at: '2026-11-23T08:00:00.000Z',
  trouble: null,
  http_status: 200,
  failing_since: null,
  next_at: '2026-11-24T07:00:00.000Z',
};
const site = (id: string, name: string, found: AdsTxtResult | null): AdsTxtList['properties'][number] => ({
  id,
  name,
  domain: `${id}.example`,
  state: 'approved',
  file_url: `https://${id}.example/ads.txt`,
  result: found,
});
const list: AdsTxtList = {
  line: LINE,
  properties: [site('p_1', 'Alpine Weather', result), site('p_2', 'Harbour Herald', null)],
};
const seller: PublisherSeller = {
  seller_id: 'u_1ab2',
  network_domain: 'ads.example.net',
  ads_txt_line: LINE,
  sellers_json_url: 'https://ads.example.net/sellers.json',
  is_confidential: true,
  is_listed: true,
  entry: { seller_id: 'u_1ab2', seller_type: 'PUBLISHER', is_confidential: 1 },
  name: 'Alpine Weather GmbH',
  domain: 'alpineweather.example',
};

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, query = ''): RenderedRemote {
  rendered = renderRemote(<PartnersPage />, {
    path: `/publisher/partners${query}`,
    user: testUser({ role: 'publisher' }),
    texts: { publisher: texts },
    routes: { 'GET /api/publisher/ads-txt': list, 'GET /api/publisher/seller': seller, ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('shows the line to copy, and what each site says', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Partners' })).toBeTruthy();
  expect((await region('Your line in ads.txt')).getByText(LINE)).toBeTruthy();
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.includes('Alpine Weather'))).toContain('Line missing');
  expect(rows.find((row) => row.includes('Harbour Herald'))).toContain('Not looked at yet');
  expect(screen.getByRole('link', { name: 'Alpine Weather' }).getAttribute('href')).toBe(
    '/publisher/properties/p_1?tab=ads-txt',
  );
});

test('has a file looked at, and shows what was found', async () => {
  const { calls } = show({
    'POST /api/properties/:id/ads-txt/check': () => {
      rendered?.answer({
        'GET /api/publisher/ads-txt': {
          ...list,
          properties: [site('p_1', 'Alpine Weather', { ...result, status: 'present', line_number: 7 })],
        },
      });
      return {
        line: LINE,
        file_url: 'https://p_1.example/ads.txt',
        result: { ...result, status: 'present' },
      };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check now: ads.txt of Alpine Weather' }));
  await waitFor(() => expect(screen.getAllByRole('row').at(-1)?.textContent).toContain('In placeLine 7'));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a look that is refused says so where it was asked for', async () => {
  show({
    'POST /api/properties/:id/ads-txt/check': reply(429, {
      message: 'Too many attempts',
      code: 'TOO_MANY_REQUESTS',
      requestId: 'req_1',
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check now: ads.txt of Harbour Herald' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
});

test('puts the line into a file that is pasted, and sends it nowhere', async () => {
  const { calls } = show();
  const panel = await region('Add the line to your file');
  const before = calls.length;
  await userEvent.click(panel.getByRole('textbox', { name: 'Your present ads.txt' }));
  await userEvent.paste('a.example, 1, DIRECT\nads.example.net, u_1ab2, RESELLER\nrubbish\n');
  expect(panel.getByText(/The line that said RESELLER was corrected/)).toBeTruthy();
  expect(panel.getByText(/1 line is neither a record nor a variable: 3\./)).toBeTruthy();
  const code = panel.getByRole('region', { name: 'ads.txt with your line' }).textContent;
  expect(code).toBe(`a.example, 1, DIRECT\n${LINE}\nrubbish\n`);
  expect(calls).toHaveLength(before);
});

test('a file that has the line is left alone', async () => {
  show();
  const panel = await region('Add the line to your file');
  await userEvent.click(panel.getByRole('textbox', { name: 'Your present ads.txt' }));
  await userEvent.paste(LINE);
  expect(panel.getByText('Your line is already there. Nothing needs to change.')).toBeTruthy();
  expect(panel.queryByRole('region', { name: 'ads.txt with your line' })).toBeNull();
});

test('name and domain are public only once their owner says so', async () => {
  const entry = { ...seller.entry, is_confidential: 0, name: seller.name, domain: seller.domain };
  const { calls } = show({
    'PUT /api/publisher/seller': () => {
      const answer = { ...seller, is_confidential: false, entry };
      rendered?.answer({ 'GET /api/publisher/seller': answer });
      return answer;
    },
  });
  const panel = await region('Your entry in sellers.json');
  const code = () => panel.getByRole('region', { name: 'Your entry as it is published' }).textContent;
  expect(code()).not.toContain('Alpine');
  const choice = panel.getByRole('switch', { name: 'Show my name and domain' });
  expect((choice as HTMLInputElement).checked).toBe(false);
  await userEvent.click(choice);
  await waitFor(() => expect(code()).toContain('Alpine Weather GmbH'));
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ is_confidential: false });
  expect((choice as HTMLInputElement).checked).toBe(true);
});

test('says what stands in the way of a public entry', async () => {
  show({ 'GET /api/publisher/seller': { ...seller, name: null, is_listed: false, domain: null } });
  const panel = await region('Your entry in sellers.json');
  expect(panel.getByText('You are listed once your first property is approved.')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Go to your profile' })).toBeTruthy();
  expect(panel.getByRole('region', { name: 'Your entry as it will be published' })).toBeTruthy();
});

test('without a property there is a way to the first one', async () => {
  show({ 'GET /api/publisher/ads-txt': { line: LINE, properties: [] } });
  expect(await screen.findByRole('heading', { name: 'No property yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New property' })).toBeTruthy();
});

test('each tool has a guide with its steps, at an address of its own', async () => {
  show({}, '?guide=gam');
  const guide = within(await screen.findByRole('dialog', { name: 'Guide: Google Ad Manager' }));
  expect(guide.getAllByRole('listitem')).toHaveLength(4);
  expect(guide.getByText(/data-zone=/)).toBeTruthy();
  expect(guide.getByRole('link', { name: 'Documentation of Google Ad Manager' })).toBeTruthy();
});

test('a page that does not load says so, and tries again', async () => {
  show({ 'GET /api/publisher/seller': reply(500, { message: '', code: 'INTERNAL', requestId: 'req_9' }) });
  expect(await screen.findByRole('heading', { name: 'The page could not be loaded' })).toBeTruthy();
  rendered?.answer({ 'GET /api/publisher/seller': seller });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Your entry in sellers.json' })).toBeTruthy();
});
