import type { DebugRemotes } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { page, storage } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import texts from '../../../locales/en.json';
import { REFRESH_MS } from '../useRefresh';
import { resetSending } from '../writeLog';
import { PageTab } from './PageTab';

const pageData = {
  timestamp: '2026-11-21T14:06:21Z',
  uri: '/advertiser/dashboard',
  url: 'http://localhost/advertiser/dashboard?a=1',
  authenticated: true,
  user: { id: 4821, email: 'ines@halden.test', role: 'advertiser' },
  memory_usage: 48_200_000,
  is_spa: true,
};
const registry = { 'mf-debug': { version: '1.4.0' }, 'mf-advertiser': { version: '2.7.3' } };

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes, signedIn = false): RenderedRemote {
  rendered = renderRemote(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <div data-mf-remote="mf-advertiser" data-mf-version="2.7.2" />
      <PageTab />
    </>,
    {
      path: '/advertiser/dashboard',
      routes: { 'GET /debug-tool/remotes': { remotes: [] }, ...routes },
      texts: { debug: texts },
      user: signedIn ? testUser() : null,
    },
  );
  return rendered;
}
const block = (name: string) => within(screen.getByRole('region', { name }));
const value = (name: string, term: string) =>
  block(name).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
const offered = (change: Partial<DebugRemotes['remotes'][number]> = {}): DebugRemotes => ({
  remotes: [
    {
      name: 'mf-advertiser',
      active: '2.7.3',
      override: null,
      releases: [
        { version: '3.0.0', published_at: '2026-11-21T10:00:00Z', problems: ['needs react ^20.0.0'] },
        { version: '2.7.3', published_at: '2026-11-20T10:00:00Z', problems: [] },
        { version: '2.7.2', published_at: '2026-11-19T10:00:00Z', problems: [] },
      ],
      ...change,
    },
  ],
});
const overrides = ({ calls }: RenderedRemote) =>
  calls.filter(({ path }) => path === '/debug-tool/remotes/override').map(({ body }) => body);
const pageCalls = ({ calls }: RenderedRemote) => calls.filter(({ path }) => path === '/debug-tool/page-data');

