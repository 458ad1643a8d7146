import type { SecondFactor } from '@ezdash/contracts';
import { SECOND_FACTORS, SIGNED_OUT_REASON } from '@ezdash/contracts/constants';
import { Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AuthPage } from '../components/AuthPage';
import { LoginForm } from '../components/LoginForm';
import { SocialTrouble } from '../components/OtherWays';
import { SecondFactorStep } from '../components/SecondFactorStep';

const STEP = 'step';
const SECOND_STEP = 'second-factor';

/** Coming in: with e-mail and password, a passkey or an account elsewhere; then the second factor, for who has one. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const [search, setSearch] = useSearchParams();
  // A sign-in at a provider comes back here by a page load, with only the address to tell that a code is to come.
  const [factors, setFactors] = useState<readonly SecondFactor[] | null>(
    search.get(STEP) === SECOND_STEP ? SECOND_FACTORS : null,
  );
  const [email, setEmail] = useState('');
  const [tooLate, setTooLate] = useState(false);
  const startOver = (late: boolean) => {
    setFactors(null);
    setTooLate(late);
    setSearch(
      (before) => {
        before.delete(STEP);
        return before;
      },
      { replace: true },
    );
  };
  return (
    <AuthPage title={t('page.login')}>
      {factors ? (
        <SecondFactorStep factors={factors} onStartOver={startOver} />
      ) : (
        <LoginForm
          initialEmail={email}
          next={search.get('next')}
          onSecondFactor={(asked, of) => {
            setEmail(of);
            setTooLate(false);
            setFactors(asked);
          }}
        >
          {tooLate ? (
            <Notice tone="warn" title={t('second.tooLate')}>
              {t('second.tooLateText')}
            </Notice>
          ) : null}
          {search.get('reason') === SIGNED_OUT_REASON && !tooLate ? (
            <Notice tone="warn" title={t('login.signedOut')}>
              {t('login.signedOutText')}
            </Notice>
          ) : null}
          {search.get('done') === 'reset' ? (
            <Notice tone="ok" title={t('reset.done')}>
              {t('reset.doneText')}
            </Notice>
          ) : null}
          {search.get('done') === 'invitation' ? (
            <Notice tone="ok" title={t('invitation.done')}>
              {t('invitation.doneText')}
            </Notice>
          ) : null}
          <SocialTrouble outcome={search.get('social')} />
        </LoginForm>
      )}
    </AuthPage>
  );
}
