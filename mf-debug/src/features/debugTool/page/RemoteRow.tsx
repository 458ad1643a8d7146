import { useTranslation } from 'react-i18next';
import { useClock } from '../useClock';
import type { RemoteFacts } from './federation';
import styles from './page.module.css';
import { type OfferedRemote, ReleaseChoice } from './ReleaseChoice';
import { useUnits } from './useUnits';

interface RemoteRowProps {
  facts: RemoteFacts;
  /** What the server has of it; undefined until that is known. */
  offered: OfferedRemote | undefined;
}

/** What loading it has cost; empty for one that is not loaded. */
function useCost({ entryMs, modules, files }: RemoteFacts): string[] {
  const { t } = useTranslation('debug');
  const { ms, bytes } = useUnits();
  const transferred = files.transferred === 0 ? t('federation.cached') : bytes(files.transferred);
  return [
    ...(entryMs === null ? [] : [t('federation.entry', { time: ms(entryMs) })]),
    ...modules.map(({ module, durationMs }) => t('federation.module', { module, time: ms(durationMs) })),
    ...(files.count === 0
      ? []
      : [t('federation.files', { count: files.count, transferred, decoded: bytes(files.decoded) })]),
  ];
}

/** A remote: the release given and the one that runs, what it cost, and the choice of another. */
export function RemoteRow({ facts, offered }: RemoteRowProps) {
  const { t } = useTranslation('debug');
  const clock = useClock();
  const cost = useCost(facts);
  const { given, running, state } = facts;
  const tried = offered?.override;
  const version =
    running === null || running === given ? given : t('pageTab.runs', { version: given, mounted: running });
  return (
    <div className={styles.remote}>
      <div>
        {version}
        <span className={styles.state} data-state={state}>
          {' · '}
          {t(`federation.state.${state}`)}
        </span>
      </div>
      {tried ? (
        <div className={styles.tried}>{t('federation.until', { time: clock.time(tried.ends_at) })}</div>
      ) : null}
      {cost.length > 0 ? <small>{cost.join(' · ')}</small> : null}
      {offered ? <ReleaseChoice key={`${offered.active} ${tried?.version}`} remote={offered} /> : null}
    </div>
  );
}
