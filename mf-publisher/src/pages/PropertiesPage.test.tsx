import {
  fillIn,
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
import { makeDetail, makeFigures, makeProperty, someFigures } from '../testing/publisherData';
import { NewPropertyPage } from './NewPropertyPage';
import { PropertiesPage } from './PropertiesPage';
import { PropertyPage } from './PropertyPage';

const list = {
  properties: [
    makeProperty(),
    makeProperty({
      id: 'p_1001',
      name: 'Quiet site',
      domain: 'quiet.example',
      state: 'pending',
      figures: makeFigures(),
    }),
  ],
  totals: someFigures,
};

let rendered: RenderedRemote | undefined;
function show(path: string, routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/publisher/properties" element={<PropertiesPage />} />
      <Route path="/publisher/properties/new" element={<NewPropertyPage />} />
      <Route path="/publisher/properties/:id" element={<PropertyPage />} />
    </Routes>,
    {
      path,
      user: testUser({ role: 'publisher' }),
      texts: { publisher: texts },
      routes: { 'GET /api/publisher/ads-txt': { line: '', properties: [] }, ...routes },
    },
  );
  return rendered;
}
/** At once instead of letter by letter: a page renders again with each. */
const write = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.paste(text);
};
afterEach(() => rendered?.unmount());

test('lists properties with figures and totals', async () => {
  show('/publisher/properties', { 'GET /api/properties': list });
  const table = within(await screen.findByRole('table', { name: 'Properties' }));
  const [, row] = table.getAllByRole('row');
  expect(row?.textContent).toContain('Alpine Weather');
  expect(row?.textContent).toContain('91.2%');
  expect(row?.textContent).toContain('$2.53');
  expect(row?.textContent).toContain('$4,044.90');
  expect(table.getByText('All 2 properties')).toBeTruthy();
  expect(table.getByText('Pending')).toBeTruthy();
});

test('says at a glance what a site still needs', async () => {
  const result = (status: string) => ({ status, hints: [] });
  show('/publisher/properties', {
    'GET /api/properties': {
      ...list,
      properties: [
        makeProperty({ last_request_at: new Date(Date.now() - 3 * 3_600_000).toISOString() }),
        makeProperty({ id: 'p_1001', name: 'Quiet', verification: 'unverified', last_request_at: null }),
        makeProperty({ id: 'p_1002', name: 'Sold', verification: 'lost' }),
        makeProperty({ id: 'p_1003', name: 'Gone', state: 'archived' }),
      ],
    },
    'GET /api/publisher/ads-txt': {
      line: '',
      properties: [
        { id: 'p_1000', result: result('present') },
        { id: 'p_1001', result: null },
        { id: 'p_1002', result: result('missing') },
      ],
    },
  });
  await screen.findByText('ads.txt: In place');
  const setupOf = (name: string) => {
    const row = screen.getAllByRole('row').find((each) => within(each).queryByRole('link', { name }));
    return (
      row &&
      within(row)
        .queryAllByRole('listitem')
        .map(({ textContent }) => textContent)
    );
  };
  expect(setupOf('Alpine Weather')).toEqual(['Verified', 'Tag seen 3 hours ago', 'ads.txt: In place']);
  expect(setupOf('Quiet')).toEqual(['Not verified', 'No tag seen', 'ads.txt: Not looked at yet']);
  expect(setupOf('Sold')?.[0]).toBe('Verification lost');
  expect(setupOf('Sold')?.[2]).toBe('ads.txt: Line missing');
  expect(setupOf('Gone')).toEqual([]);
});

test('filters by name and domain, and says when nothing matches', async () => {
  show('/publisher/properties', { 'GET /api/properties': list });
  await fillIn(await screen.findByRole('searchbox', { name: 'Filter by name, domain or id' }), 'quiet');
  expect(screen.queryByText('Alpine Weather')).toBeNull();
  await fillIn(screen.getByRole('searchbox', { name: 'Filter by name, domain or id' }), ' nothing');
  expect(screen.getByText('No property matches')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('Alpine Weather')).toBeTruthy();
});

test('an empty list leads to the first property', async () => {
  show('/publisher/properties', { 'GET /api/properties': { properties: [], totals: makeFigures() } });
  await userEvent.click(await screen.findByRole('link', { name: 'Create property' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'New property' })).toBeTruthy();
});

test('a failed list offers to try again', async () => {
  const remote = show('/publisher/properties', { 'GET /api/properties': reply(0) });
  const button = await screen.findByRole('button', { name: 'Try again' }, { timeout: 4_000 });
  remote.answer({ 'GET /api/properties': list });
  await userEvent.click(button);
  expect(await screen.findByText('Alpine Weather')).toBeTruthy();
});

describe('a new property', () => {
  const fill = async () => {
    await write(screen.getByRole('textbox', { name: /Name/ }), 'Alpine Weather');
    await write(screen.getByRole('textbox', { name: /Domain/ }), 'https://AlpineWeather.example/today');
    await userEvent.click(screen.getByRole('combobox', { name: 'Category' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Weather' }));
  };
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create property' }));

  test('says what is missing, all at once, and sends nothing', async () => {
    const remote = show('/publisher/properties/new', {});
    await submit();
    expect(await screen.findByText('Give the property a name')).toBeTruthy();
    expect(screen.getByText('Enter a domain such as example.com')).toBeTruthy();
    expect(screen.getByText('Choose what the site is about')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }));
    expect(remote.calls).toHaveLength(0);
  });

  test('is sent as the contract wants it, and leads to its page', async () => {
    const remote = show('/publisher/properties/new', {
      'POST /api/properties': makeProperty({ zone_count: 0 }),
      'GET /api/properties/:id': makeDetail([]),
    });
    await fill();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Create the first zone' })).toBeTruthy();
    expect(remote.address()).toBe('/publisher/properties/p_1000');
    expect(remote.calls[0]?.body).toEqual({
      name: 'Alpine Weather',
      domain: 'alpineweather.example',
      category: 'weather',
      language: 'en',
    });
    expect(screen.getByText('Alpine Weather is created')).toBeTruthy();
  });

  test('refused: the field says why and takes the focus', async () => {
    show('/publisher/properties/new', {
      'POST /api/properties': reply(422, {
        message: 'Check the form',
        code: 'VALIDATION',
        errors: { domain: ['You have a property with this domain'] },
      }),
    });
    await fill();
    await submit();
    expect(await screen.findByText('You have a property with this domain')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Domain/ })));
  });

  test('broken: the form keeps what was typed and shows the request id', async () => {
    show('/publisher/properties/new', {
      'POST /api/properties': reply(500, { message: 'The database is away' }),
    });
    await fill();
    await submit();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The property was not saved');
    expect(alert.textContent).toContain('req_test');
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Alpine Weather');
  });
});
