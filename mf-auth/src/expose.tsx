import i18next from 'i18next';
import { Route, Routes } from 'react-router-dom';
import en from './locales/en.json';
import { LoginPage } from './pages/LoginPage';
import { RegisterPage } from './pages/RegisterPage';

i18next.addResourceBundle('en', 'auth', en, true, false);

/** The remote's only door. Where a signed-in person goes from here is the shell's decision. */
export default function App() {
  return (
    <Routes>
      <Route path="/auth/login" element={<LoginPage />} />
      <Route path="/auth/register" element={<RegisterPage />} />
    </Routes>
  );
}
