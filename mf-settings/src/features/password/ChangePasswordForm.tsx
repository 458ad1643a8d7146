import { toApiError } from '@ezdash/store';
import { Button, Panel, PasswordInput, toast, useForm } from '@ezdash/ui';
import { PasswordStrength } from '@ezdash/ui/password';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { AccountName } from './AccountName';
import { newPasswordProblem } from './checkPassword';
import { useSettingsChangePasswordMutation } from './password.api';
import classes from './password.module.css';

const EMPTY = { current_password: '', password: '' };

/** Another password for an account that has one; everybody else who is signed in with the old one is signed out. */
export function ChangePasswordForm() {
  const { t } = useTranslation('settings');
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
      const { ended } = await change(values).unwrap();
      form.reset(EMPTY);
      toast({ text: `${t('password.changed')}. ${t('password.ended', { count: ended })}` });
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
        <div>
          <Button type="submit" loading={form.pending}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
