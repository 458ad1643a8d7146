import type { RecoveryCodes, TotpSetup } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsConfirmTotpMutation } from './factors.api';
import classes from './factors.module.css';
import { QrCode } from './QrCode';
import { secretGroups } from './secretGroups';

const SIX_DIGITS = /^\d{6}$/;
const NO_SETUP = 'NO_SETUP';

interface TotpSetUpProps {
  setup: TotpSetup;
  onDone: (codes: RecoveryCodes) => void;
  onCancel: () => void;
  /** A secret that was not confirmed in time counts no more. */
  onAgain: () => void;
}

/** The secret into the app, and one code of it back: from then on it counts. */
export function TotpSetUp({ setup, onDone, onCancel, onAgain }: TotpSetUpProps) {
  const { t } = useTranslation('settings');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={classes.steps}>
      <h3 ref={title} tabIndex={-1}>
        {t('totp.scanTitle')}
      </h3>
      <div className={classes.scan}>
        <QrCode text={setup.otpauth_url} label={t('totp.qr')} />
        <div className={classes.secret}>
          <p>{t('totp.scanText')}</p>
          <p className="ez-small">{t('totp.typeText')}</p>
          <code dir="ltr">{secretGroups(setup.secret)}</code>
          <div>
            <CopyButton text={setup.secret} label={t('totp.copy')} />
          </div>
        </div>
      </div>
      <CodeForm onDone={onDone} onCancel={onCancel} onAgain={onAgain} />
    </div>
  );
}

function CodeForm({ onDone, onCancel, onAgain }: Omit<TotpSetUpProps, 'setup'>) {
  const { t } = useTranslation('settings');
  const [confirmTotp] = useSettingsConfirmTotpMutation();
  const bare = (code: string) => code.replace(/\s/g, '');
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: SIX_DIGITS.test(bare(code)) ? undefined : t('totp.check') }),
    onSubmit: async ({ code }) => onDone(await confirmTotp(bare(code)).unwrap()),
  });
  const failure = toApiError(form.failure);
  return (
    <form {...form.props} className={classes.code}>
      {failure ? (
        <FailureNotice
          failure={failure}
          title={t('totp.failed')}
          action={
            failure.code === NO_SETUP ? (
              <Button variant="default" onClick={onAgain}>
                {t('totp.again')}
              </Button>
            ) : undefined
          }
        />
      ) : null}
      <TextInput
        {...form.field('code')}
        label={t('totp.code')}
        description={t('totp.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        dir="ltr"
      />
      <div className="ez-actions">
        <Button variant="default" onClick={onCancel}>
          {t('totp.cancel')}
        </Button>
        <Button type="submit" loading={form.pending}>
          {t('totp.confirm')}
        </Button>
      </div>
    </form>
  );
}
