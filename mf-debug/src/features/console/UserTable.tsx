import type { OperatorUserRow } from '@ezdash/contracts';
import { AppLink, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { STANDINGS } from './standings';

const rowId = ({ id }: OperatorUserRow) => String(id);
const rowName = ({ email }: OperatorUserRow) => email;
const none = <span className="ez-dim">–</span>;

function useUserColumns(): Column<OperatorUserRow>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'account',
        header: t('console.users.account'),
        phone: 'title',
        cell: ({ id, name, email }) => (
          <span className="ez-name">
            <span>
              <AppLink href={`/admin/users/${id}`}>
                <bdi>{name || email}</bdi>
              </AppLink>
              <small>
                <bdi>{email}</bdi>
              </small>
            </span>
          </span>
        ),
        csv: ({ email }) => email,
      },
      {
        key: 'status',
        header: t('console.users.status'),
        phone: 'badge',
        cell: ({ status, verified, deletes_at: deletesAt }) => (
          <Status
            state={STANDINGS[status]}
            plain
            stacked
            reason={
              deletesAt
                ? t('console.users.deletes', { date: format.date(deletesAt) })
                : verified
                  ? null
                  : t('console.users.unverified')
            }
          />
        ),
        csv: ({ status }) => status,
      },
      {
        key: 'role',
        header: t('console.users.role'),
        cell: ({ role }) => t(`console.role.${role}`),
        csv: ({ role }) => role,
      },
      {
        key: 'type',
        header: t('console.users.type'),
        cell: ({ account_type: { name } }) => name,
        csv: ({ account_type: { name } }) => name,
      },
      {
        key: 'balance',
        header: t('console.users.balance'),
        numeric: true,
        cell: ({ role, balance }) => (role === 'admin' ? none : format.money(balance)),
      },
      {
        key: 'seen',
        header: t('console.users.lastSignIn', { zone: format.timezone }),
        numeric: true,
        cell: ({ last_login_at: at }) =>
          at === null ? none : <span className="ez-num">{format.dateTime(at)}</span>,
        csv: ({ last_login_at: at }) => at,
      },
      {
        key: 'created',
        header: t('console.users.created'),
        numeric: true,
        cell: ({ created_at: at }) => <span className="ez-num">{format.date(at)}</span>,
        csv: ({ created_at: at }) => at,
      },
    ],
    [t, format],
  );
}

interface UserTableProps {
  users: readonly OperatorUserRow[];
  toolbar: ReactNode;
  empty: ReactNode;
}

/** Accounts, newest first. */
export function UserTable({ users, toolbar, empty }: UserTableProps) {
  const { t } = useTranslation('debug');
  const columns = useUserColumns();
  return (
    <DataTable
      label={t('console.users.accounts')}
      rows={users}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      initialPageSize={50}
      toolbar={toolbar}
      empty={empty}
    />
  );
}
