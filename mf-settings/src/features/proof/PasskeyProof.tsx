import { toApiError } from '@ezdash/store';
import { BusyButton, IconKey, Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { provePasskey } from '../passkeys/webAuthn';
import { useSettingsConfirmPasskeyMutation, useSettingsPasskeyChallengeMutation } from './proof.api';

interface PasskeyProofProps {
  /** The only way there is: filled, and where the focus starts. */
  primary: boolean;
  onProved: (until: number) => void;
}

export function PasskeyProof({ primary, onProved }: PasskeyProofProps) {
  const { t } = useTranslation('settings');
  const [challenge] = useSettingsPasskeyChallengeMutation();
  const [confirm] = useSettingsConfirmPasskeyMutation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState(false);
  const prove = async () => {
    setPending(true);
    setFailure(undefined);
    setRefused(false);
    try {
      const asked = await provePasskey((await challenge().unwrap()).options);
      if (asked.kind !== 'done') return setRefused(asked.kind !== 'cancelled');
      const { confirmed_until } = await confirm(asked.response).unwrap();
      onProved(Date.parse(confirmed_until));
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  const shown = toApiError(failure);
  return (
    <>
      {shown ? <FailureNotice failure={shown} title={t('proof.failed')} /> : null}
      {refused ? (
        <Notice tone="bad" title={t('proof.failed')}>
          {t('passkeys.refused')}
        </Notice>
      ) : null}
      <BusyButton
        variant={primary ? 'filled' : 'default'}
        fullWidth
        data-autofocus={primary || undefined}
        autoFocus={primary}
        leftSection={<IconKey size={16} stroke={1.7} />}
        busy={pending}
        onClick={() => void prove()}
      >
        {t('proof.passkey')}
      </BusyButton>
    </>
  );
}
