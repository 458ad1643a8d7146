import type { DebugUser } from '@ezdash/contracts';
import { Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import { useClock } from '../useClock';
import styles from './user.module.css';
import { lookOfStatus, nameOf, typeName } from './userFacts';

/** All that the specification names of a user. */
export function UserDetails({ user }: { user: DebugUser }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const clock = useClock();
  const look = lookOfStatus(user.status);
  const { balance, profile } = user;
  const none = <span className="ez-dim">–</span>;
  const moment = (at: string | null) => (at ? `${format.dateTime(at)} ${clock.zone(at)}` : none);
  return (
    <div className={styles.details}>
      <p className={styles.who}>
        <b>
          <bdi>{user.email}</bdi>
        </b>
        {look ? <Status state={look} /> : <span>{user.status}</span>}
      </p>
      <Facts
        rows={[
          [t('userTab.id'), user.id],
          [t('userTab.email'), <bdi key="email">{user.email}</bdi>],
          [t('userTab.role'), t(`userTab.roleOf.${user.role}`)],
          [t('userTab.verified'), t(user.verified ? 'userTab.yes' : 'userTab.no')],
          [t('userTab.status'), t(`userTab.statusOf.${user.status}`, { defaultValue: user.status })],
          [t('userTab.accountType'), typeName(user.account_type)],
          [t('userTab.username'), <bdi key="username">{user.username}</bdi>],
          [t('userTab.name'), nameOf(profile) ? <bdi key="name">{nameOf(profile)}</bdi> : none],
          [
            t('userTab.phone'),
            profile.phone_number ? (
              <bdi key="phone" dir="ltr">
                {profile.phone_number}
              </bdi>
            ) : (
              none
            ),
          ],
          [t('userTab.created'), moment(user.created_at)],
          [t('userTab.lastSignIn'), moment(user.last_login_at)],
          [
            t('userTab.balance'),
            t('userTab.balanceText', {
              balance: format.money(balance.balance),
              available: format.money(balance.available_balance),
            }),
          ],
          [t('userTab.lastDeposit'), moment(balance.last_deposit_date)],
          [t('userTab.spent'), format.money(balance.total_spent)],
        ]}
      />
    </div>
  );
}
