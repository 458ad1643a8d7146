import type { OwnSession } from '@ezdash/contracts';
import { failureOf, toApiError, useWithProof } from '@ezdash/store';
import { BusyButton, confirm, Panel, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { LoadedBody } from '../../components/LoadedBody';
import rows from '../../components/rows.module.css';
import { type RowFocus, useRowFocus } from '../../components/useRowFocus';
import { SessionRow, useSessionName } from './SessionRow';
import {
  useSettingsEndOtherSessionsMutation,
  useSettingsEndSessionMutation,
  useSettingsSessionsQuery,
} from './sessions.api';

/** Where the account is signed in, and the way to end it there. */
export function SessionsPanel() {
  const { t } = useTranslation('settings');
  const query = useSettingsSessionsQuery();
  return (
    <Panel title={t('sessions.title')} flush>
      <LoadedBody query={query} failed={t('sessions.loadFailed')} height={160}>
        {({ sessions }) => <SessionList sessions={sessions} />}
      </LoadedBody>
    </Panel>
  );
}

/** Calls, and which of them runs: a session's id or `others`. */
function useEnding(focus: RowFocus) {
  const { t } = useTranslation('settings');
  const { run } = useWithProof();
  const nameOf = useSessionName();
  const [endOne] = useSettingsEndSessionMutation();
  const [endOthers] = useSettingsEndOtherSessionsMutation();
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const act = async (what: string, action: () => Promise<string>) => {
    setPending(what);
    setFailure(undefined);
    try {
      toast({ text: await action() });
    } catch (error) {
      focus.stay();
      setFailure(error);
    } finally {
      setPending(null);
    }
  };
  const end = (session: OwnSession, index: number) =>
    act(session.id, async () => {
      focus.leave(index);
      // Over already, by itself or from elsewhere: that is what was wanted.
      await run(() => endOne(session.id).unwrap()).catch((error: unknown) => {
        if (toApiError(error)?.status !== 404) throw error;
      });
      return t('sessions.ended', { name: nameOf(session) });
    });
  const endAll = async (count: number) => {
    const sure = await confirm({
      title: t('sessions.askAll', { count }),
      text: t('sessions.askAllText'),
      verb: t('sessions.endAll', { count }),
    });
    if (!sure) return;
    await act('others', async () => {
      focus.leave(0);
      const { ended } = await run(() => endOthers().unwrap());
      return t('sessions.endedAll', { count: ended });
    });
  };
  return { pending, failure: failureOf(failure), end, endAll };
}

function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const { t } = useTranslation('settings');
  const others = sessions.filter(({ current }) => !current);
  const focus = useRowFocus(others.length);
  const ending = useEnding(focus);
  return (
    <>
      {ending.failure ? (
        <div className={rows.notice}>
          <FailureNotice failure={ending.failure} title={t('sessions.failed')} />
        </div>
      ) : null}
      <ul ref={focus.attach} className={rows.rows}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            pending={ending.pending === session.id}
            onEnd={() => void ending.end(session, others.indexOf(session))}
          />
        ))}
      </ul>
      <div className={rows.foot}>
        {others.length === 0 ? (
          <p ref={focus.attachRest} tabIndex={-1} className="ez-small">
            {t('sessions.only')}
          </p>
        ) : (
          <BusyButton
            variant="default"
            busy={ending.pending === 'others'}
            onClick={() => void ending.endAll(others.length)}
          >
            {t('sessions.endAll', { count: others.length })}
          </BusyButton>
        )}
      </div>
    </>
  );
}
