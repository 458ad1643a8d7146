import type { PublicConfig, RegistryEntry } from '@ezdash/contracts';
import { api, type LiveTransport } from '@ezdash/store';
import { dismissToasts } from '@ezdash/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { remoteVersion } from '../../remotes';
import {
  calls,
  config,
  englishTexts,
  manifests,
  registryOf,
  remoteModules,
  renderApp,
  texts,
  userOf,
} from '../../testing/renderApp';
import { setTransport } from './loadTransport';

const REMOTE = 'mf-advertiser';
const path = '/advertiser/dashboard';
const broadcaster: PublicConfig['broadcaster'] = { key: 'k', host: 'live.test', port: 443, scheme: 'https' };

const testApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserTestSave: build.mutation<void, void>({ query: () => ({ url: '/api/save', method: 'POST' }) }),
  }),
});

/** Which release a loading gives, and whether it does. */
let next: 'old' | 'new' | 'broken' | 'throws' = 'old';

/** A page with a link, a field, a dialog and a call. */
function Dashboard({ title }: { title: string }) {
  const [name, setName] = useState('');
  const [asks, setAsks] = useState(false);
  const [save] = testApi.useAdvertiserTestSaveMutation();
  return (
    <>
      <h1>{title}</h1>
      <button type="button">Show more</button>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={() => setAsks(true)}>
        Ask
      </button>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <Link to="/settings/profile">Away</Link>
      {asks && (
        <div role="dialog" aria-modal="true" aria-label="Question">
          Are you sure?
        </div>
      )}
    </>
  );
}

const pageOf = (title: string) => () => (
  <Routes>
    <Route path={path} element={<Dashboard title={title} />} />
  </Routes>
);
const Throws = () => {
  throw new Error('no such column');
};
/** What a loading waits for. */
let slow: Promise<void> = Promise.resolve();
const loadApp = async () => {
  await slow;
  if (next === 'broken') throw new Error('Loading chunk failed');
  if (next === 'throws') return { default: Throws };
  return { default: pageOf(next === 'new' ? 'Dashboard, anew' : 'Dashboard') };
};
const modules = {
  ...remoteModules,
  [`${REMOTE}/App`]: loadApp,
  'mf-settings/App': async () => ({
    default: () => (
      <>
        <h1>Profile</h1>
        <Link to={path}>Back</Link>
      </>
    ),
  }),
};

type Listener = Parameters<LiveTransport['join']>[1];
let channels = new Map<string, Listener>();
let letIn = () => {};

beforeEach(() => {
  slow = Promise.resolve();
  next = 'old';
  channels = new Map();
  setTransport(({ onLive }) => {
    letIn = () => {
      onLive();
      for (const listener of channels.values()) listener.onJoined();
    };
    return {
      transport: {
        join: (name, listener) => {
          channels.set(name, listener);
          return { leave: () => void channels.delete(name), whisper: () => undefined };
        },
      },
      close: () => undefined,
    };
  });
});
afterEach(() => {
  act(dismissToasts);
  setTransport(null);
  jest.restoreAllMocks();
});

/** What the server's registry says of a remote from now on. */
const offered: Record<string, Partial<RegistryEntry>> = {};
beforeEach(() => {
  for (const name of Object.keys(offered)) delete offered[name];
});
const registryNow = () =>
  Object.fromEntries(
    Object.entries(registryOf(manifests)).map(([name, entry]) => [name, { ...entry, ...offered[name] }]),
  );
/** Words of the release that is offered. */
const newTexts = {
  ...englishTexts,
  translations: { ...texts, settings: { page: { profile: 'Profile, anew' } } },
};

async function opened(more: Record<string, unknown> = {}, search = '', joins = true) {
  const app = await renderApp({
    path: path + search,
    user: userOf('advertiser'),
    page: { config: { ...config, broadcaster } },
    modules,
    answers: {
      'GET /api/campaigns': { campaigns: [] },
      'GET /remotes/registry.json': () => Response.json(registryNow()),
      'GET /api/translations/en': () =>
        Response.json(Object.keys(offered).length > 0 ? newTexts : englishTexts),
      'POST /api/save': () => new Response(null, { status: 204 }),
      ...more,
    },
  });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await waitFor(() => expect(channels.has('releases')).toBe(true));
  if (joins) act(() => letIn());
  return app;
}

const asked = () => calls.filter(({ call }) => call.startsWith('GET /remotes/registry.json'));
let revision = 40;

/** A release becomes the active one, and the tab hears of it. */
async function announce(name: string, version: string, change: Partial<RegistryEntry> = {}) {
  offered[name] = { version, ...change };
  revision += 1;
  const before = asked().length;
  const told = { remote: name, version, revision, spread_ms: 0 };
  act(() => channels.get('releases')?.onTold('release.activated', told));
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
}
const notice = () => screen.queryByText(/is ready/);

