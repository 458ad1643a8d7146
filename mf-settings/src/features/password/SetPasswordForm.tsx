import { failureOf, useSession, useWithProof } from '@ezdash/store';
import { BusyButton, Held, Panel, PasswordInput, toast, useForm } from '@ezdash/ui';
import { PasswordStrength } from '@ezdash/ui/password';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { AccountName } from './AccountName';
import { newPasswordProblem } from './checkPassword';
import { LivingTokens } from './LivingTokens';
import { useSettingsSetPasswordMutation } from './password.api';
import classes from './password.module.css';
import { useChangedText } from './useChangedText';

/** The first password of an account that was made with another one. The page then turns into the one to change it. */
export function SetPasswordForm() {
  const { t } = useTranslation('settings');
  const textOf = useChangedText();
  const { user } = useSession();
  const { run } = useWithProof();
  const [setPassword] = useSettingsSetPasswordMutation();
  const form = useForm({
    initial: { password: '', revoke_api_tokens: false },
    check: ({ password }) => ({ password: newPasswordProblem(password, t) }),
    onSubmit: async (values) => {
      const changed = await run(() => setPassword(values).unwrap());
      toast({ text: textOf('password.set', changed) });
    },
  });
  const failure = failureOf(form.failure);
  return (
    <Panel title={t('password.setTitle')}>
      <form {...form.props} className={classes.form}>
        {failure ? <FailureNotice failure={failure} title={t('password.setFailed')} /> : null}
        <p className="ez-small">{t('password.setText', { email: user?.email })}</p>
        <AccountName />
        <PasswordInput
          {...form.field('password')}
          label={t('password.first')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        />
        <PasswordStrength password={form.values.password} />
        <LivingTokens {...form.checkbox('revoke_api_tokens')} />
        <div>
          <Held status={user?.status}>
            <BusyButton type="submit" busy={form.pending}>
              {t('password.setVerb')}
            </BusyButton>
          </Held>
        </div>
      </form>
    </Panel>
  );
}
