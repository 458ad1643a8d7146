import { type LazyPage, lazyPage, PageSkeleton } from '@ezdash/ui';
import { Suspense } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';

/** Each page is a chunk of its own: nobody waits for pages that they do not open. */
const PAGES: Readonly<Record<string, LazyPage>> = {
  '/publisher/dashboard': lazyPage(() => import('./pages/DashboardPage'), 'DashboardPage'),
  '/publisher/properties': lazyPage(() => import('./pages/PropertiesPage'), 'PropertiesPage'),
  '/publisher/properties/new': lazyPage(() => import('./pages/NewPropertyPage'), 'NewPropertyPage'),
  '/publisher/properties/:id': lazyPage(() => import('./pages/PropertyPage'), 'PropertyPage'),
  '/publisher/ads': lazyPage(() => import('./pages/AdsPage'), 'AdsPage'),
  '/publisher/reports': lazyPage(() => import('./pages/ReportsPage'), 'ReportsPage'),
  '/publisher/earnings': lazyPage(() => import('./pages/EarningsPage'), 'EarningsPage'),
  '/publisher/partners': lazyPage(() => import('./pages/PartnersPage'), 'PartnersPage'),
  '/publisher/news': lazyPage(() => import('./pages/NewsPage'), 'NewsPage'),
  '/publisher/news/:id': lazyPage(() => import('./pages/NewsArticlePage'), 'NewsArticlePage'),
  '/publisher/referrals': lazyPage(() => import('./pages/ReferralsPage'), 'ReferralsPage'),
};

/** The page at this address begins to load with the remote, not when React first asks for it. */
const first = Object.keys(PAGES).find((path) => matchPath(path, window.location.pathname));
// A failure comes again when the page is shown, and is told there.
if (first) PAGES[first]?.preload().catch(() => {});

/** The publisher's pages. Paths are absolute: the shell decides when this remote is on the page. */
export function App() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        {Object.entries(PAGES).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  );
}
