import { toApiError, useConfig } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { checkRegister, type RegisterValues } from '../features/checks';
import { withNext } from '../features/next';
import { Agreement } from './Agreement';
import classes from './auth.module.css';
import { FormFailure } from './FormFailure';
import { FormHead } from './FormHead';
import { MembershipFields } from './MembershipFields';
import { OtherWays, SocialLinks } from './OtherWays';
import { PasswordField } from './PasswordField';

interface RegisterFormProps {
  /** What was typed before, when the person comes back to change the address. */
  initial: RegisterValues;
  next: string | null;
  onSubmit: (values: RegisterValues) => Promise<void>;
}

const EMAIL = 'email';

/** All that an account needs to be made. */
export function RegisterForm({ initial, next, onSubmit }: RegisterFormProps) {
  const { t } = useTranslation('auth');
  const { social_providers = [] } = useConfig();
  const form = useForm({ initial, check: (values) => checkRegister(values, t), onSubmit });
  const failure = toApiError(form.failure);
  const cameBack = initial.email !== '';
  useEffect(() => {
    if (!cameBack) return;
    const field = document.querySelector<HTMLInputElement>(`form input[name="${EMAIL}"]`);
    field?.focus();
    field?.select();
  }, [cameBack]);
  return (
    <>
      <FormHead
        title={t('register.title')}
        question={t('register.question')}
        href={withNext('/auth/login', next)}
        action={t('register.login')}
      />
      <form {...form.props} className={classes.form}>
        {failure ? (
          <FormFailure failure={failure} failed={t('register.failed')}>
            {form.otherErrors.join(' ')}
          </FormFailure>
        ) : null}
        <MembershipFields form={form} />
        <TextInput
          {...form.field(EMAIL)}
          type="email"
          label={t('field.email')}
          autoComplete="email"
          inputMode="email"
        />
        <PasswordField {...form.field('password')} kind="new" />
        <Agreement agreed={form.checkbox('agreed')} />
        <Button type="submit" loading={form.pending} fullWidth>
          {t('register.submit')}
        </Button>
      </form>
      <OtherWays>
        {[social_providers.length > 0 ? <SocialLinks key="social" intent="login" next={next} /> : null]}
      </OtherWays>
    </>
  );
}
