import { page, toApiError } from '@ezdash/store';
import { AppLink, Button, useForm } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthPage } from '../components/AuthPage';
import classes from '../components/auth.module.css';
import { FormFailure } from '../components/FormFailure';
import { PasswordField } from '../components/PasswordField';
import { StepHead } from '../components/StepHead';
import { checkNewPassword } from '../features/checks';
import { useAuthResetPasswordMutation } from '../features/proofs/proofs.api';
import { isDeadLink } from '../features/refusal';
import { useOneTimeToken } from '../features/useOneTimeToken';

function NewPassword({ token, onDead }: { token: string; onDead: () => void }) {
  const { t } = useTranslation('auth');
  const [reset] = useAuthResetPasswordMutation();
  const form = useForm({
    initial: { password: '' },
    check: (values) => checkNewPassword(values, t),
    onSubmit: async ({ password }) => {
      try {
        await reset({ token, password }).unwrap();
      } catch (error) {
        if (!isDeadLink(error)) throw error;
        onDead();
        return;
      }
      // Every session is over, also one of this browser, and its CSRF token with it: only a new page has a good one.
      page.go('/auth/login?done=reset');
    },
  });
  const failure = toApiError(form.failure);
  return (
    <>
      <StepHead title={t('reset.title')}>{t('reset.text')}</StepHead>
      <form {...form.props} className={classes.form}>
        {failure ? <FormFailure failure={failure} failed={t('reset.failed')} /> : null}
        <PasswordField {...form.field('password')} kind="new" label={t('field.newPassword')} autoFocus />
        <Button type="submit" loading={form.pending} fullWidth>
          {t('reset.submit')}
        </Button>
      </form>
    </>
  );
}

/** A new password by a mailed link. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const token = useOneTimeToken();
  const [dead, setDead] = useState(false);
  return (
    <AuthPage title={t('page.resetPassword')}>
      {token !== null && !dead ? (
        <NewPassword token={token} onDead={() => setDead(true)} />
      ) : (
        <>
          <StepHead title={t(dead ? 'reset.expired' : 'reset.noLink')} focused={dead}>
            {t(dead ? 'reset.expiredText' : 'reset.noLinkText')}
          </StepHead>
          <div className={classes.actions}>
            <Button component={AppLink} href="/auth/forgot-password">
              {t('reset.again')}
            </Button>
            <Button variant="subtle" component={AppLink} href="/auth/login">
              {t('forgot.login')}
            </Button>
          </div>
        </>
      )}
    </AuthPage>
  );
}
