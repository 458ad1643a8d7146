import type { NetworkSummary } from '@ezdash/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer, calls, renderApp, userOf } from '../../testing/renderApp';

const summary: NetworkSummary = {
  requests: 218_406,
  fill_rate: 0.879,
  invalid_rate: 0.021,
  property_count: 4,
  country_count: 2,
  sizes: [
    { width: 300, height: 250, requests: 41_200, ecpm_micros: 2_610_000, sample: '/creatives/a.svg' },
    { width: 728, height: 90, requests: 18_600, ecpm_micros: 2_180_000, sample: null },
  ],
  countries: [
    { country: 'SE', requests: 100_000, fill_rate: 0.903, ecpm_micros: 3_200_000 },
    { country: 'DE', requests: 80_000, fill_rate: 0.88, ecpm_micros: 2_710_000 },
  ],
  receipt: {
    happened_at: '2026-11-21T14:06:01Z',
    transaction: 'tx_98412',
    width: 300,
    height: 250,
    country: 'SE',
    device: 'desktop',
    property: 'alpineweather.example',
    bid_micros: 3_400_000,
    price_micros: 2_610,
    payout_micros: 2_088,
    viewable: true,
  },
};
const quiet: NetworkSummary = {
  requests: 0,
  fill_rate: 0,
  invalid_rate: 0,
  property_count: 0,
  country_count: 0,
  sizes: [],
  countries: [],
  receipt: null,
};

beforeEach(() => {
  window.localStorage.clear();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

const open = (answer: Answer, user = null as Parameters<typeof renderApp>[0]['user']) =>
  renderApp({ path: '/', user, answers: { 'GET /api/network/summary': answer } });
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('a visitor from nowhere known has no country on the receipt', async () => {
  await open({ ...summary, receipt: summary.receipt && { ...summary.receipt, country: 'ZZ' } });
  const head = (await screen.findByText(/Transaction tx_98412/)).parentElement;
  expect(head?.textContent).toContain('300×250 · Desktop');
});

test('the network shows itself with its live figures', async () => {
  await open(summary);
  await screen.findByText('218,406');
  expect(fact('Filled')).toBe('87.9%');
  expect(fact('Invalid, never billed')).toBe('2.1%');
  expect(document.title).toBe('Welcome - EzDash');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  const formats = within(screen.getByRole('list', { name: 'Formats with traffic and price' }));
  expect(formats.getAllByRole('listitem')).toHaveLength(2);
  expect(formats.getByText('Rectangle')).not.toBeNull();
  expect(screen.getByRole('row', { name: 'Sweden 100,000 90.3% $3.20' })).not.toBeNull();
});

test('the three lines of the latest impression add up to zero', async () => {
  await open(summary);
  const table = await screen.findByRole('table', { name: 'Postings of one impression' });
  const amounts = within(table)
    .getAllByRole('row')
    .map((row) => row.lastElementChild?.textContent);
  expect(amounts).toEqual(['−$0.002610', '+$0.002088', '+$0.000522', '$0.000000']);
  expect(screen.getByText('Transaction tx_98412')).not.toBeNull();
});

test('both doors lead to the registration with their role; there is no link to what does not exist', async () => {
  await open(summary);
  const hrefs = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
  expect(hrefs).toContain('/auth/register?role=advertiser');
  expect(hrefs).toContain('/auth/register?role=publisher');
  expect(hrefs).toContain('/help');
  const known =
    /^(\/|\/help|\/auth\/(login|register)(\?role=(advertiser|publisher))?|#(main|advertise|publish|formats|money))$/;
  for (const href of hrefs) expect(href).toMatch(known);
});

test('a network without traffic says so, and invents nothing', async () => {
  await open(quiet);
  await screen.findByText(/No format has had traffic/);
  expect(fact('Ad requests, last 24 hours')).toBe('0');
  expect(fact('Filled')).toBe('–');
  screen.getByText(/No impression has been billed/);
  screen.getByText(/No ad request has come/);
  expect(screen.queryByText('Price of this ad')).toBeNull();
});

test.each([
  ['refuses', () => new Response('{}', { status: 500 })],
  ['answers nothing', () => new Response('')],
])('when the server %s the page still stands, and asks again on demand', async (_, failure) => {
  let answer: Answer = failure;
  await open(() => (typeof answer === 'function' ? answer() : new Response(JSON.stringify(answer))));
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Every ad has a price.');
  answer = summary;
  if (retry) await userEvent.click(retry);
  await screen.findByText('218,406');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('who is signed in finds the way to the dashboard instead of the log-in', async () => {
  await open(summary, userOf('publisher'));
  const door = await screen.findByRole('link', { name: 'Open dashboard' });
  expect(door.getAttribute('href')).toBe('/publisher/dashboard');
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
});

test('a guest changes the language at the foot', async () => {
  const german = { locale: 'de', dir: 'ltr', translations: { shell: { site: { signIn: 'Anmelden' } } } };
  await renderApp({
    path: '/',
    answers: {
      'GET /api/network/summary': summary,
      'GET /api/translations/de': german,
      'POST /api/locale': {},
    },
  });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Language: English' }));
  // Without a layout the menu counts as scrolled away, and is hidden.
  await person.click(await screen.findByRole('menuitemradio', { name: 'Deutsch', hidden: true }));
  await screen.findByRole('link', { name: 'Anmelden' });
  expect(window.localStorage.getItem('ezdash_locale')).toBe('de');
  expect(calls.map(({ call }) => call)).toContain('POST /api/locale');
});
