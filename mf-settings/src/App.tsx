import { Route, Routes } from 'react-router-dom';
import { AppearancePage } from './pages/AppearancePage';
import { ProfilePage } from './pages/ProfilePage';

/** The pages of what a person sets up once. */
export function App() {
  return (
    <Routes>
      <Route path="/settings/profile" element={<ProfilePage />} />
      <Route path="/settings/appearance" element={<AppearancePage />} />
    </Routes>
  );
}
