import type { CreditLine } from '@ezdash/contracts';
import { decimalOfMicros, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountCell, accountName } from '../AccountCell';
import styles from '../money.module.css';
import { AGES, CREDIT_LOOK, overdueOf } from './creditStates';

const rowId = ({ account }: CreditLine) => account.id;
const rowName = ({ account }: CreditLine) => accountName(account);
const STATE_ORDER: readonly CreditLine['state'][] = ['overdue', 'open', 'paused', 'closed'];
const dash = <span className="ez-dim">–</span>;

function useCreditColumns(lines: readonly CreditLine[], onChange: (line: CreditLine) => void) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo((): Column<CreditLine>[] => {
    const total = (pick: (line: CreditLine) => number) => {
      const sum = lines.reduce((all, line) => all + pick(line), 0);
      return sum === 0 ? undefined : format.money(sum);
    };
    const money = (
      key: string,
      header: string,
      pick: (line: CreditLine) => number,
      overdue = false,
    ): Column<CreditLine> => ({
      key,
      header,
      numeric: true,
      sort: pick,
      cell: (line) =>
        pick(line) === 0 ? (
          dash
        ) : (
          <span className={overdue ? styles.overdue : undefined}>{format.money(pick(line))}</span>
        ),
      total: total(pick),
      csv: (line) => decimalOfMicros(pick(line)),
    });
    return [
      {
        key: 'account',
        header: t('money.credit.account'),
        phone: 'title',
        sort: ({ account }) => accountName(account).toLocaleLowerCase(format.locale),
        cell: (line) => (
          <AccountCell
            account={line.account}
            under={t('money.credit.terms', { count: line.terms_days, date: format.date(line.agreed_at) })}
            onOpen={() => onChange(line)}
          />
        ),
        total: t('money.credit.total'),
        csv: ({ account }) => account.email,
      },
      {
        key: 'state',
        header: t('money.credit.state'),
        phone: 'badge',
        sort: ({ state }) => STATE_ORDER.indexOf(state),
        cell: (line) => (
          <Status
            state={CREDIT_LOOK[line.state]}
            label={t(`money.credit.stateOf.${line.state}`)}
            plain
            stacked
            reason={line.note ? <bdi>{line.note}</bdi> : null}
          />
        ),
        csv: ({ state }) => state,
      },
      money('limit', t('money.credit.limit'), ({ limit_micros: micros }) => micros),
      money('owed', t('money.credit.owed'), ({ owed_micros: micros }) => micros),
      ...AGES.map((age) =>
        money(age, t(`money.credit.age.${age}`), ({ ageing_micros: by }) => by[age], age !== 'current'),
      ),
    ];
  }, [t, format, lines, onChange]);
}

interface CreditTableProps {
  lines: readonly CreditLine[];
  onChange: (line: CreditLine) => void;
  onPause: (line: CreditLine) => void;
}

/** Who may owe, who owes and since when: the most overdue first. */
export function CreditTable({ lines, onChange, onPause }: CreditTableProps) {
  const { t } = useTranslation('debug');
  const columns = useCreditColumns(lines, onChange);
  const rows = useMemo(
    () => lines.toSorted((a, b) => overdueOf(b) - overdueOf(a) || b.owed_micros - a.owed_micros),
    [lines],
  );
  const actions = (line: CreditLine): RowAction[] => [
    { id: 'change', label: t('money.credit.change'), onSelect: () => onChange(line) },
    ...(line.state === 'open' || line.state === 'overdue'
      ? [{ id: 'pause', label: t('money.credit.pause'), onSelect: () => onPause(line) }]
      : []),
  ];
  return (
    <div className={styles.rows}>
      <DataTable
        label={t('money.credit.lines')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        csvName="credit-lines"
      />
    </div>
  );
}
