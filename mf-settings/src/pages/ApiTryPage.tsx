import { useSession } from '@ezdash/store';
import { AppLink, BlockSkeleton, EmptyState, Notice, Panel, PasswordInput } from '@ezdash/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PanelFailed } from '../components/PanelFailed';
import { useSettingsApiDescriptionQuery } from '../features/api/api.api';
import classes from '../features/api/api.module.css';
import { CallForm } from '../features/api/CallForm';
import { CallList } from '../features/api/CallList';
import { callsFor, type Description, readDescription } from '../features/api/openApi';

const SKELETON_HEIGHT = 420;

/** The public API, called by hand with a token of one's own. Drawn by `App` in its frame. */
export function ApiTryPage() {
  const { t, i18n } = useTranslation('settings');
  const { data, error, isFetching, refetch } = useSettingsApiDescriptionQuery(i18n.language);
  const { user } = useSession();
  const role = user?.role ?? '';
  const description = useMemo(() => {
    const read = readDescription(data, window.location.origin);
    return read && { ...read, groups: callsFor(role, read.groups) };
  }, [data, role]);
  if (description) return <Calls description={description} />;
  if (error)
    return (
      <PanelFailed
        title={t('tryApi.loadFailed')}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <BlockSkeleton height={SKELETON_HEIGHT} />;
  return <NoCalls />;
}

function NoCalls() {
  const { t } = useTranslation('settings');
  return (
    <Panel label={t('tryApi.none')}>
      <EmptyState title={t('tryApi.none')}>{t('tryApi.noneHint')}</EmptyState>
    </Panel>
  );
}

function Calls({ description }: { description: Description }) {
  const { t } = useTranslation('settings');
  const [parameters] = useSearchParams();
  // Here and nowhere else: no storage, no address, gone with the page.
  const [token, setToken] = useState('');
  const all = description.groups.flatMap(({ operations }) => operations);
  const current = all.find(({ id }) => id === parameters.get('call')) ?? all[0];
  if (!current) return <NoCalls />;
  return (
    <>
      <Notice tone="warn" title={t('tryApi.real')}>
        {t('tryApi.realHint')}
      </Notice>
      <Panel label={t('tryApi.access')}>
        <PasswordInput
          label={t('tryApi.token')}
          description={
            <>
              {t('tryApi.tokenHint')} <AppLink href="/settings/api">{t('tryApi.makeToken')}</AppLink>
            </>
          }
          placeholder="ezt_…"
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore
          visibilityToggleButtonProps={{ 'aria-label': t('tryApi.showToken') }}
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value.trim())}
        />
      </Panel>
      <div className={classes.try}>
        <CallList groups={description.groups} current={current} />
        <div className="ez-stack">
          <CallForm key={current.id} operation={current} description={description} token={token} />
        </div>
      </div>
    </>
  );
}
