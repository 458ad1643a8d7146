import { useWithProof } from '@ezdash/store';
import { BusyButton, Button, Dialog, TextInput, toast, useForm } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../console/console.module.css';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugInviteMutation } from './staff.api';

/** Rough on purpose, and without the schemas, which are larger than this page; the server has the last word. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Mails a link by which somebody becomes an admin. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['debug', 'ui']);
  const id = useId();
  const { run } = useWithProof();
  const [invite] = useDebugInviteMutation();
  const form = useForm<{ email: string }>({
    initial: { email: '' },
    check: ({ email }) => ({
      email: EMAIL.test(email.trim()) ? undefined : t('staff.emailWrong'),
    }),
    onSubmit: async ({ email }) => {
      const made = await run(() => invite({ email: email.trim() }).unwrap());
      toast({ text: t('staff.invited', { email: made.email }) });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('staff.invite')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={form.pending}>
            {t('staff.send')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <p>{t('staff.inviteText')}</p>
        <TextInput
          {...form.field('email')}
          data-autofocus
          type="email"
          autoComplete="off"
          dir="ltr"
          label={t('staff.email')}
          maxLength={254}
        />
        <MoneyFailure title={t('staff.notInvited')} failure={form.failure} otherErrors={form.otherErrors} />
      </form>
    </Dialog>
  );
}
