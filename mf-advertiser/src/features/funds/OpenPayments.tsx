import type { Payment } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  AppLink,
  Button,
  confirm,
  Notice,
  Panel,
  Status,
  TransferDetails,
  toast,
  useFormat,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { DocumentLinks } from './DocumentLinks';
import { useAdvertiserCancelPaymentMutation } from './funds.api';
import classes from './funds.module.css';

/** Another did it: what the page shows is asked for again, and shows what has become of it. */
const ENDED = 'PAYMENT_ENDED';

function useCancel(payment: Payment) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const failureText = useFailureText();
  const [cancel, { isLoading }] = useAdvertiserCancelPaymentMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const amount = format.money(payment.charged_micros, { currency: payment.currency });
  const press = async () => {
    const isTransfer = payment.gateway.way === 'transfer';
    const sure = await confirm({
      title: t('funds.open.cancelTitle', { amount }),
      text: t(isTransfer ? 'funds.open.cancelTransfer' : 'funds.open.cancelText'),
      verb: t('funds.open.cancel'),
    });
    if (!sure) return;
    setFailure(null);
    try {
      await cancel(payment.id).unwrap();
      toast({ text: t('funds.open.cancelled', { amount }) });
    } catch (error) {
      const known = toApiError(error);
      if (!known) return;
      setFailure(known.code === ENDED ? t('funds.open.ended') : failureText(known));
    }
  };
  return { press: () => void press(), isLoading, failure };
}

function OpenPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const cancel = useCancel(payment);
  const { next, gateway, currency } = payment;
  const amount = format.money(payment.charged_micros, { currency });
  const facts = [
    payment.method ?? gateway.name,
    t('funds.open.since', { time: format.dateTime(payment.created_at) }),
    payment.expires_at && t('funds.open.until', { time: format.dateTime(payment.expires_at) }),
  ].filter(Boolean);
  return (
    <li className={classes.openPayment}>
      <div className={classes.openHead}>
        <span className="ez-name">
          <span>
            <AppLink href={`/payment/result?payment=${encodeURIComponent(payment.id)}`}>
              {t(payment.origin === 'top-up' ? 'funds.open.topUp' : 'funds.open.deposit', { amount })}
            </AppLink>
            <small>
              <bdi>{facts.join(' · ')}</bdi>
            </small>
          </span>
        </span>
        <Status plain state={gateway.way === 'transfer' ? 'waiting' : 'pending'} />
        <DocumentLinks documents={payment.documents} />
        <span className={classes.openActions}>
          <Button variant="subtle" loading={cancel.isLoading} onClick={cancel.press}>
            {t('funds.open.cancel')}
            <span className="ez-sr"> {amount}</span>
          </Button>
          {next?.kind === 'checkout' ? (
            <Button variant="default" component="a" href={next.url}>
              {t('funds.open.continue')}
              <span className="ez-sr"> {amount}</span>
            </Button>
          ) : null}
        </span>
      </div>
      {next?.kind === 'transfer' ? <TransferDetails transfer={next} currency={currency} /> : null}
      {cancel.failure ? <Notice tone="bad">{cancel.failure}</Notice> : null}
    </li>
  );
}

/** Deposits that are begun and not there yet, with what is still to be done for each. */
export function OpenPayments({ payments }: { payments: readonly Payment[] }) {
  const { t } = useTranslation('advertiser');
  if (payments.length === 0) return null;
  return (
    <Panel title={t('funds.open.title')} hint={payments.length} flush>
      <ul>
        {payments.map((payment) => (
          <OpenPayment key={payment.id} payment={payment} />
        ))}
      </ul>
    </Panel>
  );
}
