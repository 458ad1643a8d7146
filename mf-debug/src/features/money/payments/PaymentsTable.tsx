import type { OperatorPayment } from '@ezdash/contracts';
import { decimalOfMicros, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountCell, accountName } from '../AccountCell';
import { DocumentLinks } from '../DocumentLinks';
import styles from '../money.module.css';
import { PAYMENT_LOOK, signedAmount } from './paymentStates';

const rowId = ({ id }: OperatorPayment) => id;
const rowName = ({ account }: OperatorPayment) => accountName(account);

function usePaymentColumns(onOpen: (id: string) => void): Column<OperatorPayment>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'account',
        header: t('money.payments.account'),
        phone: 'title',
        cell: ({ id, account }) => <AccountCell account={account} under={id} onOpen={() => onOpen(id)} />,
        csv: ({ account }) => account.email,
      },
      {
        key: 'created',
        header: t('money.payments.created', { zone: format.timezone }),
        cell: ({ created_at: at }) => <span className="ez-num">{format.dateTime(at)}</span>,
        csv: ({ created_at: at }) => at,
      },
      {
        key: 'type',
        header: t('money.payments.type'),
        cell: ({ type, gateway, method }) => (
          <span className={styles.account}>
            {t(`money.payments.typeOf.${type}`)}
            <small>
              {gateway.name}
              {method ? (
                <>
                  {' · '}
                  <bdi>{method}</bdi>
                </>
              ) : null}
            </small>
          </span>
        ),
        csv: ({ type }) => type,
      },
      {
        key: 'state',
        header: t('money.payments.state'),
        phone: 'badge',
        cell: ({ state, failure, note }) => (
          <Status
            state={PAYMENT_LOOK[state]}
            label={t(`money.payments.stateOf.${state}`)}
            plain
            stacked
            reason={failure ? t(`money.payments.failure.${failure}`) : note ? <bdi>{note}</bdi> : null}
          />
        ),
        csv: ({ state }) => state,
      },
      {
        key: 'documents',
        header: t('money.payments.documents'),
        cell: ({ documents }) => <DocumentLinks documents={documents} />,
      },
      {
        key: 'amount',
        header: t('money.payments.amount'),
        numeric: true,
        cell: (payment) => (
          <span className={styles.amount}>
            <span className="ez-num">
              {format.money(signedAmount(payment), { currency: payment.currency })}
            </span>
            {payment.bonus_micros > 0 ? (
              <small>{t('money.payments.withBonus', { amount: format.money(payment.bonus_micros) })}</small>
            ) : null}
          </span>
        ),
        csv: (payment) => decimalOfMicros(signedAmount(payment)),
      },
    ],
    [t, format, onOpen],
  );
}

interface PaymentsTableProps {
  payments: readonly OperatorPayment[];
  onOpen: (id: string) => void;
  toolbar: ReactNode;
  empty: ReactNode;
}

/** Payments of all accounts, newest first; a row opens the payment. */
export function PaymentsTable({ payments, onOpen, toolbar, empty }: PaymentsTableProps) {
  const { t } = useTranslation('debug');
  const columns = usePaymentColumns(onOpen);
  return (
    <div className={styles.rows}>
      <DataTable
        label={t('money.payments.all')}
        rows={payments}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        toolbar={toolbar}
        empty={empty}
        csvName={payments.length > 0 ? 'payments' : undefined}
      />
    </div>
  );
}
