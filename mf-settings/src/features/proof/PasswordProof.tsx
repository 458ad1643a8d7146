import { toApiError } from '@ezdash/store';
import { PasswordInput, useForm } from '@ezdash/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsConfirmPasswordMutation } from './proof.api';
import classes from './proof.module.css';

interface PasswordProofProps {
  /** Of the form, for the dialog's button at the foot. */
  formId: string;
  onPending: (pending: boolean) => void;
  onProved: (until: number) => void;
}

export function PasswordProof({ formId, onPending, onProved }: PasswordProofProps) {
  const { t } = useTranslation('settings');
  const [confirm] = useSettingsConfirmPasswordMutation();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('proof.check') } : {}),
    onSubmit: async ({ password }) => {
      const { confirmed_until } = await confirm(password).unwrap();
      onProved(Date.parse(confirmed_until));
    },
  });
  useEffect(() => onPending(form.pending), [form.pending, onPending]);
  const failure = toApiError(form.failure);
  const password = form.field('password');
  return (
    <form {...form.props} id={formId} className={classes.ways}>
      {failure ? <FailureNotice failure={failure} title={t('proof.failed')} /> : null}
      <PasswordInput
        {...password}
        // It has the focus from the start: to leave it empty, for a passkey say, is no mistake yet.
        onBlur={() => (password.value === '' ? undefined : password.onBlur())}
        data-autofocus
        label={t('proof.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('proof.showPassword') }}
      />
    </form>
  );
}
