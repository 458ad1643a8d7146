import type { User } from '@ezdash/contracts';
import { API_TOKENS } from '@ezdash/contracts/constants';
import { useSession } from '@ezdash/store';
import { AppLink, Button, EmptyState, Held, IconPlus, Panel, TableSkeleton } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../components/FailureNotice';
import { PanelFailed } from '../components/PanelFailed';
import settings from '../components/settings.module.css';
import { API_PATH, DESCRIPTION_PATH, useSettingsApiTokensQuery } from '../features/api/api.api';
import classes from '../features/api/api.module.css';
import { CreateToken } from '../features/api/CreateToken';
import { TokenTable } from '../features/api/TokenTable';
import { useRevoke } from '../features/api/useRevoke';

const CALLS_A_MINUTE = 300;

/** Tokens of the public API, and where it is described and tried. Drawn by `App` in its frame. */
export function ApiPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <Tokens user={user} />
      <ForPrograms user={user} />
    </>
  );
}

function Tokens({ user }: { user: User }) {
  const { t } = useTranslation('settings');
  const { data, error, isFetching, refetch } = useSettingsApiTokensQuery();
  const [creating, setCreating] = useState(false);
  const revoke = useRevoke();
  if (!data && error)
    return (
      <PanelFailed
        title={t('tokens.loadFailed')}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {t('tokens.stillWork')}
      </PanelFailed>
    );
  const create = (
    <Held status={user.status}>
      <Button leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setCreating(true)}>
        {t('tokens.create')}
      </Button>
    </Held>
  );
  const tokens = data?.tokens ?? [];
  return (
    <>
      {revoke.failure ? <FailureNotice failure={revoke.failure} title={t('tokens.revokeFailed')} /> : null}
      <Panel title={t('tokens.title')} aside={tokens.length > 0 ? create : null} flush>
        {data ? (
          <TokenTable
            tokens={tokens}
            onRevoke={(token) => void revoke.ask(token)}
            empty={
              <EmptyState title={t('tokens.none')} action={create}>
                {t('tokens.noneHint')}
              </EmptyState>
            }
          />
        ) : (
          <TableSkeleton rows={3} columns={5} />
        )}
      </Panel>
      <CreateToken user={user} opened={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function ForPrograms({ user }: { user: User }) {
  const { t } = useTranslation('settings');
  const writes = user.features.api_write === true;
  return (
    <Panel title={t('programs.title')}>
      <dl className={settings.facts}>
        <dt>{t('programs.address')}</dt>
        <dd>
          <span className="ez-mono">{`${window.location.origin}${API_PATH}`}</span>
        </dd>
        <dt>{t('programs.header')}</dt>
        <dd>
          <span className="ez-mono" translate="no">
            Authorization: Bearer ezt_…
          </span>
        </dd>
        <dt>{t('programs.limits')}</dt>
        <dd>{t('programs.limitsText', { calls: CALLS_A_MINUTE, most: API_TOKENS.most })}</dd>
        <dt>{t('programs.accountType')}</dt>
        <dd>{t(writes ? 'programs.writes' : 'programs.readsOnly', { type: user.account_type.name })}</dd>
      </dl>
      <div className={classes.links}>
        <Button component={AppLink} href="/settings/api/try" variant="default">
          {t('programs.try')}
        </Button>
        <Button component="a" href={DESCRIPTION_PATH} target="_blank" rel="noreferrer" variant="subtle">
          {t('programs.description')}
        </Button>
      </div>
    </Panel>
  );
}
