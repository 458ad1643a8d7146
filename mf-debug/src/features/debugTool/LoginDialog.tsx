import { toApiError } from '@ezdash/store';
import { Button, Modal, PasswordInput, TextInput } from '@ezdash/ui';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugActivateMutation } from './debugTool.api';
import styles from './debugTool.module.css';

interface LoginDialogProps {
  onClose: () => void;
  onSignedIn: () => void;
}

/** What is typed, and what came of sending it. */
function useLogin(onSignedIn: () => void) {
  const { t } = useTranslation('debug');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [activate, { isLoading }] = useDebugActivateMutation();
  const isIncomplete = email.trim() === '' || password === '';

  const submit = async () => {
    if (isLoading) return;
    if (isIncomplete) return setProblem(t('login.missing'));
    setProblem(null);
    try {
      const session = await activate({ admin_email: email.trim(), admin_password: password }).unwrap();
      // An empty answer counts as {}: no token, no session.
      if (session.session_token) onSignedIn();
      else setProblem(t('login.failed'));
    } catch (thrown) {
      setProblem(toApiError(thrown)?.message || t('login.failed'));
    }
  };
  return { email, setEmail, password, setPassword, problem, isLoading, isIncomplete, submit };
}

/** Asks for an admin's e-mail and password, on the debug tool's own layer. */
export function LoginDialog({ onClose, onSignedIn }: LoginDialogProps) {
  const { t } = useTranslation('debug');
  const login = useLogin(onSignedIn);
  const problemId = useId();
  const describedBy = login.problem ? problemId : undefined;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void login.submit();
  };
  // A form whose button is disabled ignores Enter: here it says what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void login.submit();
  };
  return (
    <Modal.Root opened onClose={onClose} size={400} padding={0} zIndex="var(--ez-z-debug)">
      <Modal.Overlay />
      <Modal.Content className="ez-dialog">
        <div className="ez-dialog-head">
          <Modal.Title>{t('login.title')}</Modal.Title>
          <Modal.CloseButton aria-label={t('login.close')} />
        </div>
        <form className={`ez-dialog-body ${styles.loginForm}`} noValidate onSubmit={onSubmit}>
          <p className={styles.loginLead}>{t('login.lead')}</p>
          <TextInput
            data-autofocus
            label={t('login.email')}
            type="email"
            name="admin_email"
            autoComplete="username"
            value={login.email}
            aria-describedby={describedBy}
            onChange={(event) => login.setEmail(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <PasswordInput
            label={t('login.password')}
            name="admin_password"
            autoComplete="current-password"
            value={login.password}
            aria-describedby={describedBy}
            onChange={(event) => login.setPassword(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {login.problem ? (
            <p id={problemId} className={styles.loginError} role="alert">
              {login.problem}
            </p>
          ) : null}
          <Button type="submit" fullWidth disabled={login.isIncomplete || login.isLoading}>
            {t('login.button')}
          </Button>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
