import { BlockSkeleton } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DrawLazyPage, type LazyPage, lazyPage } from './components/lazyPage';
import { SettingsFrame } from './components/SettingsFrame';
import type { SettingsPage } from './components/settingsPage';
import { AppearancePage } from './pages/AppearancePage';
import { ProfilePage } from './pages/ProfilePage';

interface LazyEntry {
  path: string;
  page: SettingsPage;
  lazy: LazyPage;
}

/**
 * All but the two that people come for first, which are in the remote's own chunk. The two about passwords are nearly
 * the same code and share one.
 */
const LAZY_PAGES: readonly LazyEntry[] = [
  {
    path: '/settings/alerts',
    page: 'alerts',
    lazy: lazyPage(async () => (await import('./pages/AlertsPage')).AlertsPage),
  },
  {
    path: '/settings/password',
    page: 'password',
    lazy: lazyPage(
      async () => (await import(/* webpackChunkName: "password" */ './pages/PasswordPage')).PasswordPage,
    ),
  },
  {
    path: '/settings/set-password',
    page: 'setPassword',
    lazy: lazyPage(
      async () =>
        (await import(/* webpackChunkName: "password" */ './pages/SetPasswordPage')).SetPasswordPage,
    ),
  },
  {
    path: '/settings/social-connections',
    page: 'socialConnections',
    lazy: lazyPage(async () => (await import('./pages/SocialConnectionsPage')).SocialConnectionsPage),
  },
  {
    path: '/settings/payment-methods',
    page: 'paymentMethods',
    lazy: lazyPage(async () => (await import('./pages/PaymentMethodsPage')).PaymentMethodsPage),
  },
  {
    path: '/settings/api',
    page: 'api',
    lazy: lazyPage(async () => (await import('./pages/ApiPage')).ApiPage),
  },
  {
    path: '/settings/api/try',
    page: 'apiTry',
    lazy: lazyPage(async () => (await import('./pages/ApiTryPage')).ApiTryPage),
  },
];

// The page asked for begins to load together with this chunk, not after its first rendering.
LAZY_PAGES.find(({ path }) => path === window.location.pathname)?.lazy.preload();

function inFrame(page: SettingsPage, content: ReactNode) {
  return <SettingsFrame page={page}>{content}</SettingsFrame>;
}

/** The pages of what a person sets up once. The frame stays while its page loads. */
export function App() {
  return (
    <Routes>
      <Route path="/settings/profile" element={inFrame('profile', <ProfilePage />)} />
      <Route path="/settings/appearance" element={inFrame('appearance', <AppearancePage />)} />
      {LAZY_PAGES.map(({ path, page, lazy }) => {
        const drawn = <DrawLazyPage page={lazy} waiting={<BlockSkeleton height={320} />} />;
        return <Route key={path} path={path} element={inFrame(page, drawn)} />;
      })}
    </Routes>
  );
}
