import type { XeroPayment } from '@ezdash/contracts';
import { BusyButton, IconDownload, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { invoiceAction, microsOf, shortId } from '../../money/accounting/xeroRules';
import { PAYMENT_LOOK } from '../../money/payments/paymentStates';
import { Block, Facts } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { TabSkeleton } from '../TabSkeleton';
import { useClock } from '../useClock';
import type { Xero } from './useXero';
import styles from './xero.module.css';

/** The specification's number of recent payments. */
const SHOWN = 10;
const isKnownState = (state: string): state is keyof typeof PAYMENT_LOOK =>
  Object.hasOwn(PAYMENT_LOOK, state);

/** An id that may be long: its ends, with all of it as the title. */
function Id({ value }: { value: string | null }) {
  if (!value) return <span className="ez-dim">–</span>;
  return (
    <span className="ez-mono" dir="ltr" title={value}>
      {shortId(value)}
    </span>
  );
}

function InvoiceAction({ payment, xero }: { payment: XeroPayment; xero: Xero }) {
  const { t } = useTranslation('debug');
  const act = invoiceAction(payment);
  const { id, account_email: email } = payment;
  if (act === null) return null;
  const task = `${act} ${id}` as const;
  return (
    <BusyButton
      variant="default"
      leftSection={act === 'pdf' ? <IconDownload size={15} stroke={1.7} aria-hidden /> : undefined}
      busy={xero.busy === task}
      waitsFor={xero.waitsFor(task)}
      onClick={() => void (act === 'pdf' ? xero.savePdf(id) : xero.createInvoice(id))}
    >
      {t(act === 'pdf' ? 'money.xero.pdf' : 'xeroTab.createInvoice')}
      <span className="ez-sr"> {t('money.xero.ofPayment', { id, email })}</span>
    </BusyButton>
  );
}

function PaymentCard({ payment, xero }: { payment: XeroPayment; xero: Xero }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const clock = useClock();
  const { status, currency, created_at: at } = payment;
  const money = (decimal: string) => format.money(microsOf(decimal), { currency });
  return (
    <li>
      <div className={parts.row}>
        <span>
          <b>{money(payment.amount)}</b> {currency} ·{' '}
          {t(`money.payments.typeOf.${payment.type}`, { defaultValue: payment.type })}
          <small>
            <bdi>{payment.account_email}</bdi>
          </small>
        </span>
        {isKnownState(status) ? (
          <Status state={PAYMENT_LOOK[status]} label={t(`money.payments.stateOf.${status}`)} plain />
        ) : (
          status
        )}
        <InvoiceAction payment={payment} xero={xero} />
      </div>
      <Facts
        rows={[
          [t('userTab.id'), <Id key="id" value={payment.id} />],
          [t('xeroTab.credit'), money(payment.credit)],
          [t('money.payments.gateway'), payment.gateway],
          [t('money.xero.transaction'), <Id key="transaction" value={payment.transaction_id} />],
          [
            t('money.payments.idOf.externalId'),
            <Id key="external" value={payment.external_transaction_id} />,
          ],
          [
            t('xeroTab.created'),
            <time key="created" dateTime={at} title={payment.created_ago}>
              {format.dateTime(at)} {clock.zone(at)}, {format.relative(at)}
            </time>,
          ],
          [
            t('money.xero.invoice'),
            payment.has_invoice ? <Id key="invoice" value={payment.invoice_id} /> : t('userTab.no'),
          ],
        ]}
      />
    </li>
  );
}

interface PaymentListProps {
  /** Newest first; undefined while they are not known. */
  payments: readonly XeroPayment[] | undefined;
  isLoading: boolean;
  error: unknown;
  xero: Xero;
}

/** The latest 10 payments of all users, with what can be done about their invoices. */
export function PaymentList({ payments, isLoading, error, xero }: PaymentListProps) {
  const { t } = useTranslation('debug');
  return (
    <Block title={t('money.xero.recent')}>
      <FailureNote failure="recentPayments" error={error} />
      {isLoading && !payments ? <TabSkeleton rows={6} /> : null}
      {payments?.length === 0 ? <p className={parts.hint}>{t('money.xero.noPayments')}</p> : null}
      {payments && payments.length > 0 ? (
        <ul className={styles.payments}>
          {payments.slice(0, SHOWN).map((payment) => (
            <PaymentCard key={payment.id} payment={payment} xero={xero} />
          ))}
        </ul>
      ) : null}
    </Block>
  );
}
