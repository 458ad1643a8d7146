import i18next from 'i18next';
import { Navigate, Route, Routes } from 'react-router-dom';
import en from './locales/en.json';
import { AppearancePage } from './pages/AppearancePage';
import { ProfilePage } from './pages/ProfilePage';

i18next.addResourceBundle('en', 'settings', en, true, false);

/** The remote's only door. */
export default function App() {
  return (
    <Routes>
      <Route path="/settings" element={<Navigate to="/settings/profile" replace />} />
      <Route path="/settings/profile" element={<ProfilePage />} />
      <Route path="/settings/appearance" element={<AppearancePage />} />
    </Routes>
  );
}
