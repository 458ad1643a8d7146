import { type RenderedRemote, renderRemote, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import texts from '../../../locales/en.json';
import { debugAnswers, makePromo } from '../../../testing/debugData';
import { REFRESH_MS } from '../useRefresh';
import { resetSending } from '../writeLog';
import { PromoTab } from './PromoTab';

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(<PromoTab />, { routes: { ...debugAnswers, ...routes }, texts: { debug: texts } });
  return rendered;
}
const listOf = (...data: ReturnType<typeof makePromo>[]) => ({
  'GET /debug-tool/promo-codes': {
    data,
    total: data.length,
    active_count: 0,
    expired_count: 0,
    exhausted_count: 0,
  },
});
const card = async () => within(await screen.findByRole('listitem'));
const value = async (term: string) =>
  (await card()).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
});
afterEach(() => {
  rendered?.unmount();
  jest.useRealTimers();
});

test('the overview has the four figures', async () => {
  show();
  await waitFor(() => expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('4'));
  const figure = (name: string) =>
    screen.getByText(name, { selector: 'dl dt' }).nextElementSibling?.textContent;
  expect(['Active', 'Expired', 'Exhausted'].map(figure)).toEqual(['1', '2', '1']);
});

test('a code shows every field', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'WELCOME10' })).toBeTruthy();
  expect((await card()).getByText('Welcome')).toBeTruthy();
  expect((await card()).getByText('For the first deposit')).toBeTruthy();
  expect(await value('Id')).toBe('promo_1');
  expect(await value('Discount')).toBe('percentage: 10%');
  expect(await value('States')).toBe('active, public');
  expect(await value('Usage')).toBe('40 of 160 (25%)');
  expect((await card()).getByRole('img', { name: /WELCOME10/ })).toBeTruthy();
  expect(await value('Minimum amount')).toBe('€50.00');
  expect(await value('Valid from')).toMatch(/1 Jan.* UTC/);
  expect(await value('Valid until')).toMatch(/31 Dec.* UTC/);
  expect(await value('Creator')).toBe('Mara Lindqvist');
});

test.each([
  [{ discount_type: 'fixed_amount', discount_value: 12.5 }, 'Discount', 'fixed amount: €12.50'],
  [{ discount_type: 'bonus_balance', discount_value: 20 }, 'Discount', 'bonus balance: €20.00'],
  [{ is_active: false, is_public: false }, 'States', 'inactive, not public'],
  [{ is_expired: true, is_usage_exhausted: true }, 'States', 'active, public, expired, exhausted'],
  [{ is_not_started: true }, 'States', 'active, public, not started'],
  [{ usage_limit: null, usage_percentage: null }, 'Usage', '40 uses, no limit'],
  [{ minimum_amount: null }, 'Minimum amount', '–'],
  [{ creator: null }, 'Creator', '–'],
] as const)('%j: %s is %s', async (over, term, text) => {
  show(listOf(makePromo(over)));
  expect(await value(term)).toBe(text);
});

test('no code yet is said', async () => {
  show(listOf());
  expect(await screen.findByText('No promo codes yet.')).toBeTruthy();
});

test('an empty answer shows no figures', async () => {
  const remote = show({ 'GET /debug-tool/promo-codes': {} });
  await waitFor(() => expect(remote.calls.some(({ path }) => path === '/debug-tool/promo-codes')).toBe(true));
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  expect(screen.getByRole('region', { name: 'Overview' })).toBeTruthy();
  expect(screen.queryByText('Total')).toBeNull();
});

test('a failure without words has the default text', async () => {
  show({ 'GET /debug-tool/promo-codes': reply(500) });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch promo codes');
});

test('asks again every 30 s while it is seen', async () => {
  jest.useFakeTimers();
  const remote = show();
  const asked = () => remote.calls.filter(({ path }) => path === '/debug-tool/promo-codes').length;
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(asked()).toBe(1);
  await act(() => jest.advanceTimersByTimeAsync(REFRESH_MS));
  expect(asked()).toBe(2);
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(() => jest.advanceTimersByTimeAsync(REFRESH_MS * 4));
  expect(asked()).toBe(2);
  hidden.mockRestore();
});
