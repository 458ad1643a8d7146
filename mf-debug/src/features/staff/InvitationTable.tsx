import type { AdminInvitation } from '@ezdash/contracts';
import { failureOf, useWithProof } from '@ezdash/store';
import { BusyButton, EmptyState, toast, useConfirm, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusHeading } from '../console/focusHeading';
import { useDebugWithdrawInvitationMutation } from './staff.api';

const rowId = ({ id }: AdminInvitation) => String(id);
const rowName = ({ email }: AdminInvitation) => email;

/** Takes an invitation back after a question; `busyId`: the one that is being taken back. */
function useWithdrawing(onFailure: (error: unknown) => void) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const confirm = useConfirm();
  const [withdraw] = useDebugWithdrawInvitationMutation();
  const [busyId, setBusyId] = useState<number | null>(null);
  const ask = useCallback(
    async ({ id, email }: AdminInvitation) => {
      const isMeant = await confirm({
        title: t('staff.withdrawAsk', { email }),
        text: t('staff.withdrawText'),
        verb: t('staff.withdraw'),
      });
      if (!isMeant) return;
      setBusyId(id);
      onFailure(null);
      try {
        await run(() => withdraw(id).unwrap());
        toast({ text: t('staff.withdrawn', { email }) });
        focusHeading();
      } catch (error) {
        onFailure(failureOf(error));
      } finally {
        setBusyId(null);
      }
    },
    [confirm, onFailure, run, t, withdraw],
  );
  return { ask, busyId };
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
          <BusyButton variant="default" busy={busyId === invitation.id} onClick={() => void ask(invitation)}>
            {t('staff.withdraw')}
            <span className="ez-sr"> {invitation.email}</span>
          </BusyButton>
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
