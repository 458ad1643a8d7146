import type { ReleaseToken } from '@ezdash/contracts';
import { EmptyState, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TakeBackButton } from '../console/TakeBackButton';
import { useTakingBack } from '../console/useTakingBack';
import { useDebugRevokeReleaseTokenMutation } from './releases.api';

const rowId = ({ id }: ReleaseToken) => String(id);
const rowName = ({ label }: ReleaseToken) => label;

/** Shuts a token out after a question; `busyId`: the one that is being shut out. */
function useRevoking(onFailure: (error: unknown) => void) {
  const { t } = useTranslation('debug');
  const [revoke] = useDebugRevokeReleaseTokenMutation();
  const wordsOf = useCallback(
    ({ label }: ReleaseToken) => ({
      title: t('releases.token.revokeAsk', { label }),
      text: t('releases.token.revokeText'),
      verb: t('releases.token.revoke'),
      danger: true,
      done: t('releases.token.revoked', { label }),
    }),
    [t],
  );
  const act = useCallback((id: number) => revoke(id).unwrap(), [revoke]);
  return useTakingBack({ wordsOf, act, onFailure });
}

/** Whether a token opens anything now. */
function TokenState({ token: { revoked_at: revoked, expires_at: expires } }: { token: ReleaseToken }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  if (revoked)
    return (
      <Status
        state="archived"
        label={t('releases.token.revokedState')}
        plain
        stacked
        reason={t('releases.token.revokedOn', { date: format.date(revoked) })}
      />
    );
  return <Status state={Date.parse(expires) <= Date.now() ? 'expired' : 'active'} plain />;
}

function useColumns({ ask, busyId }: ReturnType<typeof useRevoking>): Column<ReleaseToken>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'label',
        header: t('releases.token.label'),
        phone: 'title',
        cell: ({ label, remote }) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{label}</bdi>
              </b>
              <small>{remote ? <bdi>{remote}</bdi> : t('releases.token.all')}</small>
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('console.users.status'),
        phone: 'badge',
        cell: (token) => <TokenState token={token} />,
      },
      {
        key: 'created',
        header: t('releases.token.made'),
        numeric: true,
        cell: ({ created_at: at }) => <span className="ez-num">{format.date(at)}</span>,
      },
      {
        key: 'expires',
        header: t('releases.token.expires'),
        numeric: true,
        cell: ({ expires_at: at }) => <span className="ez-num">{format.date(at)}</span>,
      },
      {
        key: 'used',
        header: t('releases.token.used', { zone: format.timezone }),
        numeric: true,
        cell: ({ last_used_at: at }) => (
          <span className="ez-num">{at ? format.dateTime(at) : t('console.never')}</span>
        ),
      },
      {
        key: 'revoke',
        header: t('console.sessions.action'),
        cell: (token) =>
          token.revoked_at || Date.parse(token.expires_at) <= Date.now() ? null : (
            <TakeBackButton
              verb={t('releases.token.revoke')}
              name={token.label}
              busy={busyId === token.id}
              onPress={() => void ask(token)}
            />
          ),
      },
    ],
    [t, format, ask, busyId],
  );
}

interface TokenTableProps {
  tokens: readonly ReleaseToken[];
  onFailure: (error: unknown) => void;
  /** The way to make the first. */
  action: ReactNode;
}

/** What teams publish with: those that open something first. */
export function TokenTable({ tokens, onFailure, action }: TokenTableProps) {
  const { t } = useTranslation('debug');
  const columns = useColumns(useRevoking(onFailure));
  return (
    <DataTable
      label={t('releases.tokens')}
      rows={tokens}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      empty={
        <EmptyState title={t('releases.token.empty')} action={action}>
          {t('releases.token.emptyText')}
        </EmptyState>
      }
    />
  );
}
