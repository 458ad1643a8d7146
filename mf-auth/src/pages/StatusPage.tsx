import type { User } from '@ezdash/contracts';
import { sessionApi, useConfig, useSession } from '@ezdash/store';
import { AppLink, Button, Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AuthPage } from '../components/AuthPage';
import classes from '../components/auth.module.css';
import { SignOut } from '../components/SignOut';
import { StepHead } from '../components/StepHead';
import { straightOn } from '../features/next';

/** While somebody may decide about the account, the page looks whether they did. */
const LOOK_EVERY_MS = 30_000;

/** Status of an account → state of the interface's vocabulary, and key of its texts. */
const STATES = {
  pending: 'pending',
  active: 'active',
  suspended: 'suspended',
  'ADK rejected': 'adkRejected',
} as const satisfies Record<User['status'], string>;

function Standing({ user }: { user: User }) {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const { support_email } = useConfig();
  const state = STATES[user.status];
  const reason = user.standing?.status_reason;
  const active = state === 'active';
  return (
    <>
      <span>
        <Status state={state} />
      </span>
      <StepHead title={t(`status.${state}.title`)}>{t(`status.${state}.text`)}</StepHead>
      {reason && !active ? <p className={classes.reason}>{reason}</p> : null}
      {active ? null : (
        <dl className={classes.facts}>
          <div>
            <dt>{t('status.works')}</dt>
            <dd>{t(`status.${state}.works`)}</dd>
          </div>
          <div>
            <dt>{t('status.todo')}</dt>
            <dd>
              {t(`status.${state}.todo`, { email: user.email })}{' '}
              {support_email ? <bdi>{t('status.address', { address: support_email })}</bdi> : null}
            </dd>
          </div>
        </dl>
      )}
      <div className={classes.actions}>
        {active ? null : (
          <Button component="a" href={support_email ? `mailto:${support_email}` : '/help'}>
            {t('status.support')}
          </Button>
        )}
        <Button
          variant={active ? 'filled' : 'default'}
          component={AppLink}
          href={straightOn(search.get('next'), user.role)}
        >
          {t(active ? 'status.goOn' : 'status.look')}
        </Button>
      </div>
    </>
  );
}

/** How an account stands that may not do everything: why, what still works, and what to do about it. */
export function StatusPage() {
  const { t } = useTranslation('auth');
  const { user } = useSession();
  sessionApi.useMeQuery(undefined, {
    pollingInterval: user?.status === 'active' ? 0 : LOOK_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <AuthPage title={t('page.status')}>
      {user ? <Standing user={user} /> : null}
      <SignOut />
    </AuthPage>
  );
}
