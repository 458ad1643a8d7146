import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../console/console.api';
import { ListPanel } from '../console/ListPanel';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugReleaseTokensQuery } from './releases.api';
import { TokenTable } from './TokenTable';

/** The tokens of teams and operators. `action`: the way to make the first. */
export function TokenSection({ action }: { action: ReactNode }) {
  const { t } = useTranslation('debug');
  const query = useDebugReleaseTokensQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <ListPanel
      label={t('releases.tokens')}
      query={query}
      failed={t('releases.token.failed')}
      columns={6}
      notice={<MoneyFailure title={t('releases.token.notRevoked')} failure={failure} />}
    >
      {({ tokens }) => <TokenTable tokens={tokens} onFailure={setFailure} action={action} />}
    </ListPanel>
  );
}
