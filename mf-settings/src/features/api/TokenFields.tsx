import type { ApiScope, User } from '@ezdash/contracts';
import { API_SCOPES } from '@ezdash/contracts/constants';
import { Checkbox, type Form, Radio, TextInput, useFormat } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressField } from './AddressField';
import classes from './api.module.css';
import { daysOf, EXPIRIES, NAME_MAX_LENGTH, type TokenValues } from './tokenForm';

interface FieldsProps {
  form: Form<TokenValues>;
  user: User;
}

const DAY_MS = 86_400_000;
/** The feature of the account type that a scope needs, as the server has it. */
const NEEDED: Readonly<Record<ApiScope, string>> = {
  read: 'api_read',
  write: 'api_write',
  finance: 'api_read',
};

export const isOpen = (user: User, scope: ApiScope) => user.features[NEEDED[scope]] !== false;

function ScopeFields({ form, user }: FieldsProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const { scopes } = form.values;
  const { error } = form.field('scopes');
  return (
    <fieldset className={classes.group} aria-describedby={error ? id : undefined}>
      <legend>{t('tokens.scopes')}</legend>
      {API_SCOPES.map((scope) => {
        const open = isOpen(user, scope);
        return (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={t(`tokens.scope.${scope}`)}
            description={
              open
                ? t(`tokens.opens.${scope}.${user.role}`)
                : t('tokens.closed', { type: user.account_type.name })
            }
            disabled={!open}
            checked={open && scopes.includes(scope)}
            onChange={({ currentTarget }) =>
              form.set({
                scopes: API_SCOPES.filter((each) =>
                  each === scope ? currentTarget.checked : scopes.includes(each),
                ),
              })
            }
          />
        );
      })}
      {error ? (
        <p id={id} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function ExpiryFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const days = daysOf(form.values);
  return (
    <fieldset className={classes.group}>
      <legend>{t('tokens.expiry')}</legend>
      <div className={classes.expiries}>
        {EXPIRIES.map((expiry) => (
          <Radio
            key={expiry}
            name="expiry"
            value={expiry}
            label={t(`tokens.expires.${expiry}`)}
            checked={form.values.expiry === expiry}
            onChange={() => form.set({ expiry })}
          />
        ))}
      </div>
      {form.values.expiry === 'own' ? (
        <TextInput
          {...form.field('days')}
          className={classes.days}
          label={t('tokens.days')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
      ) : null}
      {days === null ? null : (
        <p className={classes.until}>
          {t('tokens.until', { date: format.date(Date.now() + days * DAY_MS) })}
        </p>
      )}
    </fieldset>
  );
}

/** Name, what it opens, until when, from where. */
export function TokenFields({ form, user }: FieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <TextInput
        {...form.field('name')}
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        data-autofocus
      />
      <ScopeFields form={form} user={user} />
      <ExpiryFields form={form} />
      <AddressField
        addresses={form.values.addresses}
        typed={form.values.address}
        error={form.field('address').error}
        onBlur={form.field('address').onBlur}
        onChange={form.set}
      />
    </>
  );
}
