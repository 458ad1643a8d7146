import type { RemoteState } from '@ezdash/contracts';
import { Button, EmptyState, Panel, useFormat } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';
import { Since } from './Since';
import { shareDigits } from './share';

interface PartProps {
  part: 'active' | 'canary' | 'previous';
  name: string;
  version: string;
  /** Since when, or what it is for. */
  under: ReactNode;
  action?: ReactNode;
}

function Part({ part, name, version, under, action }: PartProps) {
  return (
    <div data-part={part}>
      <dt>{name}</dt>
      <dd>
        <b>
          <bdi>{version}</bdi>
        </b>
        <small>{under}</small>
        {action}
      </dd>
    </div>
  );
}

/** What visitors get of a remote: whom the canary has, whom the active release, and what a rollback leads to. */
export function StatePanel({ state, onStop }: { state: RemoteState; onStop: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { active, canary, previous } = state;
  const title = t('releases.state');
  if (!active && !canary)
    return (
      <Panel title={title} flush>
        <EmptyState title={t('releases.noneActive')} level={3}>
          {t('releases.noneActiveText')}
        </EmptyState>
      </Panel>
    );
  const percent = canary?.percent ?? 0;
  const shown = (share: number) => format.percent(share / 100, shareDigits(percent));
  return (
    <Panel title={title} hint={format.timezone}>
      <div className={styles.state}>
        <div className={styles.bar} aria-hidden="true">
          {active ? <span style={{ flexGrow: 100 - percent }} /> : null}
          {canary ? <span data-part="canary" style={{ flexGrow: percent }} /> : null}
        </div>
        <dl className={styles.legend}>
          {active ? (
            <Part
              part="active"
              name={
                canary ? t('releases.activeShare', { share: shown(100 - percent) }) : t('releases.active')
              }
              version={active.version}
              under={<Since at={active.since} />}
            />
          ) : null}
          {canary ? (
            <Part
              part="canary"
              name={t('releases.canaryShare', { share: shown(percent) })}
              version={canary.version}
              under={<Since at={canary.since} />}
              action={
                <Button variant="default" onClick={onStop}>
                  {t('releases.stop.verb')}
                </Button>
              }
            />
          ) : null}
          {previous === null ? null : (
            <Part
              part="previous"
              name={t('releases.previous')}
              version={previous}
              under={t('releases.previousText')}
            />
          )}
        </dl>
      </div>
    </Panel>
  );
}
