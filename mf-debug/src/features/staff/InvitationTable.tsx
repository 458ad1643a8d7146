import type { AdminInvitation } from '@ezdash/contracts';
import { EmptyState, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TakeBackButton } from '../console/TakeBackButton';
import { useTakingBack } from '../console/useTakingBack';
import { useDebugWithdrawInvitationMutation } from './staff.api';

const rowId = ({ id }: AdminInvitation) => String(id);
const rowName = ({ email }: AdminInvitation) => email;

/** Takes an invitation back after a question; `busyId`: the one that is being taken back. */
function useWithdrawing(onFailure: (error: unknown) => void) {
  const { t } = useTranslation('debug');
  const [withdraw] = useDebugWithdrawInvitationMutation();
  const wordsOf = useCallback(
    ({ email }: AdminInvitation) => ({
      title: t('staff.withdrawAsk', { email }),
      text: t('staff.withdrawText'),
      verb: t('staff.withdraw'),
      done: t('staff.withdrawn', { email }),
    }),
    [t],
  );
  const act = useCallback((id: number) => withdraw(id).unwrap(), [withdraw]);
  return useTakingBack({ wordsOf, act, onFailure });
}

interface InvitationTableProps {
  invitations: AdminInvitation[];
  onFailure: (error: unknown) => void;
}

/** Links that somebody may still become an admin by. */
export function InvitationTable({ invitations, onFailure }: InvitationTableProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { ask, busyId } = useWithdrawing(onFailure);
  const columns = useMemo(
    (): Column<AdminInvitation>[] => [
      {
        key: 'email',
        header: t('staff.email'),
        phone: 'title',
        cell: ({ email, invited_by: by }) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{email}</bdi>
              </b>
              <small>{t('staff.by', { by })}</small>
            </span>
          </span>
        ),
      },
      {
        key: 'expires',
        header: t('staff.expires', { zone: format.timezone }),
        numeric: true,
        cell: ({ expires_at: at }) => (
          <span className="ez-num">
            {Date.parse(at) <= Date.now()
              ? t('staff.expired', { at: format.dateTime(at) })
              : format.dateTime(at)}
          </span>
        ),
      },
      {
        key: 'withdraw',
        header: t('console.sessions.action'),
        cell: (invitation) => (
          <TakeBackButton
            verb={t('staff.withdraw')}
            name={invitation.email}
            busy={busyId === invitation.id}
            onPress={() => void ask(invitation)}
          />
        ),
      },
    ],
    [t, format, ask, busyId],
  );
  return (
    <DataTable
      label={t('staff.invitations')}
      rows={invitations}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      empty={<EmptyState title={t('staff.noInvitations')}>{t('staff.noInvitationsText')}</EmptyState>}
    />
  );
}
