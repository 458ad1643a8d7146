import { useSession } from '@ezdash/store';
import { Navigate } from 'react-router-dom';
import { TwoStepPanel } from '../features/factors/TwoStepPanel';
import { PasskeysPanel } from '../features/passkeys/PasskeysPanel';
import { ChangePasswordForm } from '../features/password/ChangePasswordForm';
import { SessionsPanel } from '../features/sessions/SessionsPanel';

/** How a person with a password proves who they are, and where they are signed in. */
export function PasswordPage() {
  const { user } = useSession();
  if (user?.standing?.has_password === false) return <Navigate to="/settings/set-password" replace />;
  return (
    <>
      <ChangePasswordForm />
      <TwoStepPanel />
      <PasskeysPanel />
      <SessionsPanel />
    </>
  );
}
