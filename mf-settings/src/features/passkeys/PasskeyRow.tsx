import type { Passkey } from '@ezdash/contracts';
import { BusyButton, Button, IconKey, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import rows from '../../components/rows.module.css';
import { useFocusLater } from '../../components/useFocusLater';
import { PasskeyNameForm } from './PasskeyNameForm';

interface PasskeyRowProps {
  passkey: Passkey;
  /** It is being removed. */
  pending: boolean;
  onRemove: () => void;
}

/** One passkey, renamed where it stands. */
export function PasskeyRow({ passkey, pending, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const [rename, focusRename] = useFocusLater<HTMLButtonElement>();
  const { name, synced, created_at, last_used_at } = passkey;
  const leave = () => {
    focusRename();
    setRenaming(false);
  };
  return (
    <li className={rows.row}>
      <IconKey size={18} stroke={1.7} aria-hidden className={rows.icon} />
      {renaming ? (
        <PasskeyNameForm passkey={passkey} onLeave={leave} />
      ) : (
        <>
          <div className={rows.what}>
            <p className={rows.name}>
              <b>{name}</b>
            </p>
            <p className={rows.facts}>
              {t('passkeys.since', { date: format.date(created_at) })} ·{' '}
              {last_used_at
                ? t('passkeys.used', { when: format.relative(last_used_at) })
                : t('passkeys.unused')}
              {synced ? ` · ${t('passkeys.synced')}` : null}
            </p>
          </div>
          <div className={rows.does}>
            <Button
              ref={rename}
              variant="default"
              aria-label={t('passkeys.renameOf', { name })}
              onClick={() => setRenaming(true)}
            >
              {t('passkeys.rename')}
            </Button>
            <BusyButton
              variant="default"
              data-row-focus
              busy={pending}
              aria-label={t('passkeys.removeOf', { name })}
              onClick={onRemove}
            >
              {t('passkeys.remove')}
            </BusyButton>
          </div>
        </>
      )}
    </li>
  );
}
