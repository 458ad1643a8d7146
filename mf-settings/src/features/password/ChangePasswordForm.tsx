import { toApiError } from '@ezdash/store';
import { Button, Panel, PasswordInput, toast, useForm } from '@ezdash/ui';
import { PasswordStrength } from '@ezdash/ui/password';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { AccountName } from './AccountName';
import { newPasswordProblem } from './checkPassword';
import { LivingTokens } from './LivingTokens';
import { useSettingsChangePasswordMutation } from './password.api';
import classes from './password.module.css';
import { useChangedText } from './useChangedText';

const EMPTY = { current_password: '', password: '', revoke_api_tokens: false };

/** Another password for an account that has one; everybody else who is signed in with the old one is signed out. */
export function ChangePasswordForm() {
  const { t } = useTranslation('settings');
  const textOf = useChangedText();
  const [change] = useSettingsChangePasswordMutation();
  const form = useForm({
    initial: EMPTY,
    check: ({ current_password, password }) => ({
      current_password: current_password === '' ? t('password.checkCurrent') : undefined,
      password:
        newPasswordProblem(password, t) ??
        (password === current_password ? t('password.checkSame') : undefined),
    }),
    onSubmit: async (values) => {
      const changed = await change(values).unwrap();
      form.reset(EMPTY);
      toast({ text: textOf('password.changed', changed) });
    },
  });
  const failure = toApiError(form.failure);
  const toggle = { 'aria-label': t('password.show') };
  return (
    <Panel title={t('password.title')}>
      <form {...form.props} className={classes.form}>
        {failure ? <FailureNotice failure={failure} title={t('password.failed')} /> : null}
        <AccountName />
        <PasswordInput
          {...form.field('current_password')}
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          {...form.field('password')}
          label={t('password.next')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
        />
        <PasswordStrength password={form.values.password} />
        <p className="ez-small">{t('password.consequence')}</p>
        <LivingTokens {...form.checkbox('revoke_api_tokens')} />
        <div>
          <Button type="submit" loading={form.pending}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
