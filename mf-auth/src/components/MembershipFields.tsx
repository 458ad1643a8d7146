import { Choice, type Form, TextInput } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { MembershipValues } from '../features/checks';
import classes from './auth.module.css';
import { CountrySelect } from './CountrySelect';

const ROLES = ['advertiser', 'publisher'] as const;

/** The part of a form that these fields need; a form with more of them fits too. */
type MembershipForm = Pick<Form<MembershipValues>, 'values' | 'set' | 'field'>;

/** Which side of the network, under which name, and where. */
export function MembershipFields({ form }: { form: MembershipForm }) {
  const { t, i18n } = useTranslation('auth');
  const { role } = form.values;
  return (
    <>
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
    </>
  );
}
