import type { HoldCase } from '@ezdash/contracts';
import { useLivePolling } from '@ezdash/store';
import {
  decimalOfMicros,
  EmptyState,
  Panel,
  SegmentedControl,
  type State,
  Status,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MONEY_POLL_MS } from '../money/money.api';
import styles from '../money/money.module.css';
import { OlderButton } from '../money/OlderButton';
import { QueryFailed } from '../money/QueryFailed';
import { HoldCaseDrawer } from './HoldCaseDrawer';
import { useDebugHoldCasesInfiniteQuery } from './holds.api';

const STATES: Record<HoldCase['state'], State> = {
  open: 'pending',
  released: 'approved',
  taken_back: 'rejected',
};
const SHOWN = ['open', 'decided'] as const;
const rowId = ({ id }: HoldCase) => String(id);
const amountOf = ({ state, figures, decided_micros: decided }: HoldCase) =>
  state === 'open' ? figures.held_micros : decided;

function useCaseColumns(onOpen: (id: number) => void): Column<HoldCase>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'property',
        header: t('holds.property'),
        phone: 'title',
        cell: ({ id, property, publisher }) => (
          <span className={styles.account}>
            <button type="button" className={styles.open} onClick={() => onOpen(id)}>
              <bdi>{property.name}</bdi>
            </button>
            <small>
              <bdi>{publisher.email}</bdi>
            </small>
          </span>
        ),
        csv: ({ property }) => property.id,
      },
      {
        key: 'state',
        header: t('traffic.state'),
        phone: 'badge',
        cell: ({ state, opened_at: opened, decided_at: decided }) => (
          <Status
            state={STATES[state]}
            label={t(`holds.stateOf.${state}`)}
            plain
            stacked
            reason={<span className="ez-num">{format.dateTime(decided ?? opened)}</span>}
          />
        ),
        csv: ({ state }) => state,
      },
      {
        key: 'source',
        header: t('holds.source'),
        cell: ({ source }) => <span className={styles.word}>{t(`holds.sourceOf.${source}`)}</span>,
        csv: ({ source }) => source,
      },
      {
        key: 'reasons',
        header: t('holds.reasons'),
        cell: ({ reasons }) => reasons.map((reason) => t(`holds.reasonOf.${reason}`)).join(', '),
        csv: ({ reasons }) => reasons.join(' '),
      },
      {
        key: 'events',
        header: t('traffic.events'),
        numeric: true,
        cell: ({ figures }) => format.count(figures.views + figures.clicks),
        csv: ({ figures }) => String(figures.views + figures.clicks),
      },
      {
        key: 'amount',
        header: t('holds.amount'),
        numeric: true,
        cell: (held) => format.money(amountOf(held)),
        csv: (held) => decimalOfMicros(amountOf(held)),
      },
    ],
    [t, format, onOpen],
  );
}

/** Server-side earnings that an operator has to look at, or has decided. */
export function HoldCasesPanel() {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const live = useLivePolling(MONEY_POLL_MS);
  const [state, setState] = useState<(typeof SHOWN)[number]>('open');
  const [openedId, setOpened] = useState<number | null>(null);
  const query = useDebugHoldCasesInfiniteQuery(state, { ...live, refetchOnMountOrArgChange: true });
  const pages = query.currentData?.pages;
  // One that was opened meanwhile moves the others on: none is shown twice.
  const rows = useMemo(
    () => [...new Map((pages?.flatMap(({ cases }) => cases) ?? []).map((row) => [row.id, row])).values()],
    [pages],
  );
  const columns = useCaseColumns(setOpened);
  const opened = rows.find(({ id }) => id === openedId);
  return (
    <Panel
      title={t('holds.title')}
      flush
      hint={format.timezone}
      aside={
        <SegmentedControl
          aria-label={t('holds.show.label')}
          value={state}
          onChange={(value) => setState(value === 'decided' ? 'decided' : 'open')}
          data={SHOWN.map((value) => ({ value, label: t(`holds.show.${value}`) }))}
        />
      }
    >
      {pages ? (
        <div className={styles.rows}>
          <DataTable
            label={t('holds.title')}
            rows={rows}
            columns={columns}
            rowId={rowId}
            rowName={({ property }) => property.name}
            empty={<EmptyState title={t(`holds.none.${state}`)}>{t('holds.noneText')}</EmptyState>}
            csvName={rows.length > 0 ? 'hold-cases' : undefined}
          />
        </div>
      ) : query.error ? (
        <QueryFailed
          title={t('holds.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <TableSkeleton rows={2} columns={6} />
      )}
      {query.hasNextPage ? (
        <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
      ) : null}
      {opened ? <HoldCaseDrawer key={opened.id} held={opened} onClose={() => setOpened(null)} /> : null}
    </Panel>
  );
}
