import { AppLink, Button, PasswordInput, TextInput } from '@ezdash/ui';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from './CodeField';
import styles from './login.module.css';
import { useLogin } from './useLogin';

/** Where an authenticator app is set up. */
const FACTORS_PATH = '/settings/password';

interface LoginFormProps {
  /** Why it is asked for. */
  lead: string;
  /** Whose sign-in it can only be: the field is filled in and cannot be changed. */
  email?: string;
  onSignedIn: () => void;
}

/** Asks for an admin's e-mail and password, and for the authenticator's code once they were right. */
export function LoginForm({ lead, email, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation('debug');
  const login = useLogin(onSignedIn, email);
  const { problem } = login;
  const problemId = useId();
  const describedBy = problem ? problemId : undefined;

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
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <p className={styles.lead}>{lead}</p>
      <TextInput
        data-autofocus={email === undefined || undefined}
        label={t('login.email')}
        type="email"
        name="admin_email"
        autoComplete="username"
        readOnly={email !== undefined}
        value={login.email}
        aria-describedby={describedBy}
        onChange={(event) => login.setEmail(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <PasswordInput
        data-autofocus={email !== undefined || undefined}
        label={t('login.password')}
        name="admin_password"
        autoComplete="current-password"
        value={login.password}
        aria-describedby={describedBy}
        onChange={(event) => login.setPassword(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {login.isCodeAsked ? (
        <CodeField
          value={login.code}
          onChange={login.setCode}
          onKeyDown={onKeyDown}
          describedBy={describedBy}
        />
      ) : null}
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          {problem.text}
          {problem.code === 'SECOND_FACTOR_MISSING' ? (
            <>
              {' '}
              <AppLink className="ez-link" href={FACTORS_PATH}>
                {t('login.toFactors')}
              </AppLink>
            </>
          ) : null}
        </p>
      ) : null}
      <Button type="submit" fullWidth disabled={login.isIncomplete || login.isLoading}>
        {t('login.button')}
      </Button>
    </form>
  );
}
