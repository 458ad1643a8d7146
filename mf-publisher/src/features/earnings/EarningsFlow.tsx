import type { Earnings } from '@ezdash/contracts';
import { Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './earnings.module.css';

/** What becomes of earnings, from this month to the bank: one flow, each step with its sum. */
export function EarningsFlow({ earnings }: { earnings: Earnings }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { next_release: next, debt_micros: debt, last_paid_at: lastPaid } = earnings;
  const onTheWay = earnings.on_the_way_micros;
  const onHold = earnings.on_hold_micros ?? 0;
  return (
    <div className={styles.flow}>
      <StatStrip label={t('earnings.flow')}>
        {onHold > 0 ? (
          <Stat label={t('earnings.onHold')} micros={onHold} note={t('earnings.onHoldNote')} />
        ) : null}
        <Stat
          label={t('earnings.estimated')}
          micros={earnings.estimated_micros}
          note={t('earnings.estimatedNote')}
        />
        <Stat
          label={t('earnings.validating')}
          micros={earnings.validating_micros}
          note={
            next
              ? t('earnings.nextRelease', { amount: format.money(next.micros), date: format.date(next.at) })
              : t('earnings.noRelease')
          }
        />
        <Stat
          label={t('earnings.payable')}
          micros={earnings.payable_micros}
          note={
            debt > 0
              ? t('earnings.lessDebt', { amount: format.money(debt) })
              : t('earnings.threshold', { amount: format.money(earnings.threshold_micros) })
          }
        />
        {onTheWay > 0 ? (
          <Stat label={t('earnings.onTheWay')} micros={onTheWay} note={t('earnings.onTheWayNote')} />
        ) : null}
        <Stat
          label={t('earnings.paid')}
          micros={earnings.paid_micros}
          note={lastPaid ? t('earnings.lastPaid', { date: format.date(lastPaid) }) : t('earnings.neverPaid')}
        />
      </StatStrip>
    </div>
  );
}
