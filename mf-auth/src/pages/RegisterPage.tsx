import { REFERRAL_CODE, TERMS_VERSION } from '@ezdash/contracts/constants';
import { useRegisterMutation } from '@ezdash/store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ADDRESS, AddressText } from '../components/AddressText';
import { AuthPage } from '../components/AuthPage';
import { MailSent } from '../components/MailSent';
import { RegisterForm } from '../components/RegisterForm';
import type { RegisterValues } from '../features/checks';
import { useAuthResendRegistrationMutation } from '../features/proofs/proofs.api';

function startValues(role: string | null): RegisterValues {
  return {
    role: role === 'publisher' ? 'publisher' : 'advertiser',
    company_name: '',
    country: '',
    email: '',
    password: '',
    agreed: false,
  };
}

/** The link that the person came by; what is no code is left out. */
function referralOf(search: URLSearchParams): { referral_code?: string } {
  const code = search.get(REFERRAL_CODE.parameter);
  return code !== null && REFERRAL_CODE.pattern.test(code) ? { referral_code: code } : {};
}

/** A new account: which side of the network, who, and how to come back. It is made when the mailed link is opened. */
export function RegisterPage() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const [register] = useRegisterMutation();
  const [resend] = useAuthResendRegistrationMutation();
  const [values, setValues] = useState(() => startValues(search.get('role')));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const onSubmit = async (sent: RegisterValues) => {
    const { agreed, ...account } = sent;
    await register({
      ...account,
      ...referralOf(search),
      terms_version: agreed ? TERMS_VERSION : '',
    }).unwrap();
    setValues(sent);
    setSentTo(sent.email.trim());
  };
  return (
    <AuthPage title={t('page.register')}>
      {sentTo === null ? (
        <RegisterForm initial={values} next={search.get('next')} onSubmit={onSubmit} />
      ) : (
        <MailSent
          title={t('register.sent')}
          onResend={() => resend({ email: sentTo }).unwrap()}
          onOtherAddress={() => setSentTo(null)}
        >
          <AddressText text={t('register.sentText', { email: ADDRESS })} email={sentTo} />
        </MailSent>
      )}
    </AuthPage>
  );
}
