import { useWithProof } from '@ezdash/store';
import { BusyButton, Drawer, PasswordInput, TextInput, toast, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { useDebugSaveAccountingMutation } from './accounting.api';

/** The app that we are at Xero: its id, and its secret, which is shown to nobody again. */
export function KeysDrawer({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [save] = useDebugSaveAccountingMutation();
  const form = useForm({
    initial: { client_id: clientId, client_secret: '' },
    check: ({ client_id: id, client_secret: secret }) => ({
      client_id: id.trim() ? undefined : t('money.xero.idMissing'),
      client_secret: secret.trim() ? undefined : t('money.xero.secretMissing'),
    }),
    onSubmit: async ({ client_id, client_secret }) => {
      const keys = { client_id: client_id.trim(), client_secret: client_secret.trim() };
      await run(() => save(keys).unwrap());
      toast({ text: t('money.xero.keysSaved') });
      onClose();
    },
  });
  return (
    <Drawer opened onClose={onClose} title={t('money.xero.keys')}>
      <form {...form.props} className={styles.form}>
        <p>{t('money.xero.keysText')}</p>
        <TextInput
          {...form.field('client_id')}
          label={t('money.xero.clientId')}
          classNames={{ input: 'ez-mono' }}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          dir="ltr"
        />
        <PasswordInput
          {...form.field('client_secret')}
          label={t('money.xero.clientSecret')}
          autoComplete="off"
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': t('money.xero.showSecret') }}
        />
        <MoneyFailure title={t('money.notSaved')} failure={form.failure} otherErrors={form.otherErrors} />
        <div className="ez-actions ez-actions-end">
          <BusyButton type="submit" busy={form.pending}>
            {t('money.save')}
          </BusyButton>
        </div>
      </form>
    </Drawer>
  );
}
