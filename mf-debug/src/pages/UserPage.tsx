import type { OperatorUserDetail } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  BlockSkeleton,
  BusyButton,
  Button,
  EmptyState,
  PageHeader,
  Panel,
  Status,
  usePageTitle,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { CONSOLE_POLL_MS, useDebugConsoleUserQuery } from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { ManagerDialog } from '../features/console/ManagerDialog';
import { StatusDialog } from '../features/console/StatusDialog';
import { STANDINGS } from '../features/console/standings';
import { TypeDialog } from '../features/console/TypeDialog';
import { UserAccess } from '../features/console/UserAccess';
import { UserCampaigns } from '../features/console/UserCampaigns';
import { UserFacts } from '../features/console/UserFacts';
import { UserChanges, UserFeatures } from '../features/console/UserSide';
import { FailureNote } from '../features/debugTool/FailureNote';
import { useView } from '../features/debugTool/user/useView';
import { QueryFailed } from '../features/money/QueryFailed';
import { UserStops } from '../features/stops/UserStops';

/** What an account is called: its company, its person, or the address it signs in with. */
function nameOf({ email, profile }: OperatorUserDetail['user']): string {
  const person = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return profile.company_name || person || email;
}

function Account({ detail }: { detail: OperatorUserDetail }) {
  const { t } = useTranslation('debug');
  const { user } = detail;
  const name = nameOf(user);
  usePageTitle(name);
  const [asks, setAsks] = useState<'status' | 'type' | 'manager' | null>(null);
  const close = () => setAsks(null);
  const view = useView();
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        status={<Status state={STANDINGS[user.status]} />}
        back={{ href: '/admin/users', label: t('page.users') }}
        actions={
          <>
            {user.role === 'admin' ? null : (
              <BusyButton variant="default" busy={view.busy !== null} onClick={() => void view.begin(user)}>
                {t('console.user.view')}
              </BusyButton>
            )}
            {detail.manager === undefined ? null : (
              <Button variant="default" onClick={() => setAsks('manager')}>
                {t('console.user.changeManager')}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsks('type')}>
              {t('console.user.changeType')}
            </Button>
            <Button onClick={() => setAsks('status')}>{t('console.user.changeStatus')}</Button>
          </>
        }
      />
      {view.problem ? (
        <div className={styles.notice}>
          <FailureNote failure={view.problem.failure} error={view.problem.error} />
        </div>
      ) : null}
      <div className={styles.columns}>
        <div className={styles.side}>
          <UserFacts detail={detail} />
          {user.role === 'advertiser' ? <UserCampaigns userId={user.id} /> : null}
          {user.role === 'admin' ? null : <UserStops userId={user.id} />}
        </div>
        <div className={styles.side}>
          <UserAccess detail={detail} />
          <UserFeatures features={detail.features} />
          <UserChanges changes={detail.changes} />
        </div>
      </div>
      {asks === 'status' ? <StatusDialog account={user} onClose={close} /> : null}
      {asks === 'manager' ? <ManagerDialog detail={detail} onClose={close} /> : null}
      {asks === 'type' ? <TypeDialog account={user} onClose={close} /> : null}
    </>
  );
}

/** One account: how it stands, what it holds, and what staff decide about it. */
export function UserPage() {
  const { t } = useTranslation('debug');
  const { id = '' } = useParams();
  const title = t('page.user');
  const { currentData, error, isFetching, refetch } = useDebugConsoleUserQuery(id, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  usePageTitle(title);
  if (currentData) return <Account key={currentData.user.id} detail={currentData} />;
  const back = { href: '/admin/users', label: t('page.users') };
  return (
    <>
      <PageHeader title={title} back={back} />
      {!error ? (
        <BlockSkeleton />
      ) : toApiError(error)?.status === 404 ? (
        <Panel>
          <EmptyState title={t('console.user.missing')}>{t('console.user.missingText')}</EmptyState>
        </Panel>
      ) : (
        <Panel>
          <QueryFailed
            title={t('console.user.failed')}
            error={error}
            text={t('console.othersWork')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Panel>
      )}
    </>
  );
}
