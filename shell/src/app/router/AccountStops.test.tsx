import type { User } from '@ezdash/contracts';
import { sessionApi } from '@ezdash/store';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, standingOf, userOf } from '../../testing/renderApp';

const address = () => window.location.pathname + window.location.search;
const pending = userOf('advertiser', { status: 'pending' });
const suspended = userOf('publisher', { status: 'suspended' });
const rejected = userOf('advertiser', { status: 'ADK rejected' });
const social = userOf('advertiser', {
  status: 'pending',
  standing: standingOf({ registration_complete: false, profile_complete: false }),
});
const fresh = userOf('advertiser', { standing: standingOf({ profile_complete: false }) });

beforeEach(() => {
  window.localStorage.clear();
});

test.each<[string, User, string]>([
  ['pending', pending, '/auth/status'],
  ['suspended', suspended, '/auth/status'],
  ['rejected', rejected, '/auth/status'],
  ['not registered', social, '/auth/complete-registration'],
  ['without a profile', fresh, '/auth/complete-profile'],
  ['active', userOf('advertiser'), '/advertiser/dashboard'],
])('after signing in: %s', async (_, user, stop) => {
  const { store } = await renderApp({ path: '/auth/login' });
  await screen.findByRole('heading', { name: 'Sign in' });
  act(() => {
    const value = { user, csrf_token: 'new' };
    store.dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value }]));
  });
  await waitFor(() => expect(address()).toBe(stop));
});

test('an admin is stopped nowhere, however the account stands', async () => {
  await renderApp({ path: '/auth/login', user: userOf('admin', { status: 'suspended' }) });
  await waitFor(() => expect(address()).toBe('/admin'));
});

test('the page that was wished for is kept in mind, and a bare frame shows what comes before', async () => {
  await renderApp({ path: '/auth/login?next=%2Fadvertiser%2Fcampaigns%2F7', user: fresh });
  await screen.findByRole('heading', { name: '/auth/complete-profile' });
  expect(address()).toBe('/auth/complete-profile?next=%2Fadvertiser%2Fcampaigns%2F7');
  expect(document.title).toBe('Complete profile - EzDash');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a profile that was put off is not asked for again in this session of the browser', async () => {
  await renderApp({ path: '/auth/complete-profile', user: fresh });
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  act(() => {
    window.history.pushState(null, '', '/auth/login');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(address()).toBe('/advertiser/dashboard'));
});

test('an incomplete profile does not keep anybody from the pages', async () => {
  await renderApp({ path: '/advertiser/dashboard', user: fresh });
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(screen.queryByRole('note')).toBeNull();
});

test.each([
  ['/advertiser/dashboard?a=1', '/auth/complete-registration?next=%2Fadvertiser%2Fdashboard%3Fa%3D1'],
  ['/settings/profile', '/auth/complete-registration?next=%2Fsettings%2Fprofile'],
  ['/', '/auth/complete-registration'],
  ['/no/such/page', '/auth/complete-registration?next=%2Fno%2Fsuch%2Fpage'],
  ['/help', '/help'],
  ['/settings/appearance', '/settings/appearance'],
  ['/auth/status', '/auth/status'],
])('who has not completed the registration and opens %s is at %s', async (path, expected) => {
  await renderApp({ path, user: social });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(address()).toBe(expected));
});

test('from the pages that are open before it a line leads to the registration', async () => {
  await renderApp({ path: '/settings/appearance', user: social });
  const link = await screen.findByRole('link', { name: 'Complete it' });
  expect(link.getAttribute('href')).toBe('/auth/complete-registration');
  expect(link.closest('[data-tone]')?.textContent).toContain('Your registration is not complete.');
});

test.each<[User, string, string]>([
  [pending, 'Your account is in review.', 'What this means'],
  [suspended, 'Your account is suspended.', 'Why, and what to do'],
  [rejected, 'Your account was not approved.', 'Why, and what to do'],
])('every page of an account that is not active says so: %#', async (user, text, link) => {
  await renderApp({ path: '/settings/profile', user });
  await screen.findByText(text);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/auth/status');
});

test.each([userOf('advertiser'), userOf('admin', { status: 'suspended' })])(
  'no such line for %#: an active account, an admin',
  async (user) => {
    await renderApp({ path: '/settings/profile', user });
    await screen.findByRole('heading', { name: 'Profile' });
    expect(document.querySelector('.ez-notice')).toBeNull();
  },
);
