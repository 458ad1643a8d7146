import { Notice, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { BankFile } from './BankFile';
import { sumOf } from './payoutChecks';
import type { PayoutActions } from './usePayoutActions';

/** What came of the last thing that was done: how many, and whose not and why. */
export function PayoutOutcome({ actions }: { actions: PayoutActions }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { outcome, batch, batchFailure } = actions;
  if (!outcome && !batch && !batchFailure) return null;
  return (
    <div className={styles.notices}>
      {outcome && outcome.done.length > 0 ? (
        <div role="status">
          <Notice
            tone="ok"
            title={t(`money.payouts.did.${outcome.act}`, {
              count: outcome.done.length,
              amount: format.money(sumOf(outcome.done)),
            })}
          />
        </div>
      ) : null}
      {outcome && outcome.refused.length > 0 ? (
        <Notice
          tone="bad"
          title={t(`money.payouts.didNot.${outcome.act}`, { count: outcome.refused.length })}
        >
          {outcome.refused.map(({ payout, error }) => (
            <span key={payout.id} style={{ display: 'block' }}>
              <bdi>{accountName(payout.account)}</bdi>, {format.money(payout.amount_micros)}:{' '}
              {error.message || t('news.noAnswer')}
            </span>
          ))}
        </Notice>
      ) : null}
      {batch ? (
        <div role="status">
          <Notice
            tone="ok"
            title={t('money.payouts.batchMade', {
              count: batch.count,
              amount: format.money(batch.amount_micros),
            })}
            action={<BankFile batchId={batch.id} />}
          >
            {t('money.payouts.batchNext')}
          </Notice>
        </div>
      ) : null}
      <MoneyFailure title={t('money.payouts.batchFailed')} failure={batchFailure} />
    </div>
  );
}
