import { Route, Routes } from 'react-router-dom';
import { CampaignPage } from './pages/CampaignPage';
import { CampaignsPage } from './pages/CampaignsPage';
import { DashboardPage } from './pages/DashboardPage';
import { FundsPage } from './pages/FundsPage';
import { NewCampaignPage } from './pages/NewCampaignPage';
import { NewsArticlePage } from './pages/NewsArticlePage';
import { NewsPage } from './pages/NewsPage';

/** The advertiser's pages. Paths are absolute: the shell decides when this remote is on the page. */
export function App() {
  return (
    <Routes>
      <Route path="/advertiser/dashboard" element={<DashboardPage />} />
      <Route path="/advertiser/campaigns" element={<CampaignsPage />} />
      <Route path="/advertiser/campaigns/new" element={<NewCampaignPage />} />
      <Route path="/advertiser/campaigns/:id" element={<CampaignPage />} />
      <Route path="/advertiser/funds" element={<FundsPage />} />
      <Route path="/advertiser/news" element={<NewsPage />} />
      <Route path="/advertiser/news/:id" element={<NewsArticlePage />} />
    </Routes>
  );
}
