import type { FundsLine } from '@ezdash/contracts';
import { AppLink, Money, useFormat } from '@ezdash/ui';
import type { Column } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentLinks } from './DocumentLinks';
import classes from './funds.module.css';
import { hasState, LineState } from './LineState';
import { useLineWords } from './useLineWords';

/** Ledger lines carry four digits, the last two small. */
const DIGITS = { digits: 4, quietFrom: 2 } as const;

function LineCell({ line, onOpen }: { line: FundsLine; onOpen: (id: string) => void }) {
  const { title, detail } = useLineWords()(line);
  return (
    <span className="ez-name">
      <span>
        {line.payment && line.id === line.payment.id ? (
          // It moved nothing: there is a payment behind it, and no transaction.
          <AppLink
            className={classes.open}
            href={`/payment/result?payment=${encodeURIComponent(line.payment.id)}`}
          >
            <bdi>{title}</bdi>
          </AppLink>
        ) : (
          <button type="button" className={classes.open} onClick={() => onOpen(line.id)}>
            <bdi>{title}</bdi>
          </button>
        )}
        {detail ? (
          <small>
            <bdi>{detail}</bdi>
          </small>
        ) : null}
      </span>
    </span>
  );
}

/** @param onOpen opens a line; keep it stable */
export function useLedgerColumns(onOpen: (id: string) => void): Column<FundsLine>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'when',
        header: t('funds.column.when', { zone: format.timezone }),
        width: 128,
        cell: ({ occurred_at }) => (
          <time className="ez-num" dateTime={occurred_at}>
            {format.dateTime(occurred_at)}
          </time>
        ),
      },
      {
        key: 'line',
        header: t('funds.column.line'),
        phone: 'title',
        cell: (line) => <LineCell line={line} onOpen={onOpen} />,
      },
      {
        key: 'state',
        header: t('funds.column.state'),
        phone: 'badge',
        // A cell with nothing in it is left out of a card.
        cell: (line) => (hasState(line) ? <LineState line={line} /> : null),
      },
      {
        key: 'document',
        header: t('funds.column.document'),
        cell: ({ documents }) =>
          documents.length > 0 ? (
            <span className={classes.documents}>
              <DocumentLinks documents={documents} />
            </span>
          ) : null,
      },
      {
        key: 'amount',
        header: t('funds.column.amount'),
        numeric: true,
        cell: ({ amount_micros: micros }) => (
          <span className={classes.amount} data-gain={micros > 0 || undefined}>
            <Money micros={micros} signed {...DIGITS} />
          </span>
        ),
      },
      {
        key: 'balance',
        header: t('funds.column.balance'),
        numeric: true,
        cell: ({ balance_micros }) => format.money(balance_micros),
      },
    ],
    [t, format, onOpen],
  );
}
