import type { DebugSessions } from '@ezdash/contracts';
import { failureOf, useAppDispatch } from '@ezdash/store';
import { BusyButton, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmedSession } from '../debugSlice';
import { forgetSession, useDebugEndSessionMutation } from '../debugTool.api';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { useDebugProof } from '../proof/useDebugProof';
import { TabSkeleton } from '../TabSkeleton';
import { useClock } from '../useClock';

type Row = DebugSessions['sessions'][number];

interface SessionListProps {
  /** Of all admins; shown are the own ones. Undefined while they are not known. */
  sessions: readonly Row[] | undefined;
  isLoading: boolean;
  error: unknown;
}

/** Where this admin is signed in to the debug tool, each with its end. */
export function SessionList({ sessions, isLoading, error }: SessionListProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const clock = useClock();
  const dispatch = useAppDispatch();
  const own = useConfirmedSession()?.adminEmail;
  const { run } = useDebugProof();
  const [end] = useDebugEndSessionMutation();
  const [busy, setBusy] = useState<number | null>(null);
  const [failed, setFailed] = useState<unknown>(null);

  const endOne = async ({ id, current }: Row) => {
    setBusy(id);
    setFailed(null);
    try {
      await run(() => end(id).unwrap());
      if (current) forgetSession(dispatch);
    } catch (thrown) {
      setFailed(failureOf(thrown));
    } finally {
      setBusy(null);
    }
  };
  const mine = sessions?.filter(({ admin }) => admin.email === own) ?? [];
  return (
    <Block title={t('sessions.title')}>
      <div className={parts.stack}>
        <FailureNote failure="sessions" error={error} />
        <FailureNote failure="endSession" error={failed} />
        {isLoading ? <TabSkeleton rows={2} /> : null}
        {mine.length > 0 ? (
          <ul className={parts.rows}>
            {mine.map((row) => (
              <li key={row.id} className={parts.row}>
                <span>
                  <bdi>{row.device}</bdi>
                  {row.current ? ` · ${t('sessions.current')}` : null}
                  <small>
                    {t('sessions.used', {
                      used: format.relative(row.last_used_at),
                      time: clock.time(row.ends_at),
                    })}
                  </small>
                </span>
                <BusyButton variant="default" busy={busy === row.id} onClick={() => void endOne(row)}>
                  {t('sessions.end')}
                  <span className="ez-sr"> {row.device}</span>
                </BusyButton>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Block>
  );
}
