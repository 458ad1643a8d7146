import type { OperatorPayout, PayoutState } from '@ezdash/contracts';
import { decimalOfMicros, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountCell, accountName } from '../AccountCell';
import { DocumentLinks } from '../DocumentLinks';
import { PayoutChecks } from './PayoutChecks';
import { PAYOUT_LOOK } from './payoutChecks';

const rowId = ({ id }: OperatorPayout) => id;
const rowName = ({ account }: OperatorPayout) => accountName(account);
const OPEN: ReadonlySet<PayoutState> = new Set(['requested', 'approved', 'sent']);

function useWhen(state: PayoutState): Column<OperatorPayout> {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(() => {
    const isOpen = OPEN.has(state);
    const at = (payout: OperatorPayout) =>
      isOpen ? payout.due_at : (payout.ended_at ?? payout.requested_at);
    return {
      key: 'when',
      header: t(isOpen ? 'money.payouts.due' : 'money.payouts.ended', { zone: format.timezone }),
      sort: at,
      cell: (payout) => (
        <span className="ez-num">
          {format.dateTime(at(payout))}
          {isOpen && Date.parse(payout.due_at) < Date.now() ? (
            <>
              {' '}
              <Status state="waiting" label={t('money.payouts.late')} plain />
            </>
          ) : null}
        </span>
      ),
    };
  }, [t, format, state]);
}

function usePayoutColumns(state: PayoutState): Column<OperatorPayout>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const when = useWhen(state);
  return useMemo(() => {
    const account: Column<OperatorPayout> = {
      key: 'account',
      header: t('money.payouts.publisher'),
      phone: 'title',
      sort: ({ account: one }) => accountName(one).toLocaleLowerCase(format.locale),
      cell: ({ id, account: one, batch_id: batch }) => (
        <AccountCell account={one} under={<bdi>{batch ? `${id} · ${batch}` : id}</bdi>} />
      ),
      csv: ({ account: one }) => one.email,
    };
    const method: Column<OperatorPayout> = {
      key: 'method',
      header: t('money.payouts.bank'),
      cell: ({ method: label }) => <bdi>{label}</bdi>,
      csv: ({ method: label }) => label,
    };
    const checks: Column<OperatorPayout> = {
      key: 'checks',
      header: t('money.payouts.checks'),
      cell: (payout) => <PayoutChecks payout={payout} />,
      csv: (payout) => payout.checks.join(' '),
    };
    const outcome: Column<OperatorPayout> = {
      key: 'outcome',
      header: t('money.payouts.outcome'),
      phone: 'badge',
      cell: ({ state: now, reason, reference }) => (
        <Status
          state={PAYOUT_LOOK[now]}
          label={t(`money.payouts.stateOf.${now}`)}
          plain
          stacked
          reason={<bdi>{reason || reference}</bdi>}
        />
      ),
      csv: ({ reason, reference }) => reason || reference,
    };
    const documents: Column<OperatorPayout> = {
      key: 'documents',
      header: t('money.payouts.statement'),
      cell: (payout) => <DocumentLinks documents={payout.documents} />,
    };
    const amount: Column<OperatorPayout> = {
      key: 'amount',
      header: t('money.payouts.amount'),
      numeric: true,
      sort: ({ amount_micros: micros }) => micros,
      cell: ({ amount_micros: micros, currency }) => <b>{format.money(micros, { currency })}</b>,
      csv: ({ amount_micros: micros }) => decimalOfMicros(micros),
    };
    if (OPEN.has(state)) return [account, checks, method, when, amount];
    return [account, outcome, method, ...(state === 'paid' ? [documents] : []), when, amount];
  }, [t, format, state, when]);
}

interface PayoutsTableProps {
  state: PayoutState;
  payouts: readonly OperatorPayout[];
  bulk?: (payouts: readonly OperatorPayout[], clear: () => void) => ReactNode;
  actions: (payout: OperatorPayout) => readonly RowAction[];
  empty: ReactNode;
}

/** Payouts of one state. Give it the state as key: what is selected belongs to one. */
export function PayoutsTable({ state, payouts, bulk, actions, empty }: PayoutsTableProps) {
  const { t } = useTranslation('debug');
  const columns = usePayoutColumns(state);
  return (
    <DataTable
      label={t(`money.payouts.stateOf.${state}`)}
      rows={payouts}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      bulk={bulk}
      actions={actions}
      empty={empty}
      csvName={payouts.length > 0 ? `payouts-${state}` : undefined}
    />
  );
}
