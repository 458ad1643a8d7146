import type { Reversal } from '@ezdash/contracts';
import { createFormat, decimalOfMicros, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../money/money.module.css';

const rowId = ({ id }: Reversal) => String(id);
const PLACES = ['publisher', 'property', 'zone', 'campaign'] as const;

/** Whose traffic of when, or how many decisions. */
function Selection({ selection }: Pick<Reversal, 'selection'>) {
  const { t } = useTranslation('debug');
  const { locale } = useFormat();
  const utc = useMemo(() => createFormat({ locale, timezone: 'UTC' }), [locale]);
  if (selection.from === null || selection.to === null)
    return <span>{t('traffic.decisionCount', { count: selection.decisions })}</span>;
  return (
    <span className={styles.account}>
      {PLACES.map((place) => {
        const found = selection[place];
        return found ? (
          <span key={place}>
            {t(`traffic.placeOf.${place}`)} <bdi>{found.name || found.id}</bdi>
          </span>
        ) : null;
      })}
      <small>
        {t('traffic.span', { from: utc.dateTime(selection.from), to: utc.dateTime(selection.to) })}
      </small>
    </span>
  );
}

function Progress({ reversal }: { reversal: Reversal }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { finished_at: finished, events, expected_events: expected } = reversal;
  if (finished) return <Status state="completed" label={t('traffic.done')} plain />;
  const done = format.count(events);
  return (
    <Status
      state="pending"
      label={t('traffic.runs')}
      plain
      stacked
      reason={
        expected === null
          ? t('traffic.progress', { done })
          : t('traffic.progressOf', { done, all: format.count(expected) })
      }
    />
  );
}

function useReversalColumns(): Column<Reversal>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'started',
        header: t('traffic.when', { zone: format.timezone }),
        phone: 'title',
        cell: ({ id, started_at: at, by }) => (
          <span className={styles.account}>
            <b className="ez-num">{format.dateTime(at)}</b>
            <small>
              <bdi>{by}</bdi> · {id}
            </small>
          </span>
        ),
        csv: ({ started_at: at }) => at,
      },
      {
        key: 'state',
        header: t('traffic.state'),
        phone: 'badge',
        cell: (reversal) => <Progress reversal={reversal} />,
        csv: ({ finished_at: at }) => at ?? '',
      },
      {
        key: 'selection',
        header: t('traffic.what'),
        cell: ({ selection }) => <Selection selection={selection} />,
      },
      {
        key: 'reason',
        header: t('traffic.reason'),
        cell: ({ reason, why }) => (
          <span className={styles.account}>
            {t(`traffic.reasonOf.${reason}`)}
            <small className={styles.reason}>
              <bdi>{why}</bdi>
            </small>
          </span>
        ),
        csv: ({ reason }) => reason,
      },
      {
        key: 'events',
        header: t('traffic.events'),
        numeric: true,
        cell: ({ events }) => format.count(events),
        csv: ({ events }) => String(events),
      },
      {
        key: 'price',
        header: t('traffic.toAdvertisers'),
        numeric: true,
        cell: ({ price_micros: micros }) => format.money(micros),
        csv: ({ price_micros: micros }) => decimalOfMicros(micros),
      },
      {
        key: 'payout',
        header: t('traffic.fromPublishers'),
        numeric: true,
        cell: ({ payout_micros: micros }) => format.money(micros),
        csv: ({ payout_micros: micros }) => decimalOfMicros(micros),
      },
    ],
    [t, format],
  );
}

/** What was taken back, newest first. */
export function ReversalTable({ reversals, empty }: { reversals: readonly Reversal[]; empty: ReactNode }) {
  const { t } = useTranslation('debug');
  const columns = useReversalColumns();
  return (
    <DataTable
      label={t('traffic.history')}
      rows={reversals}
      columns={columns}
      rowId={rowId}
      rowName={rowId}
      empty={empty}
      csvName={reversals.length > 0 ? 'invalid-traffic' : undefined}
    />
  );
}
