import type { OperatorPayout } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from '../money.module.css';
import { CHECK_TONES, sortedChecks } from './payoutChecks';

/** What speaks against a payout, a sentence each. */
export function PayoutChecks({ payout }: { payout: OperatorPayout }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const checks = sortedChecks(payout);
  if (checks.length === 0) return <span className="ez-dim">{t('money.payouts.noChecks')}</span>;
  return (
    <ul className={styles.checks}>
      {checks.map((check) => (
        <li key={check} data-tone={CHECK_TONES[check]}>
          {t(`money.payouts.check.${check}`, { share: format.percent(payout.invalid_share, 1) })}
        </li>
      ))}
    </ul>
  );
}
