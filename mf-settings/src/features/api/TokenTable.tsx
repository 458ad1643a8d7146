import type { ApiToken } from '@ezdash/contracts';
import { Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './api.module.css';

interface TokenTableProps {
  tokens: readonly ApiToken[];
  onRevoke: (token: ApiToken) => void;
  empty: ReactNode;
}

/** More than these are folded away. */
const SHOWN_ADDRESSES = 2;
const rowId = ({ id }: ApiToken) => id;
const rowName = ({ name }: ApiToken) => name;

function Addresses({ addresses }: Pick<ApiToken, 'addresses'>) {
  const { t } = useTranslation('settings');
  if (addresses.length === 0) return <>{t('tokens.everywhere')}</>;
  const list = (
    <ul className={classes.from}>
      {addresses.map((address) => (
        <li key={address}>
          <span className="ez-mono">{address}</span>
        </li>
      ))}
    </ul>
  );
  if (addresses.length <= SHOWN_ADDRESSES) return list;
  return (
    <details>
      <summary>{t('tokens.addressCount', { count: addresses.length })}</summary>
      {list}
    </details>
  );
}

function useColumns(): Column<ApiToken>[] {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('tokens.token'),
        phone: 'title',
        sort: ({ name }) => name,
        cell: ({ name, hint, created_at }) => (
          <span className="ez-name">
            <span>
              <b>{name}</b>
              <small>
                <span className="ez-mono">ezt_…{hint}</span> ·{' '}
                {t('tokens.createdOn', { date: format.date(created_at) })}
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'scopes',
        header: t('tokens.mayDo'),
        cell: ({ scopes }) => scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', '),
      },
      {
        key: 'addresses',
        header: t('tokens.from'),
        cell: ({ addresses }) => <Addresses addresses={addresses} />,
      },
      {
        key: 'used',
        header: t('tokens.lastUse'),
        sort: ({ last_used_at }) => last_used_at,
        cell: ({ last_used_at }) =>
          last_used_at ? (
            <time dateTime={last_used_at} title={format.dateTime(last_used_at)}>
              {format.relative(last_used_at)}
            </time>
          ) : (
            t('tokens.never')
          ),
      },
      {
        key: 'expires',
        header: t('tokens.expiresOn'),
        sort: ({ expires_at }) => expires_at,
        cell: ({ expired, expires_at }) =>
          expired ? (
            <Status state="expired" plain stacked reason={format.date(expires_at)} />
          ) : (
            format.date(expires_at)
          ),
      },
    ],
    [t, format],
  );
}

/** The tokens that are not revoked, newest first. */
export function TokenTable({ tokens, onRevoke, empty }: TokenTableProps) {
  const { t } = useTranslation('settings');
  const columns = useColumns();
  const actions = (token: ApiToken): readonly RowAction[] => [
    { id: 'revoke', label: t('tokens.revoke'), danger: true, onSelect: () => onRevoke(token) },
  ];
  return (
    <DataTable
      label={t('tokens.list')}
      rows={tokens}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      actions={actions}
      empty={empty}
    />
  );
}
