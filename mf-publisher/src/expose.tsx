import { Route, Routes } from 'react-router-dom';
import { DashboardPage } from './pages/DashboardPage';
import { EarningsPage } from './pages/EarningsPage';
import { NewPropertyPage } from './pages/NewPropertyPage';
import { NewsArticlePage } from './pages/NewsArticlePage';
import { NewsPage } from './pages/NewsPage';
import { PropertiesPage } from './pages/PropertiesPage';
import { PropertyPage } from './pages/PropertyPage';
import { ReferralsPage } from './pages/ReferralsPage';
import { registerTexts } from './registerTexts';

registerTexts();

/** The publisher's pages. */
export default function App() {
  return (
    <Routes>
      <Route path="/publisher/dashboard" element={<DashboardPage />} />
      <Route path="/publisher/properties" element={<PropertiesPage />} />
      <Route path="/publisher/properties/new" element={<NewPropertyPage />} />
      <Route path="/publisher/properties/:id" element={<PropertyPage />} />
      <Route path="/publisher/earnings" element={<EarningsPage />} />
      <Route path="/publisher/news" element={<NewsPage />} />
      <Route path="/publisher/news/:id" element={<NewsArticlePage />} />
      <Route path="/publisher/referrals" element={<ReferralsPage />} />
    </Routes>
  );
}
