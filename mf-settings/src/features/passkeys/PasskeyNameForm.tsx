import type { Passkey } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsRenamePasskeyMutation } from './passkeys.api';
import classes from './passkeys.module.css';

const MOST_LENGTH = 60;

/** The name of a passkey in place of its row; Escape leaves it as it was. */
export function PasskeyNameForm({ passkey, onLeave }: { passkey: Passkey; onLeave: () => void }) {
  const { t } = useTranslation('settings');
  const [rename] = useSettingsRenamePasskeyMutation();
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => ({ name: name.trim() === '' ? t('passkeys.checkName') : undefined }),
    onSubmit: async ({ name }) => {
      if (name.trim() !== passkey.name) await rename({ id: passkey.id, name: name.trim() }).unwrap();
      onLeave();
    },
  });
  const failure = toApiError(form.failure);
  return (
    <form {...form.props} className={classes.name}>
      {failure ? <FailureNotice failure={failure} title={t('passkeys.not.rename')} /> : null}
      <TextInput
        {...form.field('name')}
        label={t('passkeys.name')}
        maxLength={MOST_LENGTH}
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      />
      <div className="ez-actions">
        <Button variant="default" onClick={onLeave}>
          {t('passkeys.keepName')}
        </Button>
        <Button type="submit" loading={form.pending}>
          {t('passkeys.saveName')}
        </Button>
      </div>
    </form>
  );
}
