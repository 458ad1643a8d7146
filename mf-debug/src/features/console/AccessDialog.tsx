import type { OperatorUserDetail } from '@ezdash/contracts';
import { page, useSession, useWithProof } from '@ezdash/store';
import { BusyButton, Button, Dialog, Textarea, toast, useForm } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import {
  useDebugConsoleResetFactorsMutation,
  useDebugConsoleSignOutMutation,
  useDebugConsoleSignOutSelfMutation,
} from './accounts.api';
import styles from './console.module.css';

const REASON_LENGTH = 500;

interface AccessDialogProps {
  account: OperatorUserDetail['user'];
  action: 'signOut' | 'resetFactors';
  onClose: () => void;
}

/** Closes what opens an account: says what happens to whom, and asks why, in words for colleagues. */
export function AccessDialog({ account, action, onClose }: AccessDialogProps) {
  const { t } = useTranslation(['debug', 'ui']);
  const id = useId();
  const { user } = useSession();
  const { run } = useWithProof();
  const [signOut] = useDebugConsoleSignOutMutation();
  const [signOutSelf] = useDebugConsoleSignOutSelfMutation();
  const [resetFactors] = useDebugConsoleResetFactorsMutation();
  const isOwn = user?.id === account.id;
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('access.reasonMissing') : undefined }),
    onSubmit: async ({ reason }) => {
      const input = { id: account.id, reason: reason.trim() };
      if (action === 'resetFactors') await run(() => resetFactors(input).unwrap());
      else if (isOwn) await run(() => signOutSelf(input).unwrap());
      else await run(() => signOut(input).unwrap());
      // This page's own sign-in is over with the others: only a new page has a CSRF token that counts.
      if (action === 'signOut' && isOwn) {
        page.go('/auth/login');
        return;
      }
      toast({ text: t(`access.${action}.done`, { email: account.email }) });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(`access.${action}.ask`, { email: account.email })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={form.pending} color="red">
            {t(`access.${action}.verb`)}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <p>{t(`access.${action}.${isOwn ? 'ownText' : 'text'}`)}</p>
        <Textarea
          {...form.field('reason')}
          data-autofocus
          label={t('access.reason')}
          description={t('access.reasonHint')}
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