beforeEach(() => {
  resetSending();
  window.localStorage.clear();
  document.getElementById('registry')?.remove();
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'registry';
  script.textContent = JSON.stringify(registry);
  document.head.append(script);
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('shows what the server says of the page', async () => {
  show({ 'GET /debug-tool/page-data': pageData });
  await waitFor(() => expect(value('Server', 'URI')).toBe('/advertiser/dashboard'));
  expect(value('Server', 'URL')).toBe(pageData.url);
  expect(value('Server', 'Load')).toBe('SPA');
  expect(value('Server', 'Visitor')).toBe('Authenticated · ines@halden.test (advertiser)');
  expect(value('Server', 'Memory')).toBe('48.2 MB');
  expect(value('Server', 'Updated')).toBe('14:06:21 UTC, every 30 s');
});

test('a guest and a full load are told apart', async () => {
  show({ 'GET /debug-tool/page-data': { ...pageData, authenticated: false, user: null, is_spa: false } });
  await waitFor(() => expect(value('Server', 'Visitor')).toBe('Guest'));
  expect(value('Server', 'Load')).toBe('Full load');
});

test('names React, the store, its cached queries, and the release that really runs', async () => {
  show({ 'GET /debug-tool/page-data': pageData });
  expect(value('Framework', 'React')).toMatch(/^19\./);
  expect(value('Framework', 'Store slices')).toContain('api');
  expect(value('Framework', 'mf-debug')).toBe('1.4.0 · not loaded');
  expect(value('Framework', 'mf-advertiser')).toBe('2.7.3, 2.7.2 runs · another release took over');
  await waitFor(() =>
    expect(value('Framework', 'RTK Query')).toBe('3 cached queries: debugPageData, debugRemotes, me'),
  );
});

test('describes the browser', () => {
  show({ 'GET /debug-tool/page-data': pageData });
  expect(value('Client', 'Viewport')).toBe(`${window.innerWidth} × ${window.innerHeight}`);
  expect(value('Client', 'Network')).toBe('Online');
  expect(value('Client', 'User agent')).toBe(navigator.userAgent);
  expect(value('Client', 'Theme')).toBe('system, shown light');
  expect(value('Client', 'Connection')).toBe('The browser does not tell');
});

test('a release that does not fit is shown with the reason, and cannot be chosen', async () => {
  show({ 'GET /debug-tool/page-data': pageData, 'GET /debug-tool/remotes': offered() });
  await userEvent.click(await screen.findByRole('combobox', { name: /^Release/ }));
  const unfit = await screen.findByRole('option', { name: '3.0.0 does not fit: needs react ^20.0.0' });
  expect(unfit.getAttribute('data-combobox-disabled')).toBe('true');
  expect(screen.getByRole('option', { name: '2.7.3, the active one' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply mf-advertiser' }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Reset mf-advertiser' })).toBeNull();
});

test('another release is asked for, and the page is loaded anew', async () => {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
  const remote = show({
    'GET /debug-tool/page-data': pageData,
    'GET /debug-tool/remotes': offered(),
    'POST /debug-tool/remotes/override': offered(),
  });
  await userEvent.click(await screen.findByRole('combobox', { name: /^Release/ }));
  await userEvent.click(await screen.findByRole('option', { name: /^2\.7\.2, / }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply mf-advertiser' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(overrides(remote)).toEqual([{ remote: 'mf-advertiser', version: '2.7.2' }]);
});

test('a page with another release says so, until when, and can be put back', async () => {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
  const override = { version: '2.7.2', ends_at: '2026-11-21T15:06:00Z' };
  const remote = show({
    'GET /debug-tool/page-data': pageData,
    'GET /debug-tool/remotes': offered({ override }),
    'POST /debug-tool/remotes/override': offered(),
  });
  const note = await screen.findByRole('note');
  expect(note.textContent).toBe(
    'This browser is given other releases than everybody else: mf-advertiser 2.7.2. Reset beside each of them brings the active one back.',
  );
  expect(value('Framework', 'mf-advertiser')).toContain('Only in this browser, until 15:06 UTC');
  await userEvent.click(screen.getByRole('button', { name: 'Reset mf-advertiser' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(overrides(remote)).toEqual([{ remote: 'mf-advertiser', version: null }]);
});

test('a refused release is said where it was asked for', async () => {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
  show({
    'GET /debug-tool/page-data': pageData,
    'GET /debug-tool/remotes': offered({ override: { version: '2.7.2', ends_at: '2026-11-21T15:06:00Z' } }),
    'POST /debug-tool/remotes/override': reply(409, {
      message: 'This release cannot run: its files are not on this server',
      code: 'RELEASE_DOES_NOT_FIT',
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Reset mf-advertiser' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This release cannot run: its files are not on this server');
  expect(reload).not.toHaveBeenCalled();
});

test('a failed call leaves what the browser knows, marked Server Error', async () => {
  const remote = show({ 'GET /debug-tool/page-data': reply(500, {}) }, true);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Server Error');
  expect(alert.textContent).toContain('Failed to fetch page data');
  expect(alert.textContent).toContain('req_test');
  expect(value('Server', 'URL')).toBe(window.location.href);
  expect(value('Server', 'Visitor')).toContain('Authenticated');
  expect(value('Server', 'Memory')).toBe('Server Error');

  remote.answer({ 'GET /debug-tool/page-data': pageData });
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(value('Server', 'Memory')).toBe('48.2 MB'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('asks again after a navigation within the app', async () => {
  const remote = show({ 'GET /debug-tool/page-data': pageData });
  await waitFor(() => expect(pageCalls(remote)).toHaveLength(1));
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await waitFor(() => expect(pageCalls(remote)).toHaveLength(2));
});

test('asks again every 30 s', async () => {
  jest.useFakeTimers();
  const remote = show({ 'GET /debug-tool/page-data': pageData });
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(pageCalls(remote)).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(REFRESH_MS));
  expect(pageCalls(remote)).toHaveLength(2);
  await act(() => jest.advanceTimersByTimeAsync(REFRESH_MS));
  expect(pageCalls(remote)).toHaveLength(3);
});

test('the token is nobody’s but the store’s to send', () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  show({ 'GET /debug-tool/page-data': pageData });
  expect(document.body.textContent).not.toContain('half');
});
