import type { OperatorAuditRow } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import money from '../money/money.module.css';
import { callKey } from './calls';
import styles from './console.module.css';

const REFUSED_FROM = 400;

const rowId = ({ id }: OperatorAuditRow) => id;
const rowName = ({ id, path }: OperatorAuditRow) => `${id} ${path}`;

function useAuditColumns(onOpen: (row: OperatorAuditRow) => void): Column<OperatorAuditRow>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'call',
        header: t('console.audit.call'),
        phone: 'title',
        cell: (row) => {
          const key = callKey(row.method, row.path);
          const address = `${row.method} ${row.path}`;
          return (
            <span className={money.account}>
              <button type="button" className={money.open} onClick={() => onOpen(row)}>
                {key ? t(key) : <bdi className="ez-mono">{address}</bdi>}
              </button>
              {key ? (
                <small className="ez-mono" dir="ltr">
                  {address}
                </small>
              ) : null}
            </span>
          );
        },
      },
      {
        key: 'admin',
        header: t('console.audit.who'),
        cell: ({ admin }) =>
          admin === null ? (
            <span className="ez-dim">{t('console.audit.nobody')}</span>
          ) : (
            <bdi className={styles.wrap}>{admin}</bdi>
          ),
      },
      {
        key: 'status',
        header: t('console.audit.status'),
        numeric: true,
        cell: ({ status }) => (
          <span className={status >= REFUSED_FROM ? styles.refused : undefined}>
            {status}
            {status >= REFUSED_FROM ? <span className="ez-sr"> {t('console.audit.refused')}</span> : null}
          </span>
        ),
      },
      {
        key: 'at',
        header: t('console.audit.at', { zone: format.timezone }),
        numeric: true,
        cell: ({ happened_at: at }) => (
          <span className="ez-num">{format.dateTime(at, { seconds: true })}</span>
        ),
      },
    ],
    [t, format, onOpen],
  );
}

interface AuditTableProps {
  rows: readonly OperatorAuditRow[];
  onOpen: (row: OperatorAuditRow) => void;
  toolbar: ReactNode;
  empty: ReactNode;
}

/** Calls, newest first; each opens. */
export function AuditTable({ rows, onOpen, toolbar, empty }: AuditTableProps) {
  const { t } = useTranslation('debug');
  const columns = useAuditColumns(onOpen);
  return (
    <div className={money.rows}>
      <DataTable
        label={t('console.audit.calls')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        initialPageSize={50}
        toolbar={toolbar}
        empty={empty}
      />
    </div>
  );
}
