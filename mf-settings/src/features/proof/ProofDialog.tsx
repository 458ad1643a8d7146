import { toApiError, useSession } from '@ezdash/store';
import { Button, Dialog } from '@ezdash/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsFactorsQuery } from '../factors/factors.api';
import { passkeysSupported } from '../passkeys/webAuthn';
import { PasskeyProof } from './PasskeyProof';
import { PasswordProof } from './PasswordProof';
import { ProviderProof } from './ProviderProof';
import classes from './proof.module.css';

interface ProofDialogProps {
  opened: boolean;
  /** `until`: when the proof is over, epoch milliseconds. */
  onProved: (until: number) => void;
  onCancel: () => void;
}

/** "Confirm that it is you": with the password, a passkey, or another account that is linked. */
export function ProofDialog({ opened, onProved, onCancel }: ProofDialogProps) {
  const { t } = useTranslation('settings');
  const formId = useId();
  const [pending, setPending] = useState(false);
  const { user } = useSession();
  const hasPassword = user?.standing?.has_password !== false;
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title={t('proof.title')}
      actions={
        <>
          <Button variant="default" onClick={onCancel}>
            {t('proof.cancel')}
          </Button>
          {hasPassword ? (
            <Button type="submit" form={formId} loading={pending}>
              {t('proof.confirm')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={classes.ways}>
        {/* Who has no password may have to leave the page: then it does not stay. */}
        <p>
          {t('proof.text')} {hasPassword ? t('proof.stays') : null}
        </p>
        {hasPassword ? <PasswordProof formId={formId} onPending={setPending} onProved={onProved} /> : null}
        <OtherWays opened={opened} hasPassword={hasPassword} onProved={onProved} />
      </div>
    </Dialog>
  );
}

interface OtherWaysProps {
  opened: boolean;
  hasPassword: boolean;
  onProved: (until: number) => void;
}

function OtherWays({ opened, hasPassword, onProved }: OtherWaysProps) {
  const { t } = useTranslation('settings');
  const factors = useSettingsFactorsQuery(undefined, { skip: !opened });
  const passkeys = factors.data?.passkeys.length ?? 0;
  const usable = passkeys > 0 && passkeysSupported();
  const failure = toApiError(factors.error);
  return (
    <>
      {usable ? <PasskeyProof primary={!hasPassword} onProved={onProved} /> : null}
      {/* Leaves the page, so only for who has nothing at hand that does not. */}
      {!hasPassword && opened && (factors.data || failure) && !usable ? <ProviderProof /> : null}
      {!hasPassword && passkeys > 0 && !usable ? <p>{t('proof.unsupported')}</p> : null}
      {!hasPassword && failure ? (
        <FailureNotice
          failure={failure}
          title={t('proof.waysFailed')}
          action={
            <Button variant="default" onClick={() => void factors.refetch()}>
              {t('failure.retry')}
            </Button>
          }
        />
      ) : null}
    </>
  );
}
