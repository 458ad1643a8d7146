import type { OverridePreview } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { page, toApiError, useSession } from '@ezdash/store';
import {
  AppLink,
  BlockSkeleton,
  BusyButton,
  Button,
  EmptyState,
  ErrorState,
  Notice,
  PageHeader,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { remoteTitle } from '../../app/realtime/remoteTitle';
import { HOMES, LOGIN_PATH, withNext } from '../../app/router/guard';
import { overridden } from '../../remotes';
import { HomeButton } from '../HomeButton';
import { ReleasesInUse } from './ReleasesInUse';
import { useShellReleasePreviewQuery, useShellTakeReleaseMutation } from './tryRelease.api';
import styles from './tryRelease.module.css';

type Release = NonNullable<OverridePreview['release']>;
type Problem = NonNullable<OverridePreview['problem']>;

/** What the gate says, and for operators where its findings are. */
function Verdict({ release: { remote, verdict, origin } }: { release: Release }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { user } = useSession();
  if (origin !== null) return t('tryRelease.local', { origin });
  if (!verdict) return t('tryRelease.notChecked');
  const at = format.dateTime(verdict.checked_at);
  return (
    <>
      {t(verdict.passed ? 'tryRelease.passed' : 'tryRelease.refused', { at })}
      {user?.role === 'admin' ? (
        <>
          {' · '}
          <AppLink className="ez-link" href={`/admin/remotes/${remote}`}>
            {t('tryRelease.findings')}
          </AppLink>
        </>
      ) : null}
    </>
  );
}

/** `isOffered`: it can be used, so that it has an end. */
function Facts({ release, isOffered }: { release: Release; isOffered: boolean }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const ends = {
    in: format.relative(release.ends_at),
    at: format.dateTime(release.ends_at),
    zone: format.timezone,
  };
  return (
    <dl className={styles.facts}>
      <dt>{t('tryRelease.fact.remote')}</dt>
      <dd>
        <bdi>{release.remote}</bdi>
      </dd>
      <dt>{t('tryRelease.fact.version')}</dt>
      <dd>
        <bdi>{release.version}</bdi>
      </dd>
      <dt>{t('tryRelease.fact.team')}</dt>
      <dd>{release.team === null ? t('tryRelease.noTeam') : <bdi>{release.team}</bdi>}</dd>
      <dt>{t('tryRelease.fact.gate')}</dt>
      <dd>
        <Verdict release={release} />
      </dd>
      {isOffered ? (
        <>
          <dt>{t('tryRelease.fact.ends')}</dt>
          <dd>{t('tryRelease.ends', ends)}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** The question, with all that there is to know before it is answered. */
function Question({ link, release }: { link: string; release: Release }) {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const [take, { isLoading, isSuccess, error }] = useShellTakeReleaseMutation();
  const failure = toApiError(error);
  const title = t('tryRelease.ask', { version: release.version, name: remoteTitle(t, release.remote) });
  usePageTitle(title);
  const use = async () => {
    const { data } = await take(link);
    // A new document: nothing of the release comes into one that did not say so from its start.
    if (data) page.go(data.landing);
  };
  return (
    <>
      <PageHeader title={title} lead={t('tryRelease.lead')} />
      <Panel label={title}>
        <Facts release={release} isOffered />
      </Panel>
      <Notice tone="warn">{t('tryRelease.risk')}</Notice>
      {failure ? (
        <Notice tone="bad" title={t('tryRelease.notTaken')}>
          {sentence(failure.message)}
          {failure.requestId ? ` ${t('tryRelease.request', { id: failure.requestId })}` : null}
        </Notice>
      ) : null}
      <div className="ez-actions ez-actions-end">
        <Button variant="default" component={AppLink} href={user ? HOMES[user.role] : '/'}>
          {t('tryRelease.cancel')}
        </Button>
        <BusyButton busy={isLoading || isSuccess} onClick={() => void use()}>
          {t('tryRelease.use')}
        </BusyButton>
      </div>
    </>
  );
}

/** Why there is nothing to say yes to, and what to do. */
function LinkProblem({ problem, release }: { problem: Problem; release: Release | null }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const title = t(`tryRelease.problem.${problem}.title`);
  usePageTitle(title);
  const signIn = (
    <Button component={AppLink} href={withNext(LOGIN_PATH, pathname + search)}>
      {t('tryRelease.signIn')}
    </Button>
  );
  return (
    <>
      <EmptyState level={1} title={title} action={problem === 'sign_in' ? signIn : <HomeButton />}>
        {t(`tryRelease.problem.${problem}.text`)}
      </EmptyState>
      {release ? (
        <Panel label={title}>
          <Facts release={release} isOffered={false} />
        </Panel>
      ) : null}
    </>
  );
}

function OpenedLink({ link }: { link: string }) {
  const { t } = useTranslation('shell');
  const { data, error, isFetching, refetch } = useShellReleasePreviewQuery(link, {
    refetchOnMountOrArgChange: true,
  });
  if (data?.release && data.problem === null) return <Question link={link} release={data.release} />;
  if (data?.problem) return <LinkProblem problem={data.problem} release={data.release} />;
  if (!error) return <BlockSkeleton />;
  return (
    <ErrorState
      level={1}
      title={t('tryRelease.failed')}
      requestId={toApiError(error)?.requestId}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

/** Asks before this browser uses another release, and lists those that it uses. In a page where none of them runs. */
export default function TryReleasePage() {
  const [search] = useSearchParams();
  const link = search.get('link');
  const isClean = overridden().length === 0;
  useEffect(() => {
    if (!isClean) page.reload();
  }, [isClean]);
  if (!isClean) return <BlockSkeleton />;
  return (
    <div className={styles.page}>
      {link === null ? null : <OpenedLink key={link} link={link} />}
      <ReleasesInUse isAlone={link === null} />
    </div>
  );
}
