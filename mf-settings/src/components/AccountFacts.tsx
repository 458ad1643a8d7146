import type { User } from '@ezdash/contracts';
import { BUILT_FEATURES } from '@ezdash/contracts/constants';
import { IconCheck, Panel, type State, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

const STATES: Record<User['status'], State> = {
  pending: 'pending',
  active: 'active',
  suspended: 'suspended',
  'ADK rejected': 'adkRejected',
};

/** What only the network changes: role, status, and the account type with what it opens. */
export function AccountFacts({ user }: { user: User }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  // The type names more than there is: nothing is promised that cannot be used.
  const open = BUILT_FEATURES.filter((name) => user.features[name] === true);
  return (
    <Panel title={t('account.title')}>
      <dl className={classes.facts}>
        <dt>{t('account.email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('account.role')}</dt>
        <dd>{t(`role.${user.role}`)}</dd>
        <dt>{t('account.status')}</dt>
        <dd>
          <Status state={STATES[user.status]} plain reason={user.standing?.status_reason} />
        </dd>
        <dt>{t('account.type')}</dt>
        <dd>{user.account_type.name}</dd>
        {open.length > 0 ? (
          <>
            <dt className={classes.top}>{t('account.opens')}</dt>
            <dd>
              <ul className={classes.opens}>
                {open.map((name) => (
                  <li key={name}>
                    <IconCheck size={14} stroke={2} aria-hidden />
                    {t(`feature.${name}`)}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        ) : null}
        <dt>{t('account.since')}</dt>
        <dd>{format.date(user.created_at)}</dd>
      </dl>
    </Panel>
  );
}
