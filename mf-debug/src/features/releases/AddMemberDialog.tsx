import { useWithProof } from '@ezdash/store';
import { TextInput, toast, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../console/FormDialog';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugAddMemberMutation } from './releases.api';

/** Rough on purpose, and without the schemas, which are larger than this page; the server has the last word. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Puts an account on a remote's team. */
export function AddMemberDialog({ remote, onClose }: { remote: string; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [add] = useDebugAddMemberMutation();
  const form = useForm<{ email: string }>({
    initial: { email: '' },
    check: ({ email }) => ({
      email: EMAIL.test(email.trim()) ? undefined : t('releases.team.emailWrong'),
    }),
    onSubmit: async (values) => {
      const email = values.email.trim();
      await run(() => add({ remote, email }).unwrap());
      toast({ text: t('releases.team.added', { email }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('releases.team.addTitle', { remote })}
      verb={t('releases.team.addVerb')}
      form={form}
      onClose={onClose}
    >
      <p>{t('releases.team.addText', { remote })}</p>
      <TextInput
        {...form.field('email')}
        data-autofocus
        type="email"
        autoComplete="off"
        dir="ltr"
        label={t('releases.team.email')}
        maxLength={254}
      />
      <MoneyFailure
        title={t('releases.team.notAdded')}
        failure={form.failure}
        otherErrors={form.otherErrors}
      />
    </FormDialog>
  );
}
