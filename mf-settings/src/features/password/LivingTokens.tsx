import { useSession } from '@ezdash/store';
import { Checkbox } from '@ezdash/ui';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsApiTokensQuery } from '../api/api.api';
import classes from './password.module.css';

/** Says which API tokens a new password leaves as they are, and offers to revoke them with the old one. */
export function LivingTokens(checkbox: ComponentProps<typeof Checkbox>) {
  const { t } = useTranslation('settings');
  const isCustomer = useSession().user?.role !== 'admin';
  const { data, isError } = useSettingsApiTokensQuery(undefined, { skip: !isCustomer });
  const living = data?.tokens.filter(({ expired }) => !expired) ?? [];
  if (living.length === 0 && !isError) return null;
  return (
    <div className={classes.tokens}>
      <p className="ez-small">{t('password.tokens', { count: living.length })}</p>
      {living.length === 0 ? null : (
        <ul className="ez-small">
          {living.map(({ id, name, hint }) => (
            <li key={id}>
              <bdi>{name}</bdi> <span className="ez-mono">ezt_…{hint}</span>
            </li>
          ))}
        </ul>
      )}
      <Checkbox {...checkbox} label={t('password.revokeTokens', { count: living.length })} />
    </div>
  );
}
