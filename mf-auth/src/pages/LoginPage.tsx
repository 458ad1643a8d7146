import { toApiError, useConfig, useLoginMutation } from '@ezdash/store';
import { AuthFrame, Button, PasswordInput, TextInput, useForm, usePageTitle } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import classes from '../components/auth.module.css';
import { FormFailure } from '../components/FormFailure';
import { FormHead } from '../components/FormHead';
import { Preferences } from '../components/Preferences';
import { checkLogin, type LoginValues } from '../features/checks';

/** The server's code for an e-mail and a password that do not belong together. */
const WRONG_CREDENTIALS = 'WRONG_CREDENTIALS';
const EMPTY: LoginValues = { email: '', password: '' };

/** Coming in with e-mail and password. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { app_name } = useConfig();
  const [search] = useSearchParams();
  const [login] = useLoginMutation();
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: EMPTY,
    check: (values) => checkLogin(values, t),
    onSubmit: (values) => login(values).unwrap(),
  });
  const email = form.field('email');
  const failure = toApiError(form.failure);
  useEffect(() => {
    if (toApiError(form.failure)?.code !== WRONG_CREDENTIALS) return;
    // The address was probably right: the next thing to do is the password.
    password.current?.focus();
    password.current?.select();
  }, [form.failure]);
  const next = search.get('next');
  usePageTitle(t('page.login'));
  return (
    <AuthFrame caption={t('login.caption', { app: app_name })} foot={<Preferences />}>
      <FormHead
        title={t('login.title')}
        question={t('login.question')}
        href={next ? `/auth/register?next=${encodeURIComponent(next)}` : '/auth/register'}
        action={t('login.register')}
      />
      <form {...form.props} className={classes.form}>
        {failure ? <FormFailure failure={failure} failed={t('login.failed')} /> : null}
        <TextInput
          {...email}
          // It has the focus from the start: to leave it empty, for another language say, is no mistake yet.
          onBlur={() => (email.value === '' ? undefined : email.onBlur())}
          type="email"
          label={t('field.email')}
          autoComplete="username"
          inputMode="email"
          autoFocus
        />
        <PasswordInput
          {...form.field('password')}
          ref={password}
          label={t('field.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
        />
        <Button type="submit" loading={form.pending} fullWidth>
          {t('login.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
}
