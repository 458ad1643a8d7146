import type { OperatorReferral } from '@ezdash/contracts';
import { AppLink } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from '../money/money.module.css';

/** One of the two accounts, and the way to its page. */
export function Party({ party }: { party: OperatorReferral['referrer'] }) {
  const { t } = useTranslation('debug');
  if (party === null) return <span className="ez-dim">{t('referrals.deleted')}</span>;
  return (
    <span className={styles.account}>
      <span>
        <AppLink href={`/admin/users/${party.id}`}>
          <bdi>{party.email}</bdi>
        </AppLink>
      </span>
      <small>
        {t(`referrals.roleOf.${party.role}`)}
        {party.status === 'active' ? null : ` · ${t('referrals.notActive')}`}
      </small>
    </span>
  );
}
