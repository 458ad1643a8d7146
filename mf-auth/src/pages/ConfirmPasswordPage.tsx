import type { PasskeyProof, User } from '@ezdash/contracts';
import { isLinkStart, safeNext } from '@ezdash/contracts/constants';
import { page, toApiError, useConfig, useSession } from '@ezdash/store';
import { Button, Notice, Skeleton, SkeletonBox, useForm } from '@ezdash/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AuthPage } from '../components/AuthPage';
import classes from '../components/auth.module.css';
import { FormFailure } from '../components/FormFailure';
import {
  OtherWays,
  PasskeyButton,
  PasskeyTrouble,
  SocialLinks,
  SocialTrouble,
} from '../components/OtherWays';
import { PasswordField } from '../components/PasswordField';
import { SignOut } from '../components/SignOut';
import { StepHead } from '../components/StepHead';
import { checkPassword } from '../features/checksProofs';
import { onward } from '../features/next';
import { useAuthConfirmPasskeyMutation, useAuthFactorsQuery } from '../features/passkeys/passkeys.api';
import { type Passkey, usePasskey } from '../features/passkeys/usePasskey';
import { useAuthConfirmPasswordMutation } from '../features/proofs/proofs.api';
import { refuseAt } from '../features/refusal';
import { useAuthSocialConnectionsQuery } from '../features/social/social.api';

function PasswordProof({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation('auth');
  const [confirm] = useAuthConfirmPasswordMutation();
  const form = useForm({
    initial: { password: '' },
    check: (values) => checkPassword(values, t),
    onSubmit: async (values) => {
      await confirm(values)
        .unwrap()
        .catch(refuseAt('password', ['WRONG_PASSWORD']));
      onConfirmed();
    },
  });
  const failure = toApiError(form.failure);
  return (
    <form {...form.props} className={classes.form}>
      {failure ? <FormFailure failure={failure} failed={t('confirm.failed')} /> : null}
      <PasswordField {...form.field('password')} kind="current" autoFocus />
      <Button type="submit" loading={form.pending} fullWidth>
        {t('confirm.submit')}
      </Button>
    </form>
  );
}

/** Passkeys this person has; when that cannot be known, the browser may say. */
function useHasPasskey(): boolean {
  const { data, isError } = useAuthFactorsQuery();
  return isError || (data?.passkeys.length ?? 0) > 0;
}

/** For who has no password: the accounts elsewhere that are linked. Those of the set-up when that cannot be known. */
function LinkedProviders({ next, passkey }: { next: string | null; passkey: Passkey | null }) {
  const { t } = useTranslation('auth');
  const { social_providers = [] } = useConfig();
  const { data, isLoading } = useAuthSocialConnectionsQuery();
  if (isLoading)
    return (
      <SkeletonBox>
        <Skeleton animate={false} height={40} />
      </SkeletonBox>
    );
  const linked = data ? data.connections.filter((one) => one.linked) : social_providers;
  if (linked.length === 0 && passkey === null) return <Notice tone="warn">{t('confirm.noWay')}</Notice>;
  return (
    <div className={classes.otherWays}>
      {passkey ? <PasskeyButton passkey={passkey} /> : null}
      <SocialLinks intent="confirm" next={next} providers={linked} />
    </div>
  );
}

function Proof({ user, next }: { user: User; next: string | null }) {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [confirmPasskey] = useAuthConfirmPasskeyMutation();
  const leave = useCallback(() => {
    // Linking an account elsewhere begins at the server, which no route of the app knows.
    if (next !== null && isLinkStart(next)) page.go(next);
    else void navigate(next ?? onward(null), { replace: true });
  }, [navigate, next]);
  const onProof = useCallback(
    (proof: PasskeyProof) => confirmPasskey(proof).unwrap().then(leave),
    [confirmPasskey, leave],
  );
  const passkey = usePasskey({ onProof });
  const offered = useHasPasskey() && passkey.supported ? passkey : null;
  const hasPassword = user.standing?.has_password !== false;
  return (
    <>
      <StepHead title={t('confirm.title')}>{t(hasPassword ? 'confirm.text' : 'confirm.otherText')}</StepHead>
      {passkey.failure ? null : <SocialTrouble outcome={search.get('social')} />}
      <PasskeyTrouble passkey={passkey} failed={t('confirm.failed')} />
      {hasPassword ? (
        <>
          <PasswordProof onConfirmed={leave} />
          <OtherWays>{[offered ? <PasskeyButton key="passkey" passkey={offered} /> : null]}</OtherWays>
        </>
      ) : (
        <LinkedProviders next={next} passkey={offered} />
      )}
      <SignOut />
    </>
  );
}

/** Asks again who it is before something that cannot be undone, for ways that lead through a full page load. */
export function ConfirmPasswordPage() {
  const { t } = useTranslation('auth');
  const { user } = useSession();
  const [search] = useSearchParams();
  const next = safeNext(search.get('next'), { links: true });
  return (
    <AuthPage title={t('page.confirmPassword')}>{user ? <Proof user={user} next={next} /> : null}</AuthPage>
  );
}
