import type { OperatorReferral } from '@ezdash/contracts';
import { decimalOfMicros, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../money/money.module.css';
import { REFERRAL_LOOK } from './referralStates';

const rowId = ({ id }: OperatorReferral) => id;
const SUMS = ['held', 'released', 'returned'] as const;

function useColumns(onOpen: (id: string) => void): Column<OperatorReferral>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(() => {
    const money = (micros: number) =>
      micros === 0 ? <span className="ez-dim">–</span> : format.money(micros);
    const sums = SUMS.map(
      (key): Column<OperatorReferral> => ({
        key,
        header: t(`referrals.sum.${key}`),
        numeric: true,
        cell: (row) => money(row[`${key}_micros`]),
        csv: (row) => decimalOfMicros(row[`${key}_micros`]),
      }),
    );
    return [
      {
        key: 'referred',
        header: t('referrals.referred'),
        phone: 'title',
        cell: ({ id, referred }) => (
          <span className={styles.account}>
            <button type="button" className={styles.open} onClick={() => onOpen(id)}>
              <bdi>{referred?.email ?? t('referrals.deleted')}</bdi>
            </button>
            <small>
              {referred ? `${t(`referrals.roleOf.${referred.role}`)} · ` : null}
              <bdi>{id}</bdi>
            </small>
          </span>
        ),
        csv: ({ referred }) => referred?.email ?? '',
      },
      {
        key: 'referrer',
        header: t('referrals.referrer'),
        cell: ({ referrer, code, label }) => (
          <span className={styles.account}>
            <bdi>{referrer?.email ?? t('referrals.deleted')}</bdi>
            <small>
              <bdi>{label ?? code}</bdi>
            </small>
          </span>
        ),
        csv: ({ referrer }) => referrer?.email ?? '',
      },
      {
        key: 'state',
        header: t('referrals.state'),
        phone: 'badge',
        cell: ({ state, reason }) => (
          <Status
            state={REFERRAL_LOOK[state]}
            label={t(`referrals.stateOf.${state}`)}
            plain
            stacked
            reason={reason ? t(`referrals.reasonOf.${reason}`) : null}
          />
        ),
        csv: ({ state, reason }) => (reason ? `${state} ${reason}` : state),
      },
      {
        key: 'signedUp',
        header: t('referrals.signedUp', { zone: format.timezone }),
        cell: ({ signed_up_at: at }) => <span className="ez-num">{format.dateTime(at)}</span>,
        csv: ({ signed_up_at: at }) => at,
      },
      ...sums,
    ];
  }, [t, format, onOpen]);
}

interface ReferralTableProps {
  referrals: readonly OperatorReferral[];
  onOpen: (id: string) => void;
  actions: (referral: OperatorReferral) => readonly RowAction[];
  toolbar: ReactNode;
  empty: ReactNode;
}

/** Who was brought by whom, newest first; a row opens the referral. */
export function ReferralTable({ referrals, onOpen, actions, toolbar, empty }: ReferralTableProps) {
  const { t } = useTranslation('debug');
  const columns = useColumns(onOpen);
  return (
    <div className={styles.rows}>
      <DataTable
        label={t('referrals.all')}
        rows={referrals}
        columns={columns}
        rowId={rowId}
        rowName={({ referred, id }) => referred?.email ?? id}
        actions={actions}
        toolbar={toolbar}
        empty={empty}
        csvName={referrals.length > 0 ? 'referrals' : undefined}
      />
    </div>
  );
}
