import type { OverridePreview } from '@ezdash/contracts';
import { page } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer, calls, renderApp, userOf } from '../../testing/renderApp';

const LINK = 'abc.def';
const PATH = `/try-release?link=${LINK}`;
const API = '/api/release-overrides';
const release: NonNullable<OverridePreview['release']> = {
  remote: 'mf-advertiser',
  version: '1.1.0',
  team: 'advertisers',
  verdict: { passed: true, checked_at: '2026-11-21T14:02:00.000Z' },
  origin: null,
  ends_at: '2099-11-21T15:02:00.000Z',
};
const one = {
  id: 3,
  remote: 'mf-advertiser',
  version: '1.1.0',
  taken_at: '2099-11-21T14:00:00.000Z',
  ends_at: '2099-11-21T15:02:00.000Z',
};

const show = (
  preview: Partial<OverridePreview>,
  { path = PATH, user = userOf('admin'), ...answers }: Record<string, Answer> & { path?: string } = {},
) =>
  renderApp({
    path,
    user: user as ReturnType<typeof userOf> | null,
    page: { user: user as ReturnType<typeof userOf> | null },
    answers: {
      [`POST ${API}/preview`]: { problem: null, release, ...preview },
      [`GET ${API}`]: { overrides: [] },
      ...answers,
    },
  });
const sent = (call: string) => calls.filter((made) => made.call === call);

let go: jest.SpyInstance;
let reload: jest.SpyInstance;
beforeEach(() => {
  go = jest.spyOn(page, 'go').mockImplementation(() => {});
  reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

test('names remote, version, team, verdict and how long, and changes nothing until somebody says yes', async () => {
  await show({}, { [`POST ${API}`]: { landing: '/advertiser/dashboard' } });
  await screen.findByRole('heading', { level: 1, name: 'Use release 1.1.0 of the advertiser pages?' });
  const facts = within(screen.getByRole('region', { name: 'Use release 1.1.0 of the advertiser pages?' }));
  expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'mf-advertiser',
    '1.1.0',
    'advertisers',
    expect.stringMatching(/^Passed, 21 Nov.*14:02 · Findings$/),
    expect.stringMatching(/^in \d+ years, 21 Nov 2099, 15:02 \(UTC\), or when you sign out$/),
  ]);
  expect(facts.getByRole('link', { name: 'Findings' }).getAttribute('href')).toBe(
    '/admin/remotes/mf-advertiser',
  );
  screen.getByText('Code of this release runs in your account and can do whatever you can do.');
  expect(sent(`POST ${API}`)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Use this release' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/advertiser/dashboard'));
  expect(sent(`POST ${API}`)).toEqual([{ call: `POST ${API}`, body: JSON.stringify({ link: LINK }) }]);
});

test('says no by leaving, and findings are for operators alone', async () => {
  await show({}, { user: userOf('advertiser') });
  await screen.findByRole('button', { name: 'Use this release' });
  expect(screen.queryByRole('link', { name: 'Findings' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/advertiser/dashboard');
});

test('a build on one’s own machine says that nobody has checked it', async () => {
  await show({ release: { ...release, verdict: null, origin: 'http://localhost:8090' } });
  await screen.findByText('Not checked: a build on your machine, served from http://localhost:8090');
});

test('says what the server says when it is not taken', async () => {
  const refused = () =>
    new Response(JSON.stringify({ message: 'This link has expired', code: 'LINK_OVER', requestId: 'r7' }), {
      status: 410,
    });
  await show({}, { [`POST ${API}`]: refused });
  await userEvent.click(await screen.findByRole('button', { name: 'Use this release' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The release was not changed This link has expired. Request r7');
  expect(go).not.toHaveBeenCalled();
});

test.each([
  ['over', 'This link has expired'],
  ['elsewhere', 'This link is for another environment'],
  ['broken', 'This link is incomplete'],
  ['gone', 'This release is not available here'],
  ['not_passed', 'This release has not passed the gate'],
  ['not_allowed', "You can't use this release"],
] as const)('a link that is %s says so, and leads home', async (problem, title) => {
  await show({ problem, release: problem === 'not_allowed' ? release : null }, { user: userOf('publisher') });
  await screen.findByRole('heading', { level: 1, name: title });
  screen.getByRole('link', { name: 'Go to your dashboard' });
  expect(screen.queryByRole('button', { name: 'Use this release' })).toBeNull();
});

test('a guest signs in first, and comes back with the link', async () => {
  await show({ problem: 'sign_in' }, { user: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in to use this release' });
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `/auth/login?next=${encodeURIComponent(PATH)}`,
  );
});

test('lists what the browser uses, and takes back one', async () => {
  let overrides = [one, { ...one, id: 4, remote: 'mf-auth', version: '2.0.0' }];
  await show(
    {},
    {
      path: '/try-release',
      [`GET ${API}`]: () => new Response(JSON.stringify({ overrides })),
      [`DELETE ${API}/3`]: () => {
        overrides = overrides.slice(1);
        return new Response(null, { status: 204 });
      },
      [`DELETE ${API}`]: () => {
        overrides = [];
        return new Response(null, { status: 204 });
      },
    },
  );
  await screen.findByText('Release 1.1.0 of the advertiser pages');
  screen.getAllByText('Since 21 Nov 2099, 14:00, until 21 Nov 2099, 15:02');
  screen.getByRole('button', { name: 'Take back all' });
  await userEvent.click(screen.getByRole('button', { name: 'Take back mf-advertiser' }));
  await waitFor(() => expect(screen.queryByText('Release 1.1.0 of the advertiser pages')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Take back mf-auth' }));
  expect(sent(`DELETE ${API}/4`)).toHaveLength(1);
});

test('says that there is none, and no remote stands beside it', async () => {
  await show({}, { path: '/try-release?__debug=1' });
  await screen.findByRole('heading', { level: 1, name: 'You use the same releases as everyone else' });
  expect(document.querySelector('[data-mf-remote]')).toBeNull();
});

test('a document with a release of one’s own is loaded anew before it asks', async () => {
  await renderApp({
    path: PATH,
    user: userOf('admin'),
    page: { user: userOf('admin') },
    registry: (made) =>
      Object.fromEntries(
        Object.entries(made).map(([name, entry]) => [name, { ...entry, override: true as const }]),
      ),
  });
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(calls.some(({ call }) => call.includes('release-overrides'))).toBe(false);
});
