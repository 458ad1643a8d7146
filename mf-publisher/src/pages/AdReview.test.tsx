import type { AdReviewAd, BlockInput, PropertyBlock } from '@ezdash/contracts';
import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { makeAd, makeAds, makeBlock, makeBlocks } from '../testing/adReviewData';
import { makeDetail } from '../testing/publisherData';
import { PropertyPage } from './PropertyPage';

let rendered: RenderedRemote | undefined;
function show(tab: 'ads' | 'blocks', routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/publisher/properties/:id" element={<PropertyPage />} />
    </Routes>,
    {
      path: `/publisher/properties/p_1000?tab=${tab}`,
      user: testUser({ role: 'publisher' }),
      texts: { publisher: texts },
      routes: {
        'GET /api/properties/:id': makeDetail(),
        'GET /api/properties/:id/ads-txt': reply(404, { message: 'None', code: 'NOT_FOUND' }),
        ...routes,
      },
    },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());

const changes = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => row.textContent?.includes(name))?.textContent ?? '';
const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

/** A server that keeps what is blocked of its ads. */
function server(ads: AdReviewAd[], changed: string[] = ['p_1000']): StubRoutes {
  let known = ads;
  const set = (isBlocked: boolean) => (call: { body: BlockInput }) => {
    const { kind, value } = call.body;
    known = known.map((ad) =>
      ad.id === value || ad.domain === value
        ? { ...ad, blocked_on: isBlocked ? [{ property_id: 'p_1000', reasons: [{ kind, value }] }] : [] }
        : ad,
    );
    return { properties: changed };
  };
  return {
    'GET /api/publisher/ads': () => makeAds(known),
    'POST /api/property-blocks': set(true),
    'POST /api/property-blocks/remove': set(false),
  };
}

test('an ad stands with what it brought, and is blocked and allowed from its row', async () => {
  const remote = show('ads', server([makeAd(), makeAd({ id: 'cr_1002', alt: 'Tea', category: null })]));
  await screen.findByRole('button', { name: 'Shoes for everybody' });
  for (const part of ['Shoes Ltd', 'sale.shop.example', 'May run', '12,000', '75.0%', '$31.20'])
    expect(rowOf('Shoes for everybody')).toContain(part);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Shoes for everybody' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block this ad' }));
  expect(await screen.findByText('“Shoes for everybody” is blocked here')).toBeTruthy();
  await waitFor(() => expect(rowOf('Shoes for everybody')).toContain('BlockedThis ad'));
  expect(rowOf('Tea')).toContain('May run');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(rowOf('Shoes for everybody')).toContain('May run'));
  const input = { kind: 'creative', value: 'cr_1001', properties: ['p_1000'] };
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', input],
    ['/api/property-blocks/remove', input],
  ]);
});

