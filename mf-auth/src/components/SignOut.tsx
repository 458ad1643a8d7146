import { useLogoutMutation, useSession } from '@ezdash/store';
import { Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './auth.module.css';

/** Who is signed in, and the way out: for pages that stand between a person and the app. */
export function SignOut() {
  const { t } = useTranslation('auth');
  const { user } = useSession();
  const [logout, { isError, isLoading }] = useLogoutMutation();
  return (
    <>
      {isError ? <Notice tone="bad">{t('signOut.failed')}</Notice> : null}
      <p className={classes.signOut}>
        <span>{t('signOut.who', { email: user?.email ?? '' })}</span>{' '}
        <button
          type="button"
          className={classes.textButton}
          aria-disabled={isLoading}
          onClick={() => (isLoading ? undefined : void logout())}
        >
          {t('signOut.action')}
        </button>
      </p>
    </>
  );
}
