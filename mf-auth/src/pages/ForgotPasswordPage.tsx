import { useTranslation } from 'react-i18next';
import { AddressStep } from '../components/AddressStep';
import { AuthPage } from '../components/AuthPage';
import { FormHead } from '../components/FormHead';
import { useAuthForgotPasswordMutation } from '../features/proofs/proofs.api';

/** Asks for a link to set a new password. What is said afterwards is the same whether or not there is an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  const [ask] = useAuthForgotPasswordMutation();
  return (
    <AuthPage title={t('page.forgotPassword')}>
      <AddressStep
        head={
          <>
            <FormHead
              title={t('forgot.title')}
              question={t('forgot.question')}
              href="/auth/login"
              action={t('forgot.login')}
            />
            <p>{t('forgot.text')}</p>
          </>
        }
        submit={t('forgot.submit')}
        failed={t('forgot.failed')}
        onSend={(email) => ask({ email }).unwrap()}
        sent={{ title: t('forgot.sent'), textKey: 'forgot.sentText' }}
      />
    </AuthPage>
  );
}
