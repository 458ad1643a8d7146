import type { Bootstrap, PublicConfig, Registry, RemoteManifest, Role, User } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { liveChannels, makeStore, setBootstrap, useSession } from '@ezdash/store';
import { usePageTitle } from '@ezdash/ui';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { App } from '../app/App';
import { initI18n } from '../app/i18n/i18n';
import { forgetLocales } from '../app/i18n/translations';
import { directSource, setRemoteSource } from '../remotes';

export const config: PublicConfig = {
  app_name: 'EzDash',
  locales: [
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
  ],
  broadcaster: null,
  demo: true,
  demo_property_url: null,
};

export function userOf(role: Role, change: Partial<User> = {}): User {
  return {
    id: 7,
    email: `${role}@demo.test`,
    role,
    verified: true,
    status: 'active',
    account_type: { id: 2, name: 'Premium' },
    username: 'ines',
    created_at: '2026-01-01T00:00:00Z',
    last_login_at: null,
    profile: {
      first_name: 'Ines',
      last_name: 'Vidal',
      company_name: 'Halden Outdoor',
      phone_number: null,
      country: 'SE',
    },
    balance: {
      balance: 120_000_000,
      available_balance: 120_000_000,
      bonus: 0,
      last_deposit_date: null,
      total_spent: 0,
      pending: 3_000_000,
      payable: 21_500_000,
    },
    features: {},
    preferences: { theme: 'system', locale: null, timezone: 'UTC' },
    standing: standingOf(),
    ...change,
  };
}

/** How an account stands; whole unless said otherwise. */
export function standingOf(change: Partial<NonNullable<User['standing']>> = {}) {
  return {
    registration_complete: true,
    profile_complete: true,
    has_password: true,
    status_reason: null,
    ...change,
  };
}

const roles = (role: Role) => ({ roles: [role] });

