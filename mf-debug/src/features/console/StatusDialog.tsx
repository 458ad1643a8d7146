import type { OperatorUserDetail, User } from '@ezdash/contracts';
import { ACCOUNT_STATUSES } from '@ezdash/contracts/constants';
import { useWithProof } from '@ezdash/store';
import { BusyButton, Button, Choice, Dialog, Textarea, toast, useForm } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugConsoleStatusMutation } from './console.api';
import styles from './console.module.css';
import { needsReason, STANDINGS } from './standings';

const REASON_LENGTH = 500;

interface StatusDialogProps {
  account: OperatorUserDetail['user'];
  onClose: () => void;
}

/** How an account stands from now on, and why, in words that its owner reads. */
export function StatusDialog({ account, onClose }: StatusDialogProps) {
  const { t } = useTranslation(['debug', 'ui']);
  const id = useId();
  const { run } = useWithProof();
  const [change] = useDebugConsoleStatusMutation();
  const form = useForm<{ status: User['status']; reason: string }>({
    initial: { status: account.status, reason: '' },
    check: ({ status, reason }) => ({
      reason: needsReason(status) && reason.trim() === '' ? t('console.user.reasonMissing') : undefined,
    }),
    onSubmit: async ({ status, reason }) => {
      const input = { id: account.id, status, reason: reason.trim() || null };
      await run(() => change(input).unwrap());
      toast({ text: t('console.user.statusChanged', { status: t(`ui:state.${STANDINGS[status]}`) }) });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('console.user.changeStatus')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={form.pending}>
            {t('console.user.changeStatus')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <fieldset className={styles.choices}>
          <legend>{t('console.user.newStatus', { email: account.email })}</legend>
          {ACCOUNT_STATUSES.map((status) => (
            <Choice
              key={status}
              name="status"
              value={status}
              checked={form.values.status === status}
              onChange={() => form.set({ status })}
              label={t(`ui:state.${STANDINGS[status]}`)}
              hint={t(`console.user.means.${STANDINGS[status]}`)}
            />
          ))}
        </fieldset>
        <Textarea
          {...form.field('reason')}
          label={t(needsReason(form.values.status) ? 'console.user.reason' : 'console.user.reasonOptional')}
          description={t('console.user.reasonHint')}
          rows={3}
          maxLength={REASON_LENGTH}
        />
        <MoneyFailure
          title={t('console.user.notChanged')}
          failure={form.failure}
          otherErrors={form.otherErrors}
        />
      </form>
    </Dialog>
  );
}
