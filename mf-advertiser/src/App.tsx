import { type LazyPage, lazyPage, PageSkeleton } from '@ezdash/ui';
import { Suspense } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';

/** Each page is a chunk of its own: nobody waits for pages that they do not open. */
const PAGES: Readonly<Record<string, LazyPage>> = {
  '/advertiser/dashboard': lazyPage(() => import('./pages/DashboardPage'), 'DashboardPage'),
  '/advertiser/campaigns': lazyPage(() => import('./pages/CampaignsPage'), 'CampaignsPage'),
  '/advertiser/campaigns/new': lazyPage(() => import('./pages/NewCampaignPage'), 'NewCampaignPage'),
  '/advertiser/campaigns/:id': lazyPage(() => import('./pages/CampaignPage'), 'CampaignPage'),
  '/advertiser/rules': lazyPage(() => import('./pages/RulesPage'), 'RulesPage'),
  '/advertiser/funds': lazyPage(() => import('./pages/FundsPage'), 'FundsPage'),
  '/advertiser/metrics': lazyPage(() => import('./pages/MetricsPage'), 'MetricsPage'),
  '/advertiser/news': lazyPage(() => import('./pages/NewsPage'), 'NewsPage'),
  '/advertiser/news/:id': lazyPage(() => import('./pages/NewsArticlePage'), 'NewsArticlePage'),
  '/advertiser/partners': lazyPage(() => import('./pages/PartnersPage'), 'PartnersPage'),
  '/advertiser/postbacks': lazyPage(() => import('./pages/PostbacksPage'), 'PostbacksPage'),
  '/advertiser/referrals': lazyPage(() => import('./pages/ReferralsPage'), 'ReferralsPage'),
};

/** The page at this address begins to load with the remote, not when React first asks for it. */
const first = Object.keys(PAGES).find((path) => matchPath(path, window.location.pathname));
// A failure comes again when the page is shown, and is told there.
if (first) PAGES[first]?.preload().catch(() => {});

/** The advertiser's pages. Paths are absolute: the shell decides when this remote is on the page. */
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