export const manifests: RemoteManifest[] = [
  {
    name: 'mf-advertiser',
    namespace: 'advertiser',
    contractVersion: 1,
    pages: [
      {
        id: 'dashboard',
        path: '/advertiser/dashboard',
        titleKey: 'advertiser:page.dashboard',
        access: roles('advertiser'),
        built: true,
      },
      {
        id: 'campaignNew',
        path: '/advertiser/campaigns/new',
        titleKey: 'advertiser:page.campaignNew',
        access: roles('advertiser'),
        built: true,
      },
      {
        id: 'campaign',
        path: '/advertiser/campaigns/:id',
        titleKey: 'advertiser:page.campaign',
        access: roles('advertiser'),
        built: true,
      },
      {
        id: 'metrics',
        path: '/advertiser/metrics',
        titleKey: 'advertiser:page.metrics',
        access: roles('advertiser'),
        built: false,
      },
    ],
    navigation: [
      {
        page: 'dashboard',
        icon: 'dashboard',
        group: 1,
        labelKey: 'advertiser:page.dashboard',
        roles: ['advertiser'],
      },
    ],
  },
  {
    name: 'mf-auth',
    namespace: 'auth',
    contractVersion: 1,
    pages: [
      { id: 'login', path: '/auth/login', titleKey: 'auth:page.login', access: 'guest', built: true },
      {
        id: 'forgot',
        path: '/auth/forgot-password',
        titleKey: 'auth:page.forgot',
        access: 'guest',
        built: false,
      },
      ...(['completeRegistration', 'completeProfile', 'status'] as const).map((id) => ({
        id,
        path: `/auth/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        titleKey: `auth:page.${id}`,
        access: 'signed-in' as const,
        built: true,
      })),
    ],
    navigation: [],
  },
  {
    name: 'mf-settings',
    namespace: 'settings',
    contractVersion: 1,
    pages: [
      {
        id: 'profile',
        path: '/settings/profile',
        titleKey: 'settings:page.profile',
        access: 'signed-in',
        built: true,
      },
      {
        id: 'appearance',
        path: '/settings/appearance',
        titleKey: 'settings:page.appearance',
        access: 'signed-in',
        built: true,
      },
    ],
    navigation: [
      {
        page: 'profile',
        icon: 'settings',
        group: 2,
        labelKey: 'settings:page.profile',
        roles: ['advertiser', 'publisher', 'admin'],
      },
    ],
  },
  {
    name: 'mf-debug',
    namespace: 'debug',
    contractVersion: 1,
    pages: [
      {
        id: 'review',
        path: '/admin/review',
        titleKey: 'debug:page.review',
        access: roles('admin'),
        built: true,
      },
    ],
    navigation: [
      { page: 'review', icon: 'review', group: 1, labelKey: 'debug:page.review', roles: ['admin'] },
    ],
  },
];

function Screen({ title }: { title: string }) {
  return <h1>{title}</h1>;
}

function CampaignScreen() {
  usePageTitle('Winter shells');
  return <h1>Winter shells</h1>;
}

const AdvertiserApp = () => (
  <Routes>
    <Route
      path="/advertiser/dashboard"
      element={
        <>
          <Screen title="Dashboard" />
          <Link to="/advertiser/campaigns/7">Open the campaign</Link>
        </>
      }
    />
    <Route path="/advertiser/campaigns/new" element={<Screen title="New campaign" />} />
    <Route path="/advertiser/campaigns/:id" element={<CampaignScreen />} />
  </Routes>
);

/** How often the debug tool of these tests was asked to toggle, and how long after its mount it begins to listen. */
export const debugTool = { toggles: 0, listensAfterMs: 0 };
function DebugTool() {
  return (
    <button
      type="button"
      ref={(button) => {
        const listen = (event: KeyboardEvent) => {
          if (event.ctrlKey && event.code === 'KeyD') debugTool.toggles += 1;
        };
        const timer = setTimeout(() => {
          document.addEventListener('keydown', listen);
          button?.setAttribute('data-debug-tool-listens', '');
        }, debugTool.listensAfterMs);
        return () => {
          clearTimeout(timer);
          document.removeEventListener('keydown', listen);
        };
      }}
    >
      Debug
    </button>
  );
}

/** Each page of coming in says which one it is; that of the profile can be put off, as the real one does. */
const AuthApp = () => {
  const { pathname } = useLocation();
  const { user } = useSession();
  const title = { '/auth/login': 'Sign in', '/auth/status': 'Account status' }[pathname] ?? pathname;
  return (
    <main>
      <Screen title={title} />
      <button
        type="button"
        onClick={() => sessionStorage.setItem(STORAGE_KEYS.profileLater, String(user?.id))}
      >
        Later
      </button>
    </main>
  );
};

const asModule = (Component: () => React.ReactNode) => async () => ({ default: Component });

export const remoteModules = {
  'mf-advertiser/App': asModule(AdvertiserApp),
  'mf-auth/App': asModule(AuthApp),
  'mf-settings/App': asModule(() => <Screen title="Profile" />),
  'mf-debug/DebugTool': asModule(DebugTool),
};

/** The registry a server would write into the page. */
export function registryOf(list: readonly RemoteManifest[]): Registry {
  return Object.fromEntries(
    list.map((manifest) => [
      manifest.name,
      {
        version: '1.0.0',
        entry: `/remotes/${manifest.name}/1.0.0/remoteEntry.js`,
        type: 'var' as const,
        global: manifest.name.replace('-', '_'),
        integrity: `sha384-${'A'.repeat(64)}`,
        manifest,
        preload: {},
      },
    ]),
  );
}

export const texts = {
  advertiser: {
    page: {
      dashboard: 'Dashboard',
      campaignNew: 'New campaign',
      campaign: 'Campaign',
      metrics: 'Metrics',
    },
  },
  auth: {
    page: {
      login: 'Sign in',
      forgot: 'Forgot password',
      completeRegistration: 'Complete registration',
      completeProfile: 'Complete profile',
      status: 'Account status',
    },
  },
  settings: { page: { profile: 'Profile', appearance: 'Appearance' } },
  debug: { page: { review: 'Review queue' } },
};

export type Answer = unknown | ((request: Request) => Response | Promise<Response>);

/** What the stubbed server was asked, in order: `GET /api/x?y=1`, with the body it got. */
export const calls: { call: string; body: string }[] = [];

/** Answers calls as `METHOD /path`; anything else is 404. Functions answer by themselves. */
export function stubServer(answers: Record<string, Answer>): void {
  calls.length = 0;
  globalThis.fetch = (async (input: Request) => {
    const { pathname, search } = new URL(input.url);
    const name = `${input.method} ${pathname}`;
    calls.push({ call: name + search, body: await input.clone().text() });
    if (!(name in answers))
      return new Response(JSON.stringify({ message: 'No such call', code: 'NOT_FOUND' }), { status: 404 });
    const answer = answers[name];
    if (typeof answer === 'function') return (answer as (request: Request) => Response)(input);
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  }) as typeof fetch;
}

export const englishTexts = { locale: 'en', dir: 'ltr', translations: texts };

interface RenderAppOptions {
  path: string;
  user?: User | null;
  /** On top of the English texts of the remotes. */
  answers?: Record<string, Answer>;
  page?: Partial<Bootstrap>;
  /** The remotes there are; those of this file when not given. */
  remotes?: readonly RemoteManifest[];
  /** Their modules; those of this file when not given. */
  modules?: Parameters<typeof directSource>[0];
  /** Changes what the page's registry says. */
  registry?: (made: Registry) => Registry;
}

/** The whole app at an address, with remotes of three lines each and a stubbed server. */
export async function renderApp(options: RenderAppOptions) {
  const {
    path,
    user = null,
    answers = {},
    page = {},
    remotes = manifests,
    modules = remoteModules,
    registry = (made) => made,
  } = options;
  // jsdom has no layout to scroll.
  window.scrollTo = () => undefined;
  window.sessionStorage.clear();
  window.history.replaceState(null, '', path);
  setBootstrap({ config, user, locale: 'en', ...page });
  liveChannels.use(null);
  stubServer({ 'GET /api/translations/en': englishTexts, ...answers });
  setRemoteSource(directSource(modules), registry(registryOf(remotes)));
  forgetLocales();
  // Of the test before.
  i18next.off('languageChanged');
  await initI18n();
  const store = makeStore();
  return { store, ...render(<App store={store} />) };
}
