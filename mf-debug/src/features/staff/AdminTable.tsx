import type { OperatorStaff } from '@ezdash/contracts';
import { AppLink, EmptyState, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { standingOf } from '../console/standings';

type Admin = OperatorStaff['admins'][number];
const rowId = ({ id }: Admin) => String(id);
const rowName = ({ email }: Admin) => email;

/** Who may open the console. */
export function AdminTable({ admins }: { admins: Admin[] }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const columns = useMemo(
    (): Column<Admin>[] => [
      {
        key: 'admin',
        header: t('staff.admin'),
        phone: 'title',
        cell: ({ id, name, email }) => (
          <span className="ez-name">
            <span>
              <AppLink href={`/admin/users/${id}`}>
                <bdi>{name}</bdi>
              </AppLink>
              <small>
                <bdi>{email}</bdi>
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'status',
        header: t('console.users.status'),
        phone: 'badge',
        cell: ({ status }) => <Status state={standingOf(status) ?? 'pending'} plain />,
      },
      {
        key: 'secondStep',
        header: t('access.secondStep'),
        cell: ({ second_step: isOn }) => t(isOn ? 'access.on' : 'access.off'),
      },
      {
        key: 'seen',
        header: t('console.users.lastSignIn', { zone: format.timezone }),
        numeric: true,
        cell: ({ last_login_at: at }) => (
          <span className="ez-num">{at ? format.dateTime(at) : t('console.never')}</span>
        ),
      },
    ],
    [t, format],
  );
  return (
    <DataTable
      label={t('staff.admins')}
      rows={admins}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      empty={<EmptyState title={t('staff.noAdmins')}>{t('staff.noAdminsText')}</EmptyState>}
    />
  );
}
