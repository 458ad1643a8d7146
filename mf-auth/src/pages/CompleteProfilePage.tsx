import type { CompleteProfileRequest, User } from '@ezdash/contracts';
import { toApiError, useCompleteProfileMutation, useSession } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { AuthPage } from '../components/AuthPage';
import classes from '../components/auth.module.css';
import { CountrySelect } from '../components/CountrySelect';
import { FormFailure } from '../components/FormFailure';
import { StepHead } from '../components/StepHead';
import { checkProfile, type ProfileValues } from '../features/checksProofs';
import { onward, straightOn } from '../features/next';
import { putProfileOff } from '../features/profileLater';

function startValues({ profile }: User): ProfileValues {
  return {
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    company_name: profile.company_name ?? '',
    country: profile.country ?? '',
    phone_number: profile.phone_number ?? '',
    tax_id: profile.tax_id ?? '',
  };
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

function toRequest(values: ProfileValues): CompleteProfileRequest {
  return { ...values, phone_number: textOrNull(values.phone_number), tax_id: textOrNull(values.tax_id) };
}

function ProfileForm({ user, next }: { user: User; next: string | null }) {
  const { t, i18n } = useTranslation('auth');
  const navigate = useNavigate();
  const [complete] = useCompleteProfileMutation();
  const form = useForm({
    initial: startValues(user),
    check: (values) => checkProfile(values, t),
    onSubmit: (values) => complete(toRequest(values)).unwrap(),
  });
  const failure = toApiError(form.failure);
  const later = () => {
    putProfileOff(user.id);
    void navigate(straightOn(next, user.role), { replace: true });
  };
  return (
    <form {...form.props} className={classes.form}>
      {failure ? <FormFailure failure={failure} failed={t('profile.failed')} /> : null}
      <div className={classes.names}>
        <TextInput
          {...form.field('first_name')}
          label={t('field.firstName')}
          autoComplete="given-name"
          maxLength={80}
        />
        <TextInput
          {...form.field('last_name')}
          label={t('field.lastName')}
          autoComplete="family-name"
          maxLength={80}
        />
      </div>
      <TextInput
        {...form.field('company_name')}
        label={t(user.role === 'publisher' ? 'field.site' : 'field.company')}
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
        {...form.field('phone_number')}
        type="tel"
        label={t('field.phone')}
        description={t('field.phoneHint')}
        autoComplete="tel"
        inputMode="tel"
        maxLength={25}
      />
      <TextInput
        {...form.field('tax_id')}
        label={t('field.taxId')}
        description={t('field.taxIdHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" loading={form.pending} fullWidth>
        {t('profile.submit')}
      </Button>
      <Button variant="subtle" fullWidth onClick={later}>
        {t('profile.later')}
      </Button>
    </form>
  );
}

/** Who is behind an account: asked once after it was made, and nothing waits for it. */
export function CompleteProfilePage() {
  const { t } = useTranslation('auth');
  const { user } = useSession();
  const [search] = useSearchParams();
  const next = search.get('next');
  // An account that is not active can change nothing, so there is nothing to ask it.
  if (user?.standing?.profile_complete !== false || user.status !== 'active')
    return <Navigate to={onward(next)} replace />;
  return (
    <AuthPage title={t('page.completeProfile')}>
      <StepHead title={t('profile.title')}>
        {t(user.role === 'publisher' ? 'profile.textPublisher' : 'profile.text')}
      </StepHead>
      <ProfileForm user={user} next={next} />
    </AuthPage>
  );
}
