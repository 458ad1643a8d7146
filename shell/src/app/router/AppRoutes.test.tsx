import { page, sessionApi } from '@ezdash/store';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { remoteModules, renderApp, userOf } from '../../testing/renderApp';

beforeEach(() => {
  window.localStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

const advertiser = userOf('advertiser');
const address = () => window.location.pathname + window.location.search;

test.each(['/', '/no/such/page'])('the hash #/login on %s leads to the log-in page', async (path) => {
  await renderApp({ path });
  act(() => {
    window.location.hash = '#/login';
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(address()).toBe('/auth/login');
});

test('/login leads to the log-in page, with what it was told', async () => {
  await renderApp({ path: '/login?next=%2Fsettings%2Fprofile' });
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(address()).toBe('/auth/login?next=%2Fsettings%2Fprofile');
});

test('a guest at a page of an account is asked to sign in, and then taken there', async () => {
  const { store } = await renderApp({ path: '/advertiser/campaigns/7?tab=days' });
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(address()).toBe('/auth/login?next=%2Fadvertiser%2Fcampaigns%2F7%3Ftab%3Ddays');
  act(() => {
    const value = { user: advertiser, csrf_token: 'new' };
    store.dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value }]));
  });
  await screen.findByRole('heading', { name: 'Winter shells' });
  expect(address()).toBe('/advertiser/campaigns/7?tab=days');
});

test('who is signed out while a page is open comes back to it, and is told why they have to sign in', async () => {
  const { store } = await renderApp({ path: '/advertiser/campaigns/7?tab=days', user: advertiser });
  await screen.findByRole('heading', { name: 'Winter shells' });
  act(() => {
    const value = { user: null, csrf_token: 'of a guest' };
    store.dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value }]));
  });
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(address()).toBe('/auth/login?next=%2Fadvertiser%2Fcampaigns%2F7%3Ftab%3Ddays&reason=signed-out');
});

test('an admin who signs in on a guest’s page gets one of their own, made by the server', async () => {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
  const { store } = await renderApp({ path: '/auth/login?next=%2Fadmin%2Fpayouts' });
  await screen.findByRole('heading', { name: 'Sign in' });
  act(() => {
    const value = { user: userOf('admin'), csrf_token: 'new' };
    store.dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value }]));
  });
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('heading')).toBeNull();
  expect(address()).toBe('/auth/login?next=%2Fadmin%2Fpayouts');
});

test('an admin’s own page is not loaded anew', async () => {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
  await renderApp({ path: '/advertiser/dashboard', user: userOf('admin') });
  await screen.findByRole('heading', { level: 1, name: 'This page belongs to advertisers' });
  expect(reload).not.toHaveBeenCalled();
});

test('a wish that is another role’s page ends at one’s own home', async () => {
  const path = '/auth/login?next=%2Fadvertiser%2Fdashboard';
  await renderApp({ path, user: userOf('publisher') });
  await waitFor(() => expect(address()).toBe('/publisher/dashboard'));
});

test('somebody else’s page says whose it is and leads home', async () => {
  await renderApp({ path: '/advertiser/dashboard', user: userOf('publisher') });
  await screen.findByRole('heading', { level: 1, name: 'This page belongs to advertisers' });
  screen.getByText(/signed in as publisher@demo.test/);
  expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe(
    '/publisher/dashboard',
  );
  expect(document.title).toBe('Not your page - EzDash');
});

test('a page that is not built says so, what it is for, and nothing links to it', async () => {
  await renderApp({ path: '/advertiser/metrics', user: advertiser });
  await screen.findByRole('heading', { level: 1, name: 'Metrics' });
  screen.getByText(/This page is not built yet.*reports on delivery/);
  expect(document.title).toBe('Metrics - EzDash');
  expect(document.querySelector('a[href="/advertiser/metrics"]')).toBeNull();
});

test('an address that leads nowhere says so, to guests in the public frame', async () => {
  await renderApp({ path: '/no/such/page' });
  await screen.findByRole('heading', { level: 1, name: 'No such page' });
  expect(document.title).toBe('No such page - EzDash');
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login');
});

test('titles follow the page, and a page may know a better one', async () => {
  await renderApp({ path: '/advertiser/dashboard', user: advertiser });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(document.title).toBe('Dashboard - EzDash');
  fireEvent.click(screen.getByRole('link', { name: 'Open the campaign' }));
  await screen.findByRole('heading', { name: 'Winter shells' });
  await waitFor(() => expect(document.title).toBe('Winter shells - EzDash'));
});

test('a change of page moves the focus to the heading and announces the page', async () => {
  await renderApp({ path: '/advertiser/dashboard', user: advertiser });
  const scrollTo = jest.spyOn(window, 'scrollTo');
  expect(document.activeElement).not.toBe(await screen.findByRole('heading', { name: 'Dashboard' }));
  fireEvent.click(screen.getByRole('link', { name: 'Open the campaign' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Winter shells'));
  await waitFor(() =>
    expect(screen.getByTestId('page-announcer').textContent).toBe('Winter shells - EzDash'),
  );
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('the way in leads to a page like any other: its heading has the focus, its top is shown, its name is said', async () => {
  const { store } = await renderApp({ path: '/auth/login' });
  const heading = await screen.findByRole('heading', { name: 'Sign in' });
  expect(document.activeElement).not.toBe(heading);
  const scrollTo = jest.spyOn(window, 'scrollTo');
  act(() => {
    const value = { user: advertiser, csrf_token: 'new' };
    store.dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value }]));
  });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Dashboard'));
  await waitFor(() => expect(screen.getByTestId('page-announcer').textContent).toBe('Dashboard - EzDash'));
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('a redirect at the start is no change of page: the browser announces what it has loaded', async () => {
  await renderApp({ path: '/login' });
  const heading = await screen.findByRole('heading', { name: 'Sign in' });
  expect(address()).toBe('/auth/login');
  expect(document.activeElement).not.toBe(heading);
  expect(screen.getByTestId('page-announcer').textContent).toBe('');
});

test('a broken page without a frame of its own stands in the public one, with the way home', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(remoteModules, 'mf-auth/App').mockRejectedValue(new Error('404'));
  await renderApp({ path: '/auth/login' });
  const title = await screen.findByRole('heading', { level: 1, name: 'Something went wrong' });
  expect(title.closest('main')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'EzDash' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
});
