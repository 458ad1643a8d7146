import { useTranslation } from 'react-i18next';
import {
  useDebugAccountTypesQuery,
  useDebugChangesQuery,
  useDebugCurrentUserQuery,
  useDebugFeaturesQuery,
  useDebugSessionsQuery,
} from '../debugTool.api';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import { TabSkeleton } from '../TabSkeleton';
import { useRefresh } from '../useRefresh';
import { FeatureList } from './FeatureList';
import { FindUser } from './FindUser';
import { Playground } from './Playground';
import { SessionList } from './SessionList';
import { UserDetails } from './UserDetails';
import { ViewNote } from './ViewNote';

const FRESH = { refetchOnMountOrArgChange: true } as const;

/** Whom the page belongs to, what may be changed of them, and the pages with somebody else's eyes. */
export function UserTab() {
  const { t } = useTranslation('debug');
  const current = useDebugCurrentUserQuery(undefined, FRESH);
  const features = useDebugFeaturesQuery(undefined, FRESH);
  const types = useDebugAccountTypesQuery(undefined, FRESH);
  const changes = useDebugChangesQuery(undefined, FRESH);
  const sessions = useDebugSessionsQuery(undefined, FRESH);
  useRefresh(() => {
    for (const { refetch } of [current, features, types, changes, sessions]) void refetch();
  });
  const user = current.data?.user ?? null;
  return (
    <>
      <ViewNote />
      <Block title={t('userTab.user')} aside={t(user ? 'pageTab.authenticated' : 'pageTab.guest')}>
        <FailureNote failure="currentUser" error={current.error} />
        {current.isLoading ? <TabSkeleton rows={6} /> : null}
        {user ? <UserDetails user={user} /> : null}
        {current.data && !user ? <p>{t('userTab.guest')}</p> : null}
      </Block>
      {user ? (
        <Playground
          user={user}
          types={types.data?.account_types ?? []}
          typesError={types.error}
          changes={changes.data?.changes ?? []}
          changesError={changes.error}
        />
      ) : null}
      <FeatureList features={features.data?.features} isLoading={features.isLoading} error={features.error} />
      <FindUser />
      <SessionList sessions={sessions.data?.sessions} isLoading={sessions.isLoading} error={sessions.error} />
    </>
  );
}
