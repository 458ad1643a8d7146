import type { User } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError, useSession, useUpdateProfileMutation } from '@ezdash/store';
import { BlockSkeleton, Button, Held, Notice, Panel, TextInput, toast, useForm } from '@ezdash/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFacts } from '../components/AccountFacts';
import { CountryField } from '../components/CountryField';
import classes from '../components/settings.module.css';
import { failureText } from '../features/failureText';
import { YourData } from '../features/privacy/YourData';
import { checkProfile, MOST_LENGTH, profileChange, profileValues } from '../features/profileForm';

/** The facts of the account that only the network changes; name, company, contact; and what is kept of the person. */
export function ProfilePage() {
  const { user } = useSession();
  if (!user) return <BlockSkeleton />;
  return (
    <>
      <AccountFacts user={user} />
      <ProfileForm user={user} />
      <YourData user={user} />
    </>
  );
}

function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation('settings');
  const [update] = useUpdateProfileMutation();
  const saved = profileValues(user);
  const form = useForm({
    initial: saved,
    check: (values) => checkProfile(values, saved, t),
    onSubmit: async (values) => {
      const change = profileChange(saved, values);
      // Saved already, as far as anybody can see: there is nothing to send.
      const next = Object.keys(change).length === 0 ? user : await update(change).unwrap();
      form.reset(profileValues(next));
      toast({ text: t('profile.saved') });
    },
  });
  const { set } = form;
  const chooseCountry = useCallback((country: string) => set({ country }), [set]);
  const failure = toApiError(form.failure);
  return (
    <Panel title={t('profile.title')}>
      <form {...form.props} className={classes.form}>
        {failure ? (
          <Notice tone="bad" title={sentence(t('profile.failed'))}>
            {failureText(failure, t)} {form.otherErrors.join(' ')}
          </Notice>
        ) : null}
        <TextInput
          {...form.field('username')}
          label={t('profile.username')}
          description={t('profile.usernameHint')}
          autoComplete="nickname"
          maxLength={MOST_LENGTH.username}
        />
        <div className={classes.pair}>
          <TextInput
            {...form.field('first_name')}
            label={t('profile.firstName')}
            autoComplete="given-name"
            maxLength={MOST_LENGTH.first_name}
          />
          <TextInput
            {...form.field('last_name')}
            label={t('profile.lastName')}
            autoComplete="family-name"
            maxLength={MOST_LENGTH.last_name}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            {...form.field('company_name')}
            label={t(user.role === 'publisher' ? 'profile.site' : 'profile.company')}
            autoComplete="organization"
            maxLength={MOST_LENGTH.company_name}
          />
          <TextInput
            {...form.field('tax_id')}
            label={t('profile.taxId')}
            description={t('profile.taxIdHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            spellCheck={false}
            maxLength={MOST_LENGTH.tax_id}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            {...form.field('phone_number')}
            label={t('profile.phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={MOST_LENGTH.phone_number}
          />
          <CountryField
            value={form.values.country}
            error={form.field('country').error}
            onChoose={chooseCountry}
          />
        </div>
        <div className={classes.foot}>
          <Held status={user.status}>
            <Button type="submit" loading={form.pending}>
              {t('profile.save')}
            </Button>
          </Held>
          {form.dirty ? (
            <Button variant="subtle" onClick={() => form.reset(saved)}>
              {t('profile.discard')}
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}
