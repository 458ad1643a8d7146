import type { Earnings, EarningsMonth } from '@ezdash/contracts';
import { decimalOfMicros, Panel, type State, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './earnings.module.css';

const STATES: Record<EarningsMonth['state'], State> = {
  estimated: 'open',
  validating: 'pending',
  released: 'approved',
};
const rowId = ({ period }: EarningsMonth) => period;

/** "October 2026", in UTC as all months of earnings. */
export const monthName = (period: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${period}T00:00:00Z`),
  );

const sumOf = (months: readonly EarningsMonth[], of: (month: EarningsMonth) => number): number =>
  months.reduce((sum, month) => sum + of(month), 0);

function useMonthColumns({ deducted_micros: deducted, months }: Earnings): Column<EarningsMonth>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const held = useMemo(
    (): Column<EarningsMonth> => ({
      key: 'held',
      header: t('earnings.held'),
      numeric: true,
      sort: ({ held_micros: micros = 0 }) => micros,
      cell: ({ held_micros: micros = 0 }) =>
        micros > 0 ? format.money(micros) : <span className="ez-dim">–</span>,
      total: format.money(sumOf(months, ({ held_micros: micros = 0 }) => micros)),
      csv: ({ held_micros: micros = 0 }) => decimalOfMicros(micros),
    }),
    [t, format, months],
  );
  return useMemo(
    () => [
      {
        key: 'period',
        header: t('earnings.month'),
        phone: 'title',
        sort: ({ period }) => period,
        cell: ({ period }) => <b>{monthName(period, format.locale)}</b>,
        total: t('earnings.allMonths'),
        csv: ({ period }) => period.slice(0, 7),
      },
      {
        key: 'state',
        header: t('earnings.state'),
        phone: 'badge',
        sort: ({ state }) => state,
        cell: ({ state, release_at: at }) => (
          <Status
            state={STATES[state]}
            label={t(`earnings.monthState.${state}`)}
            plain
            stacked
            reason={t(`earnings.monthWhen.${state}`, { date: format.date(at) })}
          />
        ),
        csv: ({ state }) => t(`earnings.monthState.${state}`),
      },
      {
        key: 'earned',
        header: t('earnings.earned'),
        numeric: true,
        sort: ({ earned_micros: micros }) => micros,
        cell: ({ earned_micros: micros }) => format.money(micros),
        total: format.money(sumOf(months, ({ earned_micros: micros }) => micros)),
        csv: ({ earned_micros: micros }) => decimalOfMicros(micros),
      },
      ...(months.some(({ held_micros: held = 0 }) => held > 0) ? [held] : []),
      {
        key: 'deducted',
        header: t('earnings.deducted'),
        numeric: true,
        sort: ({ deducted_micros: micros }) => micros,
        cell: ({ deducted_micros: micros }) =>
          micros > 0 ? format.money(-micros) : <span className="ez-dim">–</span>,
        total: deducted > 0 ? format.money(-deducted) : '–',
        csv: ({ deducted_micros: micros }) => decimalOfMicros(-micros),
      },
      {
        key: 'released',
        header: t('earnings.released'),
        numeric: true,
        sort: ({ released_micros: micros }) => micros,
        cell: ({ released_micros: micros }) =>
          micros === null ? <span className="ez-dim">–</span> : <b>{format.money(micros)}</b>,
        total: format.money(sumOf(months, ({ released_micros: micros }) => micros ?? 0)),
        csv: ({ released_micros: micros }) => (micros === null ? null : decimalOfMicros(micros)),
      },
    ],
    [t, format, deducted, months, held],
  );
}

/** Every month with what was earned, taken back and became payable. */
export function MonthsPanel({ earnings }: { earnings: Earnings }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const columns = useMonthColumns(earnings);
  return (
    <Panel label={t('earnings.months')} flush>
      <DataTable
        toolbar={
          <h2 className={styles.title}>
            {t('earnings.months')} <span className="ez-dim">{t('earnings.monthsHint')}</span>
          </h2>
        }
        label={t('earnings.months')}
        rows={earnings.months}
        columns={columns}
        rowId={rowId}
        rowName={({ period }) => monthName(period, format.locale)}
        csvName="earnings"
      />
    </Panel>
  );
}