test('the registry is asked for with the revision that was told', async () => {
  await opened();
  next = 'new';
  await announce(REMOTE, '2.0.0');
  expect(asked()[0]?.call).toBe(`GET /remotes/registry.json?revision=${revision}`);
});

test('a release of a remote in use takes over in place, silently, and the focus stays', async () => {
  await opened();
  screen.getByRole('button', { name: 'Show more' }).focus();
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
  expect(remoteVersion(REMOTE)).toBe('2.0.0');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show more' }));
  expect(notice()).toBeNull();
  expect(screen.queryByText(/^Updated/)).toBeNull();
});

test('what is being typed stays, and the release waits until somebody says so', async () => {
  await opened();
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByText(/A new version of the advertiser pages is ready/);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Winter');
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }));
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
  expect(await screen.findByText('Updated: the advertiser pages')).toBeTruthy();
  expect(notice()).toBeNull();
  // What had the focus before the notice did.
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('put off, it is there when somebody comes back to the remote', async () => {
  await opened();
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(notice()).toBeNull();
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  await screen.findByRole('heading', { name: 'Profile' });
  await waitFor(() => expect(remoteVersion(REMOTE)).toBe('2.0.0'));
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
});

test('a notice goes with the pages it is about', async () => {
  await opened();
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByText(/is ready/);
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  await waitFor(() => expect(notice()).toBeNull());
});

const askFirst = (event: Event) => event.preventDefault();
afterEach(() => window.removeEventListener('beforeunload', askFirst));

type Case = [what: string, happen: () => Promise<void>, answers: Record<string, unknown>];
test.each<Case>([
  ['a dialog is open', async () => userEvent.click(screen.getByRole('button', { name: 'Ask' })), {}],
  [
    'a call is on its way',
    async () => userEvent.click(screen.getByRole('button', { name: 'Save' })),
    { 'POST /api/save': () => new Promise<Response>(() => undefined) },
  ],
  ['the page would ask before it is left', async () => window.addEventListener('beforeunload', askFirst), {}],
])('while %s, the release waits', async (_, happen, answers) => {
  await opened(answers);
  await happen();
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByText(/is ready/);
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});

test('several that wait are one notice, and one press takes them all', async () => {
  await opened({}, '?debug=true');
  await screen.findByRole('button', { name: 'Debug' });
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByText(/A new version of the advertiser pages is ready/);
  // The page waits for an answer, whoever asks.
  await announce('mf-debug', '2.0.0');
  await screen.findByText(/A new version of the advertiser pages and the operator pages is ready/);
  expect(screen.getAllByText(/is ready/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }));
  await screen.findByText('Updated: the advertiser pages and the operator pages');
  expect([remoteVersion(REMOTE), remoteVersion('mf-debug')]).toEqual(['2.0.0', '2.0.0']);
});

test('of a remote that is not in the page it is the one from then on, with its texts', async () => {
  await opened();
  await announce('mf-settings', '2.0.0');
  await waitFor(() => expect(remoteVersion('mf-settings')).toBe('2.0.0'));
  expect(notice()).toBeNull();
  const i18next = (await import('i18next')).default;
  await waitFor(() => expect(i18next.t('settings:page.profile')).toBe('Profile, anew'));
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
});

test('words of a release that waits do not come before it', async () => {
  const changed = { ...newTexts, translations: { ...texts, advertiser: { page: { dashboard: 'Anew' } } } };
  await opened({
    'GET /api/translations/en': () => Response.json(Object.keys(offered).length > 0 ? changed : englishTexts),
  });
  const i18next = (await import('i18next')).default;
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByText(/is ready/);
  expect(i18next.t('advertiser:page.dashboard')).toBe('Dashboard');
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }));
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
  expect(i18next.t('advertiser:page.dashboard')).toBe('Anew');
});

test('one that does not load leaves the old one as it is, and is not tried again until somebody decides anew', async () => {
  await opened();
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  next = 'broken';
  await announce(REMOTE, '2.0.0');
  await userEvent.click(await screen.findByRole('button', { name: 'Update now' }));
  await screen.findByText(
    /^The new version of the advertiser pages does not work\. You go on with the one you have/,
  );
  expect(notice()).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Winter');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
  // Told of another remote: the registry still says the one that failed.
  await announce('mf-settings', '2.0.0');
  await waitFor(() => expect(remoteVersion('mf-settings')).toBe('2.0.0'));
  expect(notice()).toBeNull();
  expect(screen.getByText(/does not work/)).toBeTruthy();
  // Told of this one.
  await announce(REMOTE, '2.0.0');
  await screen.findByText(/is ready/);
  expect(screen.queryByText(/does not work/)).toBeNull();
});

