import { toApiError } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkAddress } from '../features/checks';
import { ADDRESS, AddressText } from './AddressText';
import classes from './auth.module.css';
import { FormFailure } from './FormFailure';
import { MailSent } from './MailSent';

interface AddressStepProps {
  /** Title and lead above the field. */
  head: ReactNode;
  submit: string;
  failed: string;
  /** Asks for the mail. The answer is the same for every address. */
  onSend: (email: string) => Promise<unknown>;
  /** After that: a title, and the key of a text with `{{email}}`. */
  sent: { title: string; textKey: 'forgot.sentText' | 'verify.sentText' };
  /** Under the form. */
  children?: ReactNode;
  initial?: string;
}

/** An address to type, and then the mail that goes there. */
export function AddressStep(props: AddressStepProps) {
  const { head, submit, failed, onSend, sent, children, initial = '' } = props;
  const { t } = useTranslation('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: initial },
    check: (values) => checkAddress(values, t),
    onSubmit: async ({ email }) => {
      await onSend(email.trim());
      setSentTo(email.trim());
    },
  });
  const failure = toApiError(form.failure);
  const email = form.field('email');
  if (sentTo !== null)
    return (
      <MailSent title={sent.title} onResend={() => onSend(sentTo)} onOtherAddress={() => setSentTo(null)}>
        <AddressText text={t(sent.textKey, { email: ADDRESS })} email={sentTo} />
      </MailSent>
    );
  return (
    <>
      {head}
      <form {...form.props} className={classes.form}>
        {failure ? <FormFailure failure={failure} failed={failed} /> : null}
        <TextInput
          {...email}
          onBlur={() => (email.value === '' ? undefined : email.onBlur())}
          type="email"
          label={t('field.email')}
          autoComplete="email"
          inputMode="email"
          autoFocus
        />
        <Button type="submit" loading={form.pending} fullWidth>
          {submit}
        </Button>
      </form>
      {children}
    </>
  );
}
