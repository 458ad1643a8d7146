import type { RemoteSummary } from '@ezdash/contracts';
import { AppLink, EmptyState, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';
import { Since } from './Since';
import { shareDigits } from './share';
import { Trouble, troubleShare } from './Trouble';

const rowId = ({ remote }: RemoteSummary) => remote;
const rowName = ({ remote }: RemoteSummary) => remote;
const dash = <span className="ez-dim">–</span>;

function Canary({ canary }: { canary: NonNullable<RemoteSummary['canary']> }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const share = format.percent(canary.percent / 100, shareDigits(canary.percent));
  return (
    <span className={styles.pace}>
      <span className={styles.version}>{t('releases.canaryLine', { share, version: canary.version })}</span>
      <span className={styles.bar} aria-hidden="true">
        <span data-part="canary" style={{ flexGrow: canary.percent }} />
        <span data-part="none" style={{ flexGrow: 100 - canary.percent }} />
      </span>
    </span>
  );
}

function useColumns(): Column<RemoteSummary>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'remote',
        header: t('releases.remote'),
        phone: 'title',
        width: 168,
        sort: ({ remote }) => remote,
        cell: ({ remote, team }) => (
          <span className="ez-name">
            <span>
              <AppLink href={`/admin/remotes/${remote}`}>
                <bdi>{remote}</bdi>
              </AppLink>
              <small>
                <bdi>{team ?? t('releases.noTeam')}</bdi>
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'active',
        header: t('releases.activeRelease', { zone: format.timezone }),
        sort: ({ active }) => active?.since ?? null,
        cell: ({ active }) =>
          active ? (
            <span className={styles.version}>
              <bdi>{active.version}</bdi>
              <small className={styles.under}>
                <Since at={active.since} />
              </small>
            </span>
          ) : (
            dash
          ),
      },
      {
        key: 'canary',
        header: t('releases.canary.name'),
        sort: ({ canary }) => canary?.percent ?? null,
        cell: ({ canary }) => (canary ? <Canary canary={canary} /> : dash),
      },
      {
        key: 'pins',
        header: t('releases.pins'),
        numeric: true,
        sort: ({ pins }) => pins.length,
        cell: ({ pins }) => (pins.length > 0 ? format.count(pins.length) : dash),
      },
      {
        key: 'planned',
        header: t('releases.planned'),
        sort: ({ planned }) => planned[0]?.at ?? null,
        cell: ({ planned: [next, ...rest] }) =>
          next ? (
            <span className={styles.version}>
              {t('releases.planLine', { version: next.version, at: format.dateTime(next.at) })}
              {rest.length > 0 ? (
                <small className={styles.under}>
                  {t('releases.morePlans', { count: rest.length, figure: format.count(rest.length) })}
                </small>
              ) : null}
            </span>
          ) : (
            dash
          ),
      },
      {
        key: 'trouble',
        header: t('releases.trouble'),
        numeric: true,
        sort: ({ trouble }) => troubleShare(trouble),
        cell: ({ trouble }) => <Trouble trouble={trouble} />,
      },
    ],
    [t, format],
  );
}

interface RemoteTableProps {
  remotes: readonly RemoteSummary[];
  /** What a team needs to publish the first. */
  action: ReactNode;
}

/** Every remote, with what visitors get of it. */
export function RemoteTable({ remotes, action }: RemoteTableProps) {
  const { t } = useTranslation('debug');
  return (
    <DataTable
      label={t('releases.remotes')}
      rows={remotes}
      columns={useColumns()}
      rowId={rowId}
      rowName={rowName}
      empty={
        <EmptyState title={t('releases.noRemotes')} action={action}>
          {t('releases.noRemotesText')}
        </EmptyState>
      }
    />
  );
}
