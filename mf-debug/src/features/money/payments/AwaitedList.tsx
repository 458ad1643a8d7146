import type { OperatorPayment } from '@ezdash/contracts';
import { compareInstants } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import styles from '../money.module.css';

interface AwaitedListProps {
  payments: readonly OperatorPayment[];
  onChoose: (payment: OperatorPayment) => void;
}

/** Transfers that were announced and have not come, oldest first; pressed, one fills the field for its reference. */
export function AwaitedList({ payments, onChoose }: AwaitedListProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  if (payments.length === 0) return null;
  const oldest = payments.toSorted((a, b) => compareInstants(a.created_at, b.created_at));
  return (
    <ul className={styles.awaited} aria-label={t('money.match.awaited')}>
      {oldest.map((payment) => (
        <li key={payment.id}>
          <button
            type="button"
            className={styles.open}
            onClick={() => onChoose(payment)}
            aria-label={t('money.match.use', {
              reference: payment.reference,
              name: accountName(payment.account),
            })}
          >
            <bdi dir="ltr">{payment.reference}</bdi>
          </button>
          <span>
            <bdi>{accountName(payment.account)}</bdi>
            <small>{t('money.match.since', { time: format.relative(payment.created_at) })}</small>
          </span>
          <span className={styles.sum}>
            {format.money(payment.charged_micros, { currency: payment.currency })}
          </span>
        </li>
      ))}
    </ul>
  );
}
