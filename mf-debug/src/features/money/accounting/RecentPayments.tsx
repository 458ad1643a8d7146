import type { XeroPayment } from '@ezdash/contracts';
import { BusyButton, IconDownload, Panel, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { PAYMENT_LOOK } from '../payments/paymentStates';
import { type InvoiceTask, turnOf, useInvoices } from './useInvoices';
import type { Turn } from './useTurn';
import { invoiceAction, microsOf, shortId } from './xeroRules';

const rowId = ({ id }: XeroPayment) => id;
const rowName = ({ account_email: email }: XeroPayment) => email;
const isKnownState = (state: string): state is keyof typeof PAYMENT_LOOK =>
  Object.hasOwn(PAYMENT_LOOK, state);

interface InvoiceCellProps {
  payment: XeroPayment;
  turn: Turn;
  onAct: (task: InvoiceTask, payment: XeroPayment) => void;
}

function InvoiceCell({ payment, turn, onAct }: InvoiceCellProps) {
  const { t } = useTranslation('debug');
  const act = invoiceAction(payment);
  if (act === null) return <span className="ez-dim">–</span>;
  const { id, invoice_id: invoiceId, account_email: email } = payment;
  const name = turnOf({ act, id });
  return (
    <span className={styles.account}>
      <BusyButton
        variant="default"
        size="compact-sm"
        leftSection={act === 'pdf' ? <IconDownload size={15} stroke={1.7} aria-hidden /> : undefined}
        busy={turn.busy === name}
        waitsFor={turn.waitsFor(name)}
        onClick={() => onAct({ act, id }, payment)}
      >
        {t(act === 'pdf' ? 'money.xero.pdf' : 'money.xero.createInvoice')}
        <span className="ez-sr"> {t('money.xero.ofPayment', { id, email })}</span>
      </BusyButton>
      {invoiceId ? (
        <small className="ez-mono" title={invoiceId}>
          <bdi>{shortId(invoiceId)}</bdi>
        </small>
      ) : null}
    </span>
  );
}

function usePaymentColumns({ turn, onAct }: Omit<InvoiceCellProps, 'payment'>): Column<XeroPayment>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(() => {
    const money = (decimal: string, currency: string) => format.money(microsOf(decimal), { currency });
    return [
      {
        key: 'account',
        header: t('money.payments.account'),
        phone: 'title',
        cell: ({ id, account_email: email, created_at: at }) => (
          <span className={styles.account}>
            <b>
              <bdi>{email}</bdi>
            </b>
            <small>
              <bdi>{id}</bdi> · {format.dateTime(at)}
            </small>
          </span>
        ),
      },
      {
        key: 'type',
        header: t('money.payments.type'),
        cell: ({ type, gateway }) => (
          <span className={styles.account}>
            {t(`money.payments.typeOf.${type}`, { defaultValue: type })}
            <small>{gateway}</small>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('money.payments.state'),
        phone: 'badge',
        cell: ({ status }) =>
          isKnownState(status) ? (
            <Status state={PAYMENT_LOOK[status]} label={t(`money.payments.stateOf.${status}`)} plain />
          ) : (
            status
          ),
      },
      {
        key: 'transaction',
        header: t('money.xero.transaction'),
        cell: ({ transaction_id: id, external_transaction_id: external }) => (
          <span className={styles.account}>
            <bdi className="ez-mono">{id ?? '–'}</bdi>
            {external ? (
              <small className="ez-mono" title={external}>
                <bdi>{shortId(external)}</bdi>
              </small>
            ) : null}
          </span>
        ),
      },
      {
        key: 'amount',
        header: t('money.payments.amount'),
        numeric: true,
        cell: ({ amount, credit, currency }) => (
          <span className={styles.amount}>
            {money(amount, currency)}
            {credit !== amount && microsOf(credit) > 0 ? (
              <small>{t('money.xero.credited', { amount: money(credit, currency) })}</small>
            ) : null}
          </span>
        ),
      },
      {
        key: 'invoice',
        header: t('money.xero.invoice'),
        cell: (payment) => <InvoiceCell payment={payment} turn={turn} onAct={onAct} />,
      },
    ];
  }, [t, format, turn, onAct]);
}

/** The latest payments, with what can be done about their invoices. */
export function RecentPayments({ payments, turn }: { payments: readonly XeroPayment[]; turn: Turn }) {
  const { t } = useTranslation('debug');
  const { act, failure } = useInvoices(turn);
  const columns = usePaymentColumns({ turn, onAct: act });
  return (
    <Panel title={t('money.xero.recent')} flush>
      {failure ? (
        <div className={styles.inPanel}>
          <MoneyFailure title={t(`money.xero.failed.${failure.act}`)} failure={failure.error} />
        </div>
      ) : null}
      <DataTable
        label={t('money.xero.recent')}
        rows={payments}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        empty={<p className={styles.none}>{t('money.xero.noPayments')}</p>}
      />
    </Panel>
  );
}
