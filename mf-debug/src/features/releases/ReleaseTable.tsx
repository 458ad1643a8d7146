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
        cell: ({ version, commit }) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{version}</bdi>
              </b>
              {commit ? (
                <small className="ez-mono" dir="ltr" title={commit}>
                  {commit.slice(0, COMMIT_LENGTH)}
                </small>
              ) : null}
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

interface ReleaseTableProps {
  releases: readonly ReleaseInfo[];
  state: RemoteState;
  onVerdict: (version: string) => void;
  onCheck: (version: string) => void;
  onChange: (kind: 'activate' | 'canary' | 'pin', version: string) => void;
}

/** Releases of a remote, the newest first, with what can be done with each. */
export function ReleaseTable({ releases, state, onVerdict, onCheck, onChange }: ReleaseTableProps) {
  const { t } = useTranslation('debug');
  const columns = useColumns(state, onVerdict);
  const actions = ({ version }: ReleaseInfo): RowAction[] => {
    const isActive = state.active?.version === version;
    const isCanary = state.canary?.version === version;
    return [
      ...(isActive
        ? []
        : [
            {
              id: 'activate',
              label: t('releases.activate.menu'),
              onSelect: () => onChange('activate', version),
            },
            {
              id: 'canary',
              label: t(isCanary ? 'releases.canary.menuShare' : 'releases.canary.menu'),
              onSelect: () => onChange('canary', version),
            },
          ]),
      { id: 'pin', label: t('releases.pin.menu'), onSelect: () => onChange('pin', version) },
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
