import type { StopTarget } from '@ezdash/contracts';
import { BlockSkeleton, Button, Panel, Status, useFormat } from '@ezdash/ui';
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

/** The creatives of a campaign or the zones of a property: folded, unless something there is stopped already. */
function Parts({ target, onAsk }: { target: StopTarget; onAsk: (subject: StopSubject) => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { kind, parts } = target;
  // As it was at first: a list does not close over the button that has just lifted its last stop.
  const [isOpen] = useState(() => parts.some(({ state }) => state === 'stopped'));
  if (parts.length === 0) return null;
  const count = parts.length;
  return (
    <details className={styles.parts} open={isOpen}>
      <summary>
        {t(kind === 'property' ? 'stops.zones' : 'stops.creatives', { count, figure: format.count(count) })}
        <span className="ez-sr"> {target.name}</span>
      </summary>
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <Row part={part} onAsk={onAsk} />
          </li>
        ))}
      </ul>
    </details>
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
                <Parts target={target} onAsk={setSubject} />
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
