import type { User } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { api, toApiError, useAppDispatch, useCompleteRegistrationMutation, useSession } from '@ezdash/store';
import { Button, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Agreement } from '../components/Agreement';
import { AuthPage } from '../components/AuthPage';
import classes from '../components/auth.module.css';
import { FormFailure } from '../components/FormFailure';
import { MembershipFields } from '../components/MembershipFields';
import { SignOut } from '../components/SignOut';
import { StepHead } from '../components/StepHead';
import { checkMembership, type MembershipValues } from '../features/checks';
import { onward } from '../features/next';
import { isRefusal } from '../features/refusal';

function startValues({ role, profile }: User): MembershipValues {
  return {
    role: role === 'publisher' ? 'publisher' : 'advertiser',
    company_name: profile.company_name ?? '',
    country: profile.country ?? '',
    agreed: false,
  };
}

function RegistrationForm({ user }: { user: User }) {
  const { t } = useTranslation('auth');
  const dispatch = useAppDispatch();
  const [complete] = useCompleteRegistrationMutation();
  const form = useForm({
    initial: startValues(user),
    check: (values) => checkMembership(values, t),
    onSubmit: async ({ agreed, ...values }) => {
      try {
        await complete({ ...values, terms_version: agreed ? TERMS_VERSION : '' }).unwrap();
      } catch (error) {
        // Done in another tab: the person as the server knows them now leads on.
        if (isRefusal(error, 'REGISTRATION_COMPLETE')) dispatch(api.util.invalidateTags(['Session']));
        throw error;
      }
    },
  });
  const failure = toApiError(form.failure);
  return (
    <form {...form.props} className={classes.form}>
      {failure ? (
        <FormFailure failure={failure} failed={t('registration.failed')}>
          {form.otherErrors.join(' ')}
        </FormFailure>
      ) : null}
      <MembershipFields form={form} />
      <Agreement agreed={form.checkbox('agreed')} />
      <Button type="submit" loading={form.pending} fullWidth>
        {t('registration.submit')}
      </Button>
    </form>
  );
}

/** What an account that was made at another service still lacks before it is one of the network. */
export function CompleteRegistrationPage() {
  const { t } = useTranslation('auth');
  const { user } = useSession();
  const [search] = useSearchParams();
  // Before anything is asked, and after it was answered.
  if (user?.standing?.registration_complete !== false)
    return <Navigate to={onward(search.get('next'))} replace />;
  return (
    <AuthPage title={t('page.completeRegistration')}>
      <StepHead title={t('registration.title')}>{t('registration.text')}</StepHead>
      <RegistrationForm user={user} />
      <SignOut />
    </AuthPage>
  );
}
