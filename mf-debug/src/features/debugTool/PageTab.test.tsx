import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { storage } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import texts from '../../locales/en.json';
import { PageTab } from './PageTab';
import { REFRESH_MS } from './usePageFacts';
import { resetSending } from './writeLog';

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

// A busy machine needs longer than the usual 5 s.
jest.setTimeout(30_000);

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes, signedIn = false): RenderedRemote {
  rendered = renderRemote(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <div data-mf-remote="mf-advertiser" data-mf-version="2.7.2" />
      <PageTab />
    </>,
    { path: '/advertiser/dashboard', routes, texts: { debug: texts }, user: signedIn ? testUser() : null },
  );
  return rendered;
}
const block = (name: string) => within(screen.getByRole('region', { name }));
const value = (name: string, term: string) =>
  block(name).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
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
  expect(value('Framework', 'mf-debug')).toBe('1.4.0');
  expect(value('Framework', 'mf-advertiser')).toBe('2.7.3, 2.7.2 runs');
  await waitFor(() => expect(value('Framework', 'RTK Query')).toBe('2 cached queries: debugPageData, me'));
});

test('describes the browser', () => {
  show({ 'GET /debug-tool/page-data': pageData });
  expect(value('Client', 'Viewport')).toBe(`${window.innerWidth} × ${window.innerHeight}`);
  expect(value('Client', 'Network')).toBe('Online');
  expect(value('Client', 'User agent')).toBe(navigator.userAgent);
  expect(value('Client', 'Theme')).toBe('system, shown light');
  expect(value('Client', 'Connection')).toBe('The browser does not tell');
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
