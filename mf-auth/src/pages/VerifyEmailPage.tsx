import type { User } from '@ezdash/contracts';
import { toApiError, useSession } from '@ezdash/store';
import { AppLink, Button, Loader, toast, useDelayed, useForm } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { AddressStep } from '../components/AddressStep';
import { ADDRESS, AddressText } from '../components/AddressText';
import { AuthPage } from '../components/AuthPage';
import classes from '../components/auth.module.css';
import { FormFailure } from '../components/FormFailure';
import { MailSent } from '../components/MailSent';
import { PasswordField } from '../components/PasswordField';
import { StepHead } from '../components/StepHead';
import { checkPassword } from '../features/checksProofs';
import { onward } from '../features/next';
import {
  useAuthResendRegistrationMutation,
  useAuthResendVerificationMutation,
} from '../features/proofs/proofs.api';
import { useOpenLink } from '../features/proofs/useOpenLink';
import { useOneTimeToken } from '../features/useOneTimeToken';

function Opening() {
  const { t } = useTranslation('auth');
  const shown = useDelayed();
  return (
    <>
      <StepHead title={t('verify.opening')} />
      <p role="status" className={classes.opening}>
        {shown ? <Loader size={18} aria-hidden /> : null}
        <span>{t('verify.openingText')}</span>
      </p>
    </>
  );
}

function PasswordStep({ onPassword }: { onPassword: (password: string) => Promise<void> }) {
  const { t } = useTranslation('auth');
  const form = useForm({
    initial: { password: '' },
    check: (values) => checkPassword(values, t),
    onSubmit: ({ password }) => onPassword(password),
  });
  const failure = toApiError(form.failure);
  return (
    <>
      <StepHead title={t('verify.password')}>{t('verify.passwordText')}</StepHead>
      <form {...form.props} className={classes.form}>
        {failure ? <FormFailure failure={failure} failed={t('verify.failed')} /> : null}
        <PasswordField {...form.field('password')} kind="current" autoFocus />
        <Button type="submit" loading={form.pending} fullWidth>
          {t('verify.submit')}
        </Button>
      </form>
    </>
  );
}

/** For an account that is there: its address gets another link. */
function ResendToMe({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const [resend] = useAuthResendVerificationMutation();
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: {},
    onSubmit: async () => {
      await resend().unwrap();
      setSent(true);
    },
  });
  const failure = toApiError(form.failure);
  if (sent)
    return (
      <MailSent title={t('verify.sent')} onResend={() => resend().unwrap()}>
        <AddressText text={t('verify.sentText', { email: ADDRESS })} email={email} />
      </MailSent>
    );
  return (
    <form {...form.props} className={classes.form}>
      {failure ? <FormFailure failure={failure} failed={t('mail.failed')} /> : null}
      <Button type="submit" loading={form.pending} fullWidth>
        {t('verify.sendTo', { email })}
      </Button>
    </form>
  );
}

/** How to get a link: `dead` when there was one that works no more. */
function NoLink({ dead, user }: { dead: boolean; user: User | null }) {
  const { t } = useTranslation('auth');
  const [resend] = useAuthResendRegistrationMutation();
  const lead = dead ? 'verify.expiredText' : 'verify.text';
  const head = (
    <StepHead title={t(dead ? 'verify.expired' : 'verify.title')} focused={dead && user !== null}>
      {t(user ? `${lead}SignedIn` : lead)}
    </StepHead>
  );
  if (user?.verified) return dead ? <NotThisLink user={user} /> : <Confirmed user={user} />;
  if (user)
    return (
      <>
        {head}
        <ResendToMe email={user.email} />
      </>
    );
  return (
    <AddressStep
      head={head}
      submit={t('verify.send')}
      failed={t('mail.failed')}
      onSend={(email) => resend({ email }).unwrap()}
      sent={{ title: t('verify.sent'), textKey: 'verify.sentText' }}
    >
      <p className={classes.hint}>
        {t('verify.openedBefore')}{' '}
        <AppLink className="ez-link-inline" href="/auth/login">
          {t('forgot.login')}
        </AppLink>
      </p>
    </AddressStep>
  );
}

function Confirmed({ user }: { user: User | null }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <StepHead title={t('verify.done')} focused>
        {t('verify.doneText')}
      </StepHead>
      <div className={classes.actions}>
        <Button component={AppLink} href={onward(null)}>
          {t(user ? 'verify.goOn' : 'login.submit')}
        </Button>
      </div>
    </>
  );
}

/** Not the link that confirmed the address of who is signed in: nothing was confirmed now. */
function NotThisLink({ user }: { user: User }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <StepHead title={t('verify.expired')} focused>
        <AddressText text={t('verify.expiredTextVerified', { email: ADDRESS })} email={user.email} />
      </StepHead>
      <div className={classes.actions}>
        <Button component={AppLink} href={onward(null)}>
          {t('verify.goOn')}
        </Button>
      </div>
    </>
  );
}

/** The link made the account: what comes next is the shell's to say. */
function AccountMade() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    toast({ text: t('verify.made') });
  }, [t]);
  return <Navigate to={onward(null)} replace />;
}

function LinkStep({ token, user }: { token: string; user: User | null }) {
  const { t } = useTranslation('auth');
  const { link, tryOpen, openWith } = useOpenLink(token);
  if (link.kind === 'opening') return <Opening />;
  if (link.kind === 'password') return <PasswordStep onPassword={openWith} />;
  if (link.kind === 'dead') return <NoLink dead user={user} />;
  if (link.kind === 'done') return link.signedIn ? <AccountMade /> : <Confirmed user={user} />;
  return (
    <>
      <StepHead title={t('verify.title')} />
      <FormFailure failure={link.failure} failed={t('verify.failed')} />
      <div className={classes.actions}>
        <Button onClick={() => void tryOpen()}>{t('verify.again')}</Button>
      </div>
    </>
  );
}

/** Confirms that an address is the person's, by the link that was mailed there. */
export function VerifyEmailPage() {
  const { t } = useTranslation('auth');
  const { user } = useSession();
  const token = useOneTimeToken();
  return (
    <AuthPage title={t('page.verifyEmail')}>
      {token === null ? <NoLink dead={false} user={user} /> : <LinkStep token={token} user={user} />}
    </AuthPage>
  );
}
