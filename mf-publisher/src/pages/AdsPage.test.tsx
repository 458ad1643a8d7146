import type { AdReviewAd, BlockInput } from '@ezdash/contracts';
import {
  type Call,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { makeAd, makeAds } from '../testing/adReviewData';
import { makeFigures, makeProperty } from '../testing/publisherData';
import { AdsPage } from './AdsPage';

const properties = [
  makeProperty(),
  makeProperty({ id: 'p_1001', name: 'Harbour News' }),
  makeProperty({ id: 'p_1002', name: 'Put away', state: 'archived' }),
];

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, path = '/publisher/ads'): RenderedRemote {
  rendered = renderRemote(<AdsPage />, {
    path,
    user: testUser({ role: 'publisher' }),
    texts: { publisher: texts },
    routes: { 'GET /api/properties': { properties, totals: makeFigures() }, ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

/** A server that keeps where its ad is blocked, as the real one does. */
function server(start: AdReviewAd): StubRoutes {
  const blocked = new Map(start.blocked_on.map(({ property_id: id, reasons }) => [id, reasons]));
  const idsOf = ({ properties: ids }: BlockInput) => ids ?? ['p_1000', 'p_1001'];
  return {
    'GET /api/publisher/ads': ({ query }: Call) =>
      makeAds([
        {
          ...start,
          blocked_on: [...blocked]
            .filter(([id]) => query.property === undefined || id === query.property)
            .map(([property_id, reasons]) => ({ property_id, reasons })),
        },
      ]),
    'POST /api/property-blocks': ({ body }: { body: BlockInput }) => {
      const added = idsOf(body).filter((id) => !blocked.has(id));
      for (const id of added) blocked.set(id, [{ kind: body.kind, value: body.value }]);
      return { properties: added };
    },
    'POST /api/property-blocks/remove': ({ body }: { body: BlockInput }) => ({
      properties: idsOf(body).filter((id) => blocked.delete(id)),
    }),
  };
}
const changes = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
const asked = ({ calls }: RenderedRemote) =>
  calls.filter(({ path }) => path === '/api/publisher/ads').at(-1)?.query;
const row = () => screen.getAllByRole('row')[1]?.textContent ?? '';
const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('an ad of the whole account is blocked everywhere from its row, and the undo leaves what was so before', async () => {
  const reasons = [{ kind: 'creative' as const, value: 'cr_1001' }];
  const remote = show(server(makeAd({ blocked_on: [{ property_id: 'p_1001', reasons }] })));
  await screen.findByRole('button', { name: 'Shoes for everybody' });
  expect(row()).toContain('Blocked on 1 of 2');
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Shoes for everybody' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block this ad everywhere' }));
  expect(await screen.findByText('“Shoes for everybody” is blocked on all your properties')).toBeTruthy();
  await waitFor(() => expect(row()).toContain('BlockedThis ad'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(row()).toContain('Blocked on 1 of 2'));
  expect(await screen.findByText('“Shoes for everybody” is as it was before')).toBeTruthy();
  const input = { kind: 'creative', value: 'cr_1001' };
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', { ...input, properties: null }],
    ['/api/property-blocks/remove', { ...input, properties: ['p_1000'] }],
  ]);
});

test('looked at closely it is blocked on a property by its name, archived ones left out', async () => {
  const remote = show(server(makeAd()));
  await userEvent.click(await screen.findByRole('button', { name: 'Shoes for everybody' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Shoes for everybody' }));
  await userEvent.click(drawer.getByRole('combobox', { name: 'Where' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All my properties',
    'Alpine Weather',
    'Harbour News',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Harbour News' }));
  await userEvent.click(drawer.getByRole('button', { name: 'Block Shoes Ltd' }));
  expect(await screen.findByText('“Shoes Ltd” is blocked on Harbour News')).toBeTruthy();
  expect(await drawer.findByRole('button', { name: 'Allow Shoes Ltd' })).toBeTruthy();
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', { kind: 'advertiser', value: 'av_1001', properties: ['p_1001'] }],
  ]);
});

test('one property is chosen, stands in the address, and the advertiser of before is let go', async () => {
  const remote = show(server(makeAd()));
  await screen.findByRole('button', { name: 'Shoes for everybody' });
  await choose('Advertiser', 'Shoes Ltd');
  await waitFor(() => expect(asked(remote)).toMatchObject({ advertiser: 'av_1001' }));
  await choose('Property', 'Harbour News');
  expect(await screen.findByText('Ads on Harbour News')).toBeTruthy();
  expect(remote.address()).toBe('/publisher/ads?property=p_1001');
  await waitFor(() => expect(asked(remote)).toMatchObject({ property: 'p_1001' }));
  expect(asked(remote)).not.toHaveProperty('advertiser');
  await screen.findByRole('button', { name: 'Shoes for everybody' });
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Shoes for everybody' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block this ad' }));
  await waitFor(() => expect(row()).toContain('BlockedThis ad'));
  expect(changes(remote)).toEqual([
    ['/api/property-blocks', { kind: 'creative', value: 'cr_1001', properties: ['p_1001'] }],
  ]);
});

test('an archived property’s ads are looked at, and nothing of them is blocked there', async () => {
  show(server(makeAd()), '/publisher/ads?property=p_1002');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Shoes for everybody' }));
  await screen.findByRole('menuitem', { name: 'Look at the ad' });
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
});

test('without a property it leads to the first; what fails is tried again', async () => {
  const remote = show({ 'GET /api/properties': reply(0) });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 4_000 });
  remote.answer({ 'GET /api/properties': { properties: [], totals: makeFigures() } });
  await userEvent.click(again);
  const link = await screen.findByRole('link', { name: 'Create property' });
  expect(link.getAttribute('href')).toBe('/publisher/properties/new');
});
