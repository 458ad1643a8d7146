import type { OperatorSeat } from '@ezdash/contracts';
import { EmptyState, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TakeBackButton } from '../console/TakeBackButton';
import { useTakingBack } from '../console/useTakingBack';
import { useDebugRevokeSeatMutation } from './exchanges.api';

const rowId = ({ id }: OperatorSeat) => String(id);
const rowName = ({ name }: OperatorSeat) => name;

/** Shuts an exchange out after a question; `busyId`: the one that is being shut out. */
function useRevoking(onFailure: (error: unknown) => void) {
  const { t } = useTranslation('debug');
  const [revoke] = useDebugRevokeSeatMutation();
  const wordsOf = useCallback(
    ({ name }: OperatorSeat) => ({
      title: t('exchanges.revokeAsk', { name }),
      text: t('exchanges.revokeText'),
      verb: t('exchanges.revoke'),
      danger: true,
      done: t('exchanges.revoked', { name }),
    }),
    [t],
  );
  const act = useCallback((id: number) => revoke(id).unwrap(), [revoke]);
  return useTakingBack({ wordsOf, act, onFailure });
}

function useColumns({ ask, busyId }: ReturnType<typeof useRevoking>): Column<OperatorSeat>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('exchanges.exchange'),
        phone: 'title',
        cell: ({ name, property }) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{name}</bdi>
              </b>
              <small>
                <bdi>{property.name}</bdi> · <bdi>{property.id}</bdi>
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('console.users.status'),
        phone: 'badge',
        cell: ({ revoked_at: at }) => (
          <Status
            state={at ? 'archived' : 'active'}
            plain
            stacked
            reason={at ? t('exchanges.revokedOn', { date: format.date(at) }) : null}
          />
        ),
      },
      {
        key: 'created',
        header: t('exchanges.created'),
        numeric: true,
        cell: ({ created_at: at }) => <span className="ez-num">{format.date(at)}</span>,
      },
      {
        key: 'used',
        header: t('exchanges.used', { zone: format.timezone }),
        numeric: true,
        cell: ({ last_notice_at: at }) => (
          <span className="ez-num">{at ? format.dateTime(at) : t('exchanges.unknown')}</span>
        ),
      },
      {
        key: 'wins',
        header: t('exchanges.wins'),
        numeric: true,
        cell: ({ wins, losses }) =>
          t('exchanges.winsText', { wins: format.count(wins), losses: format.count(losses) }),
      },
      {
        key: 'billed',
        header: t('exchanges.billed'),
        numeric: true,
        cell: ({ billed_micros: micros }) => <span className="ez-num">{format.money(micros)}</span>,
      },
      {
        key: 'earned',
        header: t('exchanges.earned'),
        numeric: true,
        cell: ({ earned_micros: micros }) => <span className="ez-num">{format.money(micros)}</span>,
      },
      {
        key: 'revoke',
        header: t('console.sessions.action'),
        cell: (seat) =>
          seat.revoked_at ? null : (
            <TakeBackButton
              verb={t('exchanges.revoke')}
              name={seat.name}
              busy={busyId === seat.id}
              onPress={() => void ask(seat)}
            />
          ),
      },
    ],
    [t, format, ask, busyId],
  );
}

interface ExchangeTableProps {
  seats: OperatorSeat[];
  onFailure: (error: unknown) => void;
  /** The way to add the first. */
  action: ReactNode;
}

/** Exchanges, with what they said and what was counted in thirty days. */
export function ExchangeTable({ seats, onFailure, action }: ExchangeTableProps) {
  const { t } = useTranslation('debug');
  const columns = useColumns(useRevoking(onFailure));
  return (
    <DataTable
      label={t('exchanges.table')}
      rows={seats}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      empty={
        <EmptyState title={t('exchanges.empty')} action={action}>
          {t('exchanges.emptyText')}
        </EmptyState>
      }
    />
  );
}
