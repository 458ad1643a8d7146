import type { CreatedApiToken, User } from '@ezdash/contracts';
import { failureOf, useWithProof } from '@ezdash/store';
import { Button, Drawer, useForm } from '@ezdash/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsCreateApiTokenMutation } from './api.api';
import classes from './api.module.css';
import { CreatedToken } from './CreatedToken';
import { TokenFields } from './TokenFields';
import { checkToken, inFormFields, NEW_TOKEN, tokenInput } from './tokenForm';

interface CreateTokenProps {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** Makes a token beside the list; what it answers is shown once and forgotten with the drawer. */
export function CreateToken({ user, opened, onClose }: CreateTokenProps) {
  const { t } = useTranslation('settings');
  const formId = useId();
  const [created, setCreated] = useState<CreatedApiToken | null>(null);
  const [create, { reset }] = useSettingsCreateApiTokenMutation();
  const { run } = useWithProof();
  const form = useForm({
    initial: NEW_TOKEN,
    check: (values) => checkToken(values, t),
    onSubmit: async (values) => {
      const input = tokenInput(values);
      try {
        setCreated(await run(() => create(input).unwrap()));
      } catch (error) {
        throw inFormFields(error, input);
      } finally {
        // The store keeps answers: this one holds the token itself.
        reset();
      }
    },
  });
  const close = () => {
    // Escape in the dialog that asks for a proof reaches the drawer behind it too.
    if (form.pending) return;
    onClose();
    setCreated(null);
    form.reset(NEW_TOKEN);
  };
  const failure = failureOf(form.failure);
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title={t(created ? 'tokens.made' : 'tokens.create')}
      actions={
        created ? (
          <Button onClick={close}>{t('tokens.done')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={close}>
              {t('tokens.cancel')}
            </Button>
            <Button type="submit" form={formId} loading={form.pending}>
              {t('tokens.create')}
            </Button>
          </>
        )
      }
    >
      {created ? (
        <CreatedToken created={created} />
      ) : (
        <form {...form.props} id={formId} className={classes.form}>
          {failure ? (
            <FailureNotice
              failure={failure}
              title={t('tokens.createFailed')}
              text={form.otherErrors.join(' ') || undefined}
            />
          ) : null}
          <TokenFields form={form} user={user} />
        </form>
      )}
    </Drawer>
  );
}
