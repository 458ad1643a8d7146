import type { ReleaseInfo, RemoteState } from '@ezdash/contracts';
import { EmptyState, type Format, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';
import { shareDigits } from './share';
import { Trouble } from './Trouble';
import { Verdict } from './Verdict';

const rowId = ({ version }: ReleaseInfo) => version;
const rowName = ({ version }: ReleaseInfo) => version;
const COMMIT_LENGTH = 8;
/** Room for a version of a build, in pixels; longer ones are broken. */
const VERSION_WIDTH = 168;
const KILOBYTE = 1_000;

/** Who has a release, as a state; nothing for one that nobody is given. */
function Standing({ version, state }: { version: string; state: RemoteState }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { active, canary, previous, planned } = state;
  if (active?.version === version) return <Status state="active" label={t('releases.active')} plain />;
  if (canary?.version === version) {
    const share = format.percent(canary.percent / 100, shareDigits(canary.percent));
    return <Status state="running" label={t('releases.canaryShare', { share })} plain />;
  }
  const plan = planned.find((one) => one.version === version);
  if (plan)
    return (
      <Status
        state="scheduled"
        label={t('releases.planned')}
        plain
        stacked
        reason={format.dateTime(plan.at)}
      />
    );
  if (previous === version) return <Status state="archived" label={t('releases.previous')} plain />;
  return null;
}

/** Where the declarations for other teams' programs are. */
const typesAddress = ({ remote, version }: ReleaseInfo) =>
  `/remotes/${remote}/${encodeURIComponent(version)}/types.zip`;

/** The commit of its sources, and its types. */
function Origin({ release }: { release: ReleaseInfo }) {
  const { t } = useTranslation('debug');
  const { remote, version, commit, has_types: hasTypes } = release;
  return (
    <small className={styles.origin}>
      {commit ? (
        <span className="ez-mono" dir="ltr" title={commit}>
          {commit.slice(0, COMMIT_LENGTH)}
        </span>
      ) : null}
      {hasTypes ? (
        <a className="ez-link" href={typesAddress(release)} download={`${remote}-${version}-types.zip`}>
          {t('releases.types')}
          <span className="ez-sr"> {version}</span>
        </a>
      ) : null}
    </small>
  );
}

/** Who published it, in words; a token is known by its label. */
const publisherOf = (t: TFunction<'debug'>, publisher: string) =>
  publisher === 'start' ? t('releases.by.start') : publisher;

function figures(t: TFunction<'debug'>, format: Format): Column<ReleaseInfo>[] {
  return [
    {
      key: 'size',
      header: t('releases.size'),
      numeric: true,
      cell: ({ brotli_byte_count: bytes }) => format.count(Math.ceil(bytes / KILOBYTE)),
    },
    {
      key: 'contract',
      header: t('releases.contract'),
      numeric: true,
      cell: ({ contract_version: version }) => format.count(version),
    },
    {
      key: 'trouble',
      header: t('releases.trouble'),
      numeric: true,
      cell: ({ trouble }) => <Trouble trouble={trouble} />,
    },
  ];
}

function useColumns(state: RemoteState, onVerdict: (version: string) => void): Column<ReleaseInfo>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'version',
        header: t('releases.release'),
        phone: 'title',
        width: VERSION_WIDTH,
        cell: (release) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{release.version}</bdi>
              </b>
              <Origin release={release} />
            </span>
          </span>
        ),
      },
      {
        key: 'standing',
        header: t('releases.standing'),
        phone: 'badge',
        cell: ({ version }) => <Standing version={version} state={state} />,
      },
      {
        key: 'published',
        header: t('releases.published', { zone: format.timezone }),
        cell: ({ published_at: at, publisher }) => (
          <span className="ez-num">
            {format.dateTime(at)}
            <small className={`${styles.under} ${styles.publisher}`}>
              <bdi>{publisherOf(t, publisher)}</bdi>
            </small>
          </span>
        ),
      },
      {
        key: 'verdict',
        header: t('releases.verdict'),
        cell: ({ version, verdict }) => (
          <button type="button" className={styles.verdict} onClick={() => onVerdict(version)}>
            <Verdict verdict={verdict} />
            <span className="ez-sr">, {t('releases.verdictOf', { version })}</span>
          </button>
        ),
      },
      ...figures(t, format),
    ],
    [t, format, state, onVerdict],
  );
}

/** What a release can be asked for by its row. */
export type ReleaseTask = 'activate' | 'canary' | 'rollback' | 'pin' | 'link';

interface ReleaseTableProps {
  releases: readonly ReleaseInfo[];
  state: RemoteState;
  onVerdict: (version: string) => void;
  onCheck: (version: string) => void;
  onTask: (task: ReleaseTask, version: string) => void;
}

/** Releases of a remote, the newest first, with what can be done with each. */
export function ReleaseTable({ releases, state, onVerdict, onCheck, onTask }: ReleaseTableProps) {
  const { t } = useTranslation('debug');
  const columns = useColumns(state, onVerdict);
  const actions = ({ version, was_active: wasActive }: ReleaseInfo): RowAction[] => {
    const isActive = state.active?.version === version;
    const isCanary = state.canary?.version === version;
    const task = (id: ReleaseTask, label: string): RowAction => ({
      id,
      label,
      onSelect: () => onTask(id, version),
    });
    return [
      ...(isActive
        ? []
        : [
            task('activate', t('releases.activate.menu')),
            task('canary', t(isCanary ? 'releases.canary.menuShare' : 'releases.canary.menu')),
          ]),
      ...(wasActive && !isActive ? [task('rollback', t('releases.rollback.menu'))] : []),
      task('pin', t('releases.pin.menu')),
      task('link', t('releases.link.menu')),
      { id: 'check', label: t('releases.checkMenu'), onSelect: () => onCheck(version) },
    ];
  };
  return (
    <DataTable
      label={t('releases.table')}
      rows={releases}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      actions={actions}
      initialPageSize={100}
      empty={
        <EmptyState title={t('releases.neverPublished')} level={3}>
          {t('releases.neverPublishedText')}
        </EmptyState>
      }
    />
  );
}
