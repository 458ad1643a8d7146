import { useSession } from '@ezdash/store';
import { Navigate } from 'react-router-dom';
import { TwoStepPanel } from '../features/factors/TwoStepPanel';
import { PasskeysPanel } from '../features/passkeys/PasskeysPanel';
import { SetPasswordForm } from '../features/password/SetPasswordForm';
import { SessionsPanel } from '../features/sessions/SessionsPanel';

/** The same for an account that was made with another one and has no password yet. */
export function SetPasswordPage() {
  const { user } = useSession();
  if (user?.standing?.has_password !== false) return <Navigate to="/settings/password" replace />;
  return (
    <>
      <SetPasswordForm />
      <TwoStepPanel />
      <PasskeysPanel />
      <SessionsPanel />
    </>
  );
}
