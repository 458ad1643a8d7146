import { Route, Routes } from 'react-router-dom';
import { CompleteProfilePage } from './pages/CompleteProfilePage';
import { CompleteRegistrationPage } from './pages/CompleteRegistrationPage';
import { ConfirmPasswordPage } from './pages/ConfirmPasswordPage';
import { ForgotPasswordPage } from './pages/ForgotPasswordPage';
import { InvitationPage } from './pages/InvitationPage';
import { LoginPage } from './pages/LoginPage';
import { RegisterPage } from './pages/RegisterPage';
import { ResetPasswordPage } from './pages/ResetPasswordPage';
import { StatusPage } from './pages/StatusPage';
import { VerifyEmailPage } from './pages/VerifyEmailPage';

/** The pages of coming in. Where a signed-in person goes from here is the shell's decision. */
export function App() {
  return (
    <Routes>
      <Route path="/auth/login" element={<LoginPage />} />
      <Route path="/auth/register" element={<RegisterPage />} />
      <Route path="/auth/verify-email" element={<VerifyEmailPage />} />
      <Route path="/auth/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/auth/reset-password" element={<ResetPasswordPage />} />
      <Route path="/auth/invitation" element={<InvitationPage />} />
      <Route path="/auth/confirm-password" element={<ConfirmPasswordPage />} />
      <Route path="/auth/complete-registration" element={<CompleteRegistrationPage />} />
      <Route path="/auth/complete-profile" element={<CompleteProfilePage />} />
      <Route path="/auth/status" element={<StatusPage />} />
    </Routes>
  );
}
