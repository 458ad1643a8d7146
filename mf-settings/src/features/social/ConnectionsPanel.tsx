import type { SocialConnection } from '@ezdash/contracts';
import { failureOf, useConfig, useWithProof } from '@ezdash/store';
import { AppLink, Button, confirm, EmptyState, Panel, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { LoadedBody } from '../../components/LoadedBody';
import rows from '../../components/rows.module.css';
import { ConnectionRow } from './ConnectionRow';
import { useSettingsConnectionsQuery, useSettingsUnlinkMutation } from './social.api';

/** Every provider that the operator has set up, and which of them sign this person in. */
export function ConnectionsPanel() {
  const { t } = useTranslation('settings');
  const query = useSettingsConnectionsQuery();
  return (
    <Panel title={t('connections.title')} flush>
      <LoadedBody query={query} failed={t('connections.loadFailed')} height={160}>
        {({ connections }) => (connections.length === 0 ? <None /> : <List connections={connections} />)}
      </LoadedBody>
    </Panel>
  );
}

function None() {
  const { t } = useTranslation('settings');
  const { app_name } = useConfig();
  return (
    <EmptyState
      level={3}
      title={t('connections.none')}
      action={
        <Button component={AppLink} variant="default" href="/settings/password">
          {t('connections.ownWays')}
        </Button>
      }
    >
      {t('connections.noneText', { app: app_name })}
    </EmptyState>
  );
}

function List({ connections }: { connections: readonly SocialConnection[] }) {
  const { t } = useTranslation('settings');
  const { run } = useWithProof();
  const [unlink] = useSettingsUnlinkMutation();
  const [pending, setPending] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ name: string; error: unknown } | null>(null);
  const failure = failureOf(failed?.error);
  const ask = async ({ id, name }: SocialConnection, onDone: () => void) => {
    const sure = await confirm({
      title: t('connections.ask', { name }),
      text: t('connections.askText', { name }),
      verb: t('connections.unlink'),
    });
    if (!sure) return;
    setPending(id);
    setFailed(null);
    try {
      await run(() => unlink(id).unwrap());
      onDone();
      toast({ text: t('connections.unlinked', { name }) });
    } catch (error) {
      setFailed({ name, error });
    } finally {
      setPending(null);
    }
  };
  return (
    <>
      {failed && failure ? (
        <div className={rows.notice}>
          <FailureNotice failure={failure} title={t('connections.failed', { name: failed.name })} />
        </div>
      ) : null}
      <ul className={rows.rows}>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            pending={pending === connection.id}
            onUnlink={(onDone) => void ask(connection, onDone)}
          />
        ))}
      </ul>
    </>
  );
}
