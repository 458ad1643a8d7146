import type { SecondFactor } from '@ezdash/contracts';
import { toApiError, useConfig, useLoginMutation, usePasskeySignInMutation } from '@ezdash/store';
import { AppLink, Button, TextInput, useForm } from '@ezdash/ui';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checkLogin } from '../features/checks';
import { withNext } from '../features/next';
import { usePasskey } from '../features/passkeys/usePasskey';
import { isRefusal } from '../features/refusal';
import classes from './auth.module.css';
import { FormFailure } from './FormFailure';
import { FormHead } from './FormHead';
import { OtherWays, PasskeyButton, PasskeyTrouble, SocialLinks } from './OtherWays';
import { PasswordField } from './PasswordField';

/** The server's code for an e-mail and a password that do not belong together. */
const WRONG_CREDENTIALS = 'WRONG_CREDENTIALS';

interface LoginFormProps {
  initialEmail: string;
  /** Where the person wanted to go. */
  next: string | null;
  /** The password was right, and these are asked for now. */
  onSecondFactor: (factors: readonly SecondFactor[], email: string) => void;
  /** What happened before, above the form. */
  children?: ReactNode;
}

function useLoginForm({ initialEmail, onSecondFactor }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const [login] = useLoginMutation();
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { email: initialEmail, password: '' },
    check: (values) => checkLogin(values, t),
    onSubmit: async (values) => {
      const { second_factor } = await login(values).unwrap();
      if (second_factor) onSecondFactor(second_factor, values.email);
    },
  });
  const { failure } = form;
  useEffect(() => {
    if (!isRefusal(failure, WRONG_CREDENTIALS)) return;
    // The address was probably right: the next thing to do is the password.
    password.current?.focus();
    password.current?.select();
  }, [failure]);
  return { form, password };
}

/** E-mail and password, and the other ways in. */
export function LoginForm(props: LoginFormProps) {
  const { next, children } = props;
  const { t } = useTranslation('auth');
  const { social_providers = [] } = useConfig();
  const { form, password } = useLoginForm(props);
  const [signIn] = usePasskeySignInMutation();
  const onProof = useCallback((proof: Parameters<typeof signIn>[0]) => signIn(proof).unwrap(), [signIn]);
  const passkey = usePasskey({ onProof, autofill: true });
  const email = form.field('email');
  const failure = toApiError(form.failure);
  return (
    <>
      <FormHead
        title={t('login.title')}
        question={t('login.question')}
        href={withNext('/auth/register', next)}
        action={t('login.register')}
      />
      {failure || passkey.failure ? null : children}
      <PasskeyTrouble passkey={passkey} failed={t('login.failed')} />
      <form {...form.props} className={classes.form}>
        {failure ? (
          <FormFailure failure={failure} failed={t('login.failed')}>
            {failure.code === WRONG_CREDENTIALS ? t('login.justRegistered') : null}
          </FormFailure>
        ) : null}
        <TextInput
          {...email}
          // It has the focus from the start: to leave it empty, for another language say, is no mistake yet.
          onBlur={() => (email.value === '' ? undefined : email.onBlur())}
          type="email"
          label={t('field.email')}
          autoComplete="username webauthn"
          inputMode="email"
          autoFocus
        />
        <PasswordField {...form.field('password')} kind="current" inputRef={password} />
        <div className={classes.row}>
          <AppLink className="ez-link" href="/auth/forgot-password">
            {t('login.forgot')}
          </AppLink>
        </div>
        <Button type="submit" loading={form.pending} fullWidth>
          {t('login.submit')}
        </Button>
      </form>
      <OtherWays>
        {passkey.supported ? <PasskeyButton key="passkey" passkey={passkey} /> : null}
        {social_providers.length > 0 ? <SocialLinks key="social" intent="login" next={next} /> : null}
      </OtherWays>
    </>
  );
}
