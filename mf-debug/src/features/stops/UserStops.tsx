import type { StopTarget } from '@ezdash/contracts';
import { BlockSkeleton, Button, Panel, Status } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryFailed } from '../money/QueryFailed';
import { StopDialog, type StopSubject } from './StopDialog';
import { useDebugStopTargetsQuery } from './stops.api';
import styles from './stops.module.css';

type Part = StopTarget['parts'][number];

/** States from which something can be stopped. */
const IN_FORCE: readonly Part['state'][] = ['approved', 'active', 'paused'];

function Row({ part, onAsk }: { part: Part; onAsk: (subject: StopSubject) => void }) {
  const { t } = useTranslation('debug');
  const { kind, id, name, state } = part;
  const isStopped = state === 'stopped';
  return (
    <div className={styles.row}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        <Status state={state} plain />
      </span>
      {isStopped || IN_FORCE.includes(state) ? (
        <Button
          variant="default"
          aria-label={t(isStopped ? 'stops.liftOf' : 'stops.of', { name })}
          onClick={() => onAsk({ kind, id, name })}
        >
          {t(isStopped ? 'stops.lift' : 'stops.stop')}
        </Button>
      ) : null}
    </div>
  );
}

/** What an account shows, or shows ads on, and the button that stops it. */
export function UserStops({ userId }: { userId: number }) {
  const { t } = useTranslation('debug');
  const [subject, setSubject] = useState<StopSubject | null>(null);
  const { data, error, isFetching, refetch } = useDebugStopTargetsQuery(userId, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Panel title={t('stops.title')}>
      {data ? (
        data.targets.length === 0 ? (
          <p className="ez-dim">{t('stops.none')}</p>
        ) : (
          <ul className={styles.targets}>
            {data.targets.map((target) => (
              <li key={target.id}>
                <Row part={target} onAsk={setSubject} />
                {target.parts.length === 0 ? null : (
                  <ul>
                    {target.parts.map((part) => (
                      <li key={part.id}>
                        <Row part={part} onAsk={setSubject} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <QueryFailed
          title={t('stops.failed')}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <BlockSkeleton />
      )}
      {subject ? <StopDialog key={subject.id} subject={subject} onClose={() => setSubject(null)} /> : null}
    </Panel>
  );
}
