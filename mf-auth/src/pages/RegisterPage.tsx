import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { toApiError, useConfig, useRegisterMutation } from '@ezdash/store';
import {
  AuthFrame,
  Button,
  Checkbox,
  Choice,
  PasswordInput,
  TextInput,
  useForm,
  usePageTitle,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import classes from '../components/auth.module.css';
import { CountrySelect } from '../components/CountrySelect';
import { FormFailure } from '../components/FormFailure';
import { FormHead } from '../components/FormHead';
import { PasswordStrength } from '../components/PasswordStrength';
import { Preferences } from '../components/Preferences';
import { TermsDialog } from '../components/TermsDialog';
import { checkRegister, type RegisterValues } from '../features/checks';

const ROLES = ['advertiser', 'publisher'] as const;

function startValues(role: string | null): RegisterValues {
  return {
    role: role === 'publisher' ? 'publisher' : 'advertiser',
    company_name: '',
    country: '',
    email: '',
    password: '',
    agreed: false,
  };
}

/** A new account: which side of the network, who, and how to come back. */
export function RegisterPage() {
  const { t, i18n } = useTranslation('auth');
  const { app_name } = useConfig();
  const [search] = useSearchParams();
  const [register] = useRegisterMutation();
  const [termsOpened, setTermsOpened] = useState(false);
  const form = useForm({
    initial: startValues(search.get('role')),
    check: (values) => checkRegister(values, t),
    onSubmit: ({ agreed, ...values }) =>
      register({ ...values, terms_version: agreed ? TERMS_VERSION : '' }).unwrap(),
  });
  const { role } = form.values;
  const failure = toApiError(form.failure);
  const next = search.get('next');
  const agreed = form.checkbox('agreed');
  const password = form.field('password');
  usePageTitle(t('page.register'));
  return (
    <AuthFrame caption={t('login.caption', { app: app_name })} foot={<Preferences />}>
      <FormHead
        title={t('register.title')}
        question={t('register.question')}
        href={next ? `/auth/login?next=${encodeURIComponent(next)}` : '/auth/login'}
        action={t('register.login')}
      />
      <form {...form.props} className={classes.form}>
        {failure ? (
          <FormFailure failure={failure} failed={t('register.failed')}>
            {form.otherErrors.join(' ')}
          </FormFailure>
        ) : null}
        <fieldset className={classes.roles}>
          <legend>{t('register.role')}</legend>
          {ROLES.map((one) => (
            <Choice
              key={one}
              name="role"
              value={one}
              checked={role === one}
              onChange={() => form.set({ role: one })}
              label={t(`register.${one}`)}
              hint={t(`register.${one}Hint`)}
            />
          ))}
        </fieldset>
        <TextInput
          {...form.field('company_name')}
          label={t(role === 'publisher' ? 'field.site' : 'field.company')}
          autoComplete="organization"
          maxLength={120}
        />
        <CountrySelect
          {...form.field('country')}
          label={t('field.country')}
          placeholder={t('field.chooseCountry')}
          locale={i18n.language}
        />
        <TextInput
          {...form.field('email')}
          type="email"
          label={t('field.email')}
          autoComplete="email"
          inputMode="email"
        />
        <PasswordInput
          {...password}
          label={t('field.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
        />
        {password.error === undefined ? <PasswordStrength password={password.value} /> : null}
        <div className={classes.agreement}>
          <Checkbox
            {...agreed}
            label={t('register.agree')}
            aria-invalid={agreed.error === undefined ? undefined : true}
          />
          <button type="button" className={classes.termsLink} onClick={() => setTermsOpened(true)}>
            {t('register.readTerms')}
          </button>
        </div>
        <Button type="submit" loading={form.pending} fullWidth>
          {t('register.submit')}
        </Button>
      </form>
      <TermsDialog opened={termsOpened} onClose={() => setTermsOpened(false)} />
    </AuthFrame>
  );
}