test('looked at closely it is blocked everywhere; the undo takes back only what that changed', async () => {
  const remote = show('ads', server([makeAd()], ['p_1000', 'p_1002']));
  await userEvent.click(await screen.findByRole('button', { name: 'Shoes for everybody' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Shoes for everybody' }));
  expect(drawer.getByRole('img', { name: 'Shoes for everybody' }).getAttribute('src')).toBe(
    '/creatives/shoes.png',
  );
  await userEvent.click(drawer.getByRole('radio', { name: 'All my properties' }));
  await userEvent.click(drawer.getByRole('button', { name: 'Block sale.shop.example' }));
  expect(await screen.findByText('“sale.shop.example” is blocked on all your properties')).toBeTruthy();
  expect(await drawer.findByRole('button', { name: 'Allow sale.shop.example' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  await waitFor(() => expect(changes(remote)).toHaveLength(2));
  const input = { kind: 'domain', value: 'sale.shop.example' };
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', { ...input, properties: null }],
    ['/api/property-blocks/remove', { ...input, properties: ['p_1000', 'p_1002'] }],
  ]);
});

test('an HTML5 ad runs in a frame without an origin', async () => {
  const { asset } = makeAd();
  const html5 = {
    ...asset,
    format: 'html5' as const,
    url: '/creatives/x/index.html',
    parts: { files: 3, click_chain: null },
  };
  show('ads', server([makeAd({ asset: html5, alt: 'Moves' })]));
  await userEvent.click(await screen.findByRole('button', { name: 'Moves' }));
  const frame = await screen.findByTitle('Moves');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts');
});

test('filters and order are asked of the server, and are cleared where nothing matches', async () => {
  const remote = show('ads', {
    'GET /api/publisher/ads': ({ query }: { query: Record<string, string> }) =>
      makeAds(query.blocked === 'yes' ? [] : [makeAd()]),
  });
  await screen.findByRole('button', { name: 'Shoes for everybody' });
  await choose('Order', 'Last shown first');
  await choose('State', 'Blocked');
  expect(await screen.findByText('No ad matches')).toBeTruthy();
  const last = remote.calls.filter(({ path }) => path === '/api/publisher/ads').at(-1);
  expect(last?.query).toMatchObject({ property: 'p_1000', sort: 'last_shown', blocked: 'yes' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('button', { name: 'Shoes for everybody' });
  expect((screen.getByRole('combobox', { name: 'State' }) as HTMLInputElement).value).toBe('');
});

test('more of them come when asked for, none twice', async () => {
  show('ads', {
    'GET /api/publisher/ads': ({ query }: { query: Record<string, string> }) =>
      query.cursor === 'earnings.1.1'
        ? makeAds([makeAd(), makeAd({ id: 'cr_1002', alt: 'Tea' })])
        : makeAds([makeAd()], 'earnings.1.1'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more ads' }));
  expect(await screen.findByRole('button', { name: 'Tea' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Shoes for everybody' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show more ads' })).toBeNull();
});

test('what fails says so: the list, and a block that is refused', async () => {
  const remote = show('ads', {
    'GET /api/publisher/ads': reply(400, { message: 'The database is away', code: 'AWAY', requestId: 'r1' }),
  });
  expect(await screen.findByText('The ads were not loaded')).toBeTruthy();
  remote.answer({
    ...server([makeAd()]),
    'POST /api/property-blocks': reply(409, { message: 'Take one back first', code: 'BLOCKS_FULL' }),
  });
  await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Shoes for everybody' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block Shoes Ltd' }));
  const alert = await screen.findByText(/Take one back first/);
  expect(alert.closest('[role=alert]')?.textContent).toContain('“Shoes Ltd” was not changed');
  expect(rowOf('Shoes for everybody')).toContain('May run');
});

/** A server that keeps the list of one property. */
function blockServer(start: PropertyBlock[]): StubRoutes {
  let blocks = start;
  let history: PropertyBlock[] = [];
  return {
    'GET /api/publisher/ads': makeAds([
      makeAd(),
      makeAd({ id: 'cr_1002', alt: 'Tea', advertiser: { id: 'av_1002', name: null }, domain: 'tea.example' }),
    ]),
    'GET /api/properties/:id/blocks': () =>
      makeBlocks({
        blocks,
        history,
        categories: [
          { category: 'games', impressions: 900, earnings_micros: 30_000_000 },
          { category: null, impressions: 100, earnings_micros: 10_000_000 },
        ],
      }),
    'POST /api/property-blocks': ({ body: { kind, value } }: { body: BlockInput }) => {
      blocks = [makeBlock({ id: `bl_${value}`, kind, value }), ...blocks];
      history = history.filter((each) => each.value !== value);
      return { properties: ['p_1000'] };
    },
    'POST /api/property-blocks/remove': ({ body: { value } }: { body: BlockInput }) => {
      history = blocks
        .filter((each) => each.value === value)
        .map((each) => ({ ...each, removed_at: '2026-11-21T10:00:00Z', removed_by: 'Ada' }));
      blocks = blocks.filter((each) => each.value !== value);
      return { properties: ['p_1000'] };
    },
  };
}

test('a domain is blocked by its name, and a slip of the pen is told at the field', async () => {
  const remote = show('blocks', blockServer([]));
  const field = await screen.findByRole('textbox', { name: /Domain of a landing page/ });
  await userEvent.click(field);
  await userEvent.paste('no domain');
  await userEvent.click(screen.getByRole('button', { name: 'Block domain' }));
  expect(await screen.findByText('Enter a domain such as shop.example')).toBeTruthy();
  expect(changes(remote)).toEqual([]);
  await userEvent.clear(field);
  await userEvent.paste('https://www.Shop.Example/sale');
  await userEvent.click(screen.getByRole('button', { name: 'Block domain' }));
  expect(await screen.findByRole('button', { name: 'Allow shop.example' })).toBeTruthy();
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', { kind: 'domain', value: 'shop.example', properties: ['p_1000'] }],
  ]);
  expect((field as HTMLInputElement).value).toBe('');
});

test('an advertiser and an ad that ran here are blocked by choosing them, what is blocked already apart', async () => {
  const remote = show(
    'blocks',
    blockServer([
      makeBlock({ kind: 'advertiser', value: 'av_1001', advertiser: { id: 'av_1001', name: 'Shoes Ltd' } }),
    ]),
  );
  const name = 'Advertiser or ad that ran here';
  await userEvent.click(await screen.findByRole('button', { name: 'Block chosen' }));
  expect(await screen.findByText('Choose what to block')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'No company name (av_1002)',
    'Shoes for everybody · Shoes Ltd',
    'Tea · tea.example',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Tea · tea.example' }));
  await userEvent.click(screen.getByRole('radio', { name: 'All my properties' }));
  await userEvent.click(screen.getByRole('button', { name: 'Block chosen' }));
  expect(await screen.findByText('“Tea · tea.example” is blocked on all your properties')).toBeTruthy();
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', { kind: 'creative', value: 'cr_1002', properties: null }],
  ]);
  await waitFor(() => expect(screen.getByRole('combobox', { name })).toHaveProperty('value', ''));
  // It keeps what its field says: a chosen one that was blocked is offered no more.
  await userEvent.click(screen.getByRole('combobox', { name }));
  await screen.findByRole('option', { name: 'No company name (av_1002)' });
  expect(screen.queryByRole('option', { name: 'Tea · tea.example' })).toBeNull();
});

test('where nothing ran there is nothing to choose, and where it is not known the list says so', async () => {
  show('blocks', { ...blockServer([]), 'GET /api/publisher/ads': makeAds([]) });
  const name = 'Advertiser or ad that ran here';
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name });
  await waitFor(() => expect(field.placeholder).toBe('None ran here in these days'));
  expect(field.disabled).toBe(true);
  rendered?.unmount();
  show('blocks', {
    ...blockServer([]),
    'GET /api/publisher/ads': reply(400, { message: 'Away', code: 'AWAY' }),
  });
  expect(await screen.findByText(/The list could not be loaded/)).toBeTruthy();
});

test('what was blocked says by whom and when, goes to the history and comes back from there', async () => {
  show(
    'blocks',
    blockServer([
      makeBlock(),
      makeBlock({
        id: 'bl_1002',
        kind: 'advertiser',
        value: 'av_1001',
        advertiser: { id: 'av_1001', name: 'Shoes Ltd' },
        created_by: null,
      }),
    ]),
  );
  const list = within(await screen.findByRole('list', { name: 'Domains, advertisers and ads' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^shop\.exampleDomain · Ada, 20 Nov/),
    expect.stringMatching(/^Shoes LtdAdvertiser · 20 Nov/),
  ]);
  await userEvent.click(list.getByRole('button', { name: 'Allow shop.example' }));
  const past = within(await screen.findByRole('list', { name: 'Allowed again' }));
  expect(past.getByText(/Allowed by Ada/)).toBeTruthy();
  await userEvent.click(past.getByRole('button', { name: 'Block shop.example' }));
  expect(await list.findByRole('button', { name: 'Allow shop.example' })).toBeTruthy();
});

test('a category says what its block would cost, the dearest first, and what comes with it', async () => {
  const remote = show('blocks', blockServer([]));
  const boxes = await screen.findAllByRole('checkbox');
  const games = screen.getByRole('checkbox', { name: 'Games' });
  expect(boxes[0]).toBe(games);
  expect(screen.getByText('$30.00 · 75.0%')).toBeTruthy();
  expect(screen.getByText(/as soon as one category is\. Earned by these: \$10\.00 · 25\.0%/)).toBeTruthy();
  await userEvent.click(games);
  await waitFor(() =>
    expect((screen.getByRole('checkbox', { name: 'Games' }) as HTMLInputElement).checked).toBe(true),
  );
  expect(screen.getByText(/as at least one category is/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes(remote)).toHaveLength(2));
  expect(changes(remote)[1]).toEqual([
    '/api/property-blocks/remove',
    { kind: 'category', value: 'games', properties: ['p_1000'] },
  ]);
});