test('while an update that was asked for is on its way, the notice says so', async () => {
  await opened();
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  let load = () => {};
  const arrives = new Promise<void>((resolve) => {
    load = resolve;
  });
  next = 'new';
  await announce(REMOTE, '2.0.0');
  slow = arrives;
  await userEvent.click(await screen.findByRole('button', { name: 'Update now' }));
  await screen.findByText('Updating: the advertiser pages…');
  expect(screen.queryByRole('button', { name: 'Update now' })).toBeNull();
  load();
  await screen.findByText('Updated: the advertiser pages');
  expect(screen.queryByText(/^Updating/)).toBeNull();
});

test('one that somebody asked for and that throws as it is mounted is not said to be in', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await opened();
  await userEvent.type(screen.getByLabelText('Name'), 'Winter');
  next = 'throws';
  await announce(REMOTE, '2.0.0');
  await userEvent.click(await screen.findByRole('button', { name: 'Update now' }));
  await screen.findByText(/does not work, and the one before is back\. What you had not saved may be gone/);
  expect(screen.queryByText(/^Updated/)).toBeNull();
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/does not work/)).toBeNull();
});

test('one that throws as it takes over gives the place back at once, with its words', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const changed = { ...newTexts, translations: { ...texts, advertiser: { page: { dashboard: 'Anew' } } } };
  await opened({
    'GET /api/translations/en': () => Response.json(Object.keys(offered).length > 0 ? changed : englishTexts),
  });
  const i18next = (await import('i18next')).default;
  const said: string[] = [];
  i18next.store.on('added', () => said.push(i18next.t('advertiser:page.dashboard')));
  next = 'throws';
  await announce(REMOTE, '2.0.0');
  await waitFor(() => expect(said).toContain('Anew'));
  await waitFor(() => expect(i18next.t('advertiser:page.dashboard')).toBe('Dashboard'));
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
  expect(notice()).toBeNull();
});

test('what this tab has already is no news when it becomes the active one again', async () => {
  await opened();
  next = 'new';
  await announce(REMOTE, '2.0.0');
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
  next = 'old';
  await announce(REMOTE, '1.0.0');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(remoteVersion(REMOTE)).toBe('1.0.0');
  await announce(REMOTE, '1.0.0');
  expect(notice()).toBeNull();
});

test('one that needs more of the shell than this tab has is left alone', async () => {
  await opened();
  const manifest = manifests.find(({ name }) => name === 'mf-settings');
  if (!manifest) throw new Error('The fixture has no settings');
  await announce('mf-settings', '2.0.0', { manifest: { ...manifest, contractVersion: 99 } });
  await announce(REMOTE, '1.0.0');
  expect(remoteVersion('mf-settings')).toBe('1.0.0');
  expect(notice()).toBeNull();
});

test('a release may bring another page, which the navigation has at once', async () => {
  await opened();
  const manifest = manifests.find(({ name }) => name === REMOTE);
  const page = manifest?.pages.find(({ id }) => id === 'metrics');
  if (!manifest || !page) throw new Error('The fixture has no such page');
  next = 'new';
  const pages = manifest.pages.map((one) => (one === page ? { ...page, built: true } : one));
  const entry = { page: 'metrics', icon: 'dashboard', group: 1 as const, roles: ['advertiser' as const] };
  const navigation = [...manifest.navigation, { ...entry, labelKey: page.titleKey }];
  await announce(REMOTE, '2.0.0', { manifest: { ...manifest, pages, navigation } });
  await screen.findByRole('link', { name: 'Metrics' });
});

test('after a lost connection it is asked for once more, at a moment of its own', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await opened();
  expect(asked()).toHaveLength(0);
  offered[REMOTE] = { version: '2.0.0' };
  next = 'new';
  act(() => letIn());
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
  expect(asked().map(({ call }) => call)).toEqual(['GET /remotes/registry.json']);
});

test('a first connection that comes late may have missed something: it is asked for', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await opened({}, '', false);
  offered[REMOTE] = { version: '2.0.0' };
  next = 'new';
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  act(() => letIn());
  await screen.findByRole('heading', { name: 'Dashboard, anew' });
  expect(asked().map(({ call }) => call)).toEqual(['GET /remotes/registry.json']);
});

test('when the server does not answer, the tab has the release once it does', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  let isAway = true;
  await opened({
    'GET /remotes/registry.json': () =>
      isAway
        ? Response.json({ message: 'Away', code: 'RELEASES_AWAY' }, { status: 503 })
        : Response.json(registryNow()),
  });
  next = 'new';
  await announce(REMOTE, '2.0.0');
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  expect([remoteVersion(REMOTE), notice()]).toEqual(['1.0.0', null]);
  isAway = false;
  await screen.findByRole('heading', { name: 'Dashboard, anew' }, { timeout: 6_000 });
  expect(asked().map(({ call }) => call)).toEqual(
    Array(2).fill(`GET /remotes/registry.json?revision=${revision}`),
  );
});
