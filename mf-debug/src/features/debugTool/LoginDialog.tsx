import { useTranslation } from 'react-i18next';
import { LoginForm } from './LoginForm';
import { ToolDialog } from './ToolDialog';

interface LoginDialogProps {
  onClose: () => void;
  onSignedIn: () => void;
}

/** The sign-in to the debug tool, on its own layer. */
export function LoginDialog({ onClose, onSignedIn }: LoginDialogProps) {
  const { t } = useTranslation('debug');
  return (
    <ToolDialog title={t('login.title')} closeLabel={t('login.close')} onClose={onClose}>
      <LoginForm lead={t('login.lead')} onSignedIn={onSignedIn} />
    </ToolDialog>
  );
}
