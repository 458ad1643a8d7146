import { Notice, Panel, TableSkeleton } from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../console/console.api';
import styles from '../console/console.module.css';
import { MoneyFailure } from '../money/MoneyFailure';
import { QueryFailed } from '../money/QueryFailed';
import { useDebugReleaseTokensQuery } from './releases.api';
import { TokenTable } from './TokenTable';

/** The tokens of teams and operators. `action`: the way to make the first. */
export function TokenSection({ action }: { action: ReactNode }) {
  const { t } = useTranslation('debug');
  const { data, error, isFetching, refetch } = useDebugReleaseTokensQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <div className={styles.stack}>
      <MoneyFailure title={t('releases.token.notRevoked')} failure={failure} />
      {data && error ? <Notice tone="warn" title={t('console.stale')} /> : null}
      <Panel flush label={t('releases.tokens')}>
        {data ? (
          <TokenTable tokens={data.tokens} onFailure={setFailure} action={action} />
        ) : error ? (
          <QueryFailed
            title={t('releases.token.failed')}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <TableSkeleton rows={3} columns={6} />
        )}
      </Panel>
    </div>
  );
}
