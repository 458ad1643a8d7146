import type { EarningsHold } from '@ezdash/contracts';
import { decimalOfMicros, Panel, type State, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './earnings.module.css';

const STATES: Record<EarningsHold['state'], State> = {
  waiting: 'open',
  open: 'pending',
  released: 'approved',
  taken_back: 'rejected',
};
const rowId = ({ id }: EarningsHold) => id;

function useHoldColumns(): Column<EarningsHold>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  return useMemo(() => {
    const whyOf = ({ reasons }: EarningsHold) =>
      reasons.length > 0
        ? reasons.map((reason) => t(`earnings.holds.reason.${reason}`)).join(', ')
        : t('earnings.holds.waits');
    const whenOf = ({ decided_at: decided, release_at: release }: EarningsHold) => {
      if (decided) return t('earnings.holds.decidedAt', { date: format.date(decided) });
      return release ? t('earnings.holds.releaseAt', { date: format.date(release) }) : undefined;
    };
    return [
      {
        key: 'property',
        header: t('earnings.holds.property'),
        phone: 'title',
        cell: ({ property, source }) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{property.name}</bdi>
              </b>
              <small>{t(`earnings.holds.source.${source}`)}</small>
            </span>
          </span>
        ),
        csv: ({ property }) => property.id,
      },
      {
        key: 'state',
        header: t('earnings.holds.status'),
        phone: 'badge',
        cell: (hold) => (
          <Status
            state={STATES[hold.state]}
            label={t(`earnings.holds.state.${hold.state}`)}
            plain
            stacked
            reason={whenOf(hold)}
          />
        ),
        csv: ({ state }) => t(`earnings.holds.state.${state}`),
      },
      { key: 'why', header: t('earnings.holds.why'), cell: whyOf, csv: whyOf },
      {
        key: 'amount',
        header: t('earnings.holds.amount'),
        numeric: true,
        cell: ({ amount_micros: micros }) => format.money(micros, { digits: [2, 6] }),
        csv: ({ amount_micros: micros }) => decimalOfMicros(micros),
      },
    ];
  }, [t, format]);
}

/** Earnings that servers reported: on hold, with the reason, or decided lately. */
export function HoldsPanel({ holds }: { holds: readonly EarningsHold[] }) {
  const { t } = useTranslation('publisher');
  const columns = useHoldColumns();
  return (
    <Panel label={t('earnings.holds.title')} flush>
      <DataTable
        toolbar={<h2 className={styles.title}>{t('earnings.holds.title')}</h2>}
        label={t('earnings.holds.title')}
        rows={holds}
        columns={columns}
        rowId={rowId}
        rowName={({ property }) => property.name}
        csvName="earnings-on-hold"
      />
    </Panel>
  );
}
