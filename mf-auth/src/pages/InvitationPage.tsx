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
import { useAuthAcceptInvitationMutation } from '../features/proofs/proofs.api';
import { isDeadLink, isRefusal } from '../features/refusal';
import { useOneTimeToken } from '../features/useOneTimeToken';

/** What became of a link that makes nobody an admin any more. */
type End = 'used' | 'withdrawn' | 'taken' | 'expired';

function endOf(error: unknown): End | null {
  if (isRefusal(error, 'INVITATION_USED')) return 'used';
  if (isRefusal(error, 'INVITATION_WITHDRAWN')) return 'withdrawn';
  if (isRefusal(error, 'ADDRESS_TAKEN')) return 'taken';
  return isDeadLink(error) ? 'expired' : null;
}

function FirstPassword({ token, onEnd }: { token: string; onEnd: (end: End) => void }) {
  const { t } = useTranslation('auth');
  const [accept] = useAuthAcceptInvitationMutation();
  const form = useForm({
    initial: { password: '' },
    check: (values) => checkNewPassword(values, t),
    onSubmit: async ({ password }) => {
      try {
        await accept({ token, password }).unwrap();
      } catch (error) {
        const end = endOf(error);
        if (!end) throw error;
        onEnd(end);
        return;
      }
      page.go('/auth/login?done=invitation');
    },
  });
  const failure = toApiError(form.failure);
  return (
    <>
      <StepHead title={t('invitation.title')}>{t('invitation.text')}</StepHead>
      <form {...form.props} className={classes.form}>
        {failure ? <FormFailure failure={failure} failed={t('invitation.failed')} /> : null}
        <PasswordField {...form.field('password')} kind="new" label={t('field.newPassword')} autoFocus />
        <Button type="submit" loading={form.pending} fullWidth>
          {t('invitation.submit')}
        </Button>
      </form>
    </>
  );
}

/** The mailed link by which a colleague becomes an admin: they choose a password, and sign in with it. */
export function InvitationPage() {
  const { t } = useTranslation('auth');
  const token = useOneTimeToken();
  const [end, setEnd] = useState<End | null>(null);
  return (
    <AuthPage title={t('page.invitation')}>
      {token !== null && end === null ? (
        <FirstPassword token={token} onEnd={setEnd} />
      ) : (
        <>
          <StepHead title={t(`invitation.${end ?? 'noLink'}`)} focused={end !== null}>
            {t(`invitation.${end ?? 'noLink'}Text`)}
          </StepHead>
          <div className={classes.actions}>
            <Button component={AppLink} href="/auth/login">
              {t('invitation.login')}
            </Button>
          </div>
        </>
      )}
    </AuthPage>
  );
}
