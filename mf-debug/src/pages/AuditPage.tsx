import type { OperatorAuditRow } from '@ezdash/contracts';
import {
  Button,
  Checkbox,
  EmptyState,
  IconSearch,
  NoDateRange,
  PageHeader,
  Panel,
  TableSkeleton,
  TextInput,
  useDebouncedValue,
  usePageTitle,
} from '@ezdash/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditDrawer } from '../features/console/AuditDrawer';
import { AuditTable } from '../features/console/AuditTable';
import { ChainCheck } from '../features/console/ChainCheck';
import { CONSOLE_POLL_MS, useDebugConsoleAuditInfiniteQuery } from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { usePlace } from '../features/console/usePlace';
import { OlderButton } from '../features/money/OlderButton';
import { QueryFailed } from '../features/money/QueryFailed';
import { uniqueRows } from '../features/money/uniqueRows';

const DEBOUNCE_MS = 250;
const ADMIN_LENGTH = 254;
const PATH_LENGTH = 200;

/** What is searched for: typed now, and in the address a moment later. */
function useAuditPlace() {
  const { search, change } = usePlace();
  const [texts, setTexts] = useState({
    admin: search.get('admin') ?? '',
    path: search.get('path') ?? '',
  });
  const [admin] = useDebouncedValue(texts.admin.trim(), DEBOUNCE_MS);
  const [path] = useDebouncedValue(texts.path.trim(), DEBOUNCE_MS);
  useEffect(() => change({ admin: admin || null, path: path || null }), [admin, path, change]);
  const refused = search.get('refused') === 'true';
  const changes = search.get('changes') === 'true';
  return {
    texts,
    type: (patch: Partial<typeof texts>) => setTexts((before) => ({ ...before, ...patch })),
    refused,
    changes,
    // What was refused changed nothing: the one takes the place of the other.
    setRefused: (on: boolean) => change({ refused: on ? 'true' : null, changes: null }),
    setChanges: (on: boolean) => change({ changes: on ? 'true' : null, refused: null }),
    filter: {
      admin: admin || undefined,
      path: path || undefined,
      refused: refused || undefined,
      changes: changes || undefined,
    },
    isFiltered: Boolean(texts.admin || texts.path || refused || changes),
    clear: () => {
      setTexts({ admin: '', path: '' });
      change({ admin: null, path: null, refused: null, changes: null });
    },
  };
}

function AuditFilters({ place }: { place: ReturnType<typeof useAuditPlace> }) {
  const { t } = useTranslation('debug');
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        aria-label={t('console.audit.path')}
        placeholder={t('console.audit.pathHint')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        maxLength={PATH_LENGTH}
        value={place.texts.path}
        onChange={(event) => place.type({ path: event.currentTarget.value })}
      />
      <TextInput
        type="search"
        aria-label={t('console.audit.admin')}
        placeholder={t('console.audit.adminHint')}
        maxLength={ADMIN_LENGTH}
        value={place.texts.admin}
        onChange={(event) => place.type({ admin: event.currentTarget.value })}
      />
      <div className={styles.switches}>
        <Checkbox
          label={t('console.audit.changesOnly')}
          checked={place.changes}
          onChange={(event) => place.setChanges(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('console.audit.refusedOnly')}
          checked={place.refused}
          onChange={(event) => place.setRefused(event.currentTarget.checked)}
        />
        {place.isFiltered ? (
          <Button variant="subtle" onClick={place.clear}>
            {t('money.clearFilters')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Every call of the debug tool and the console, and whether the chain of them is whole. */
export function AuditPage() {
  const { t } = useTranslation('debug');
  const title = t('page.audit');
  usePageTitle(title);
  const place = useAuditPlace();
  const [opened, setOpened] = useState<OperatorAuditRow | null>(null);
  const open = useCallback((row: OperatorAuditRow) => setOpened(row), []);
  const query = useDebugConsoleAuditInfiniteQuery(place.filter, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const rows = useMemo(() => uniqueRows(query.data?.pages.flatMap((page) => page.rows) ?? []), [query.data]);
  return (
    <>
      <PageHeader title={title} lead={<span>{t('console.audit.lead')}</span>} />
      <NoDateRange />
      <div className={styles.stack}>
        <ChainCheck />
        <Panel flush label={title}>
          {query.data ? (
            <AuditTable
              rows={rows}
              onOpen={open}
              toolbar={<AuditFilters place={place} />}
              empty={
                <EmptyState
                  title={t('console.audit.noMatch')}
                  action={
                    <Button variant="default" onClick={place.clear}>
                      {t('money.clearFilters')}
                    </Button>
                  }
                >
                  {t('console.audit.noMatchText')}
                </EmptyState>
              }
            />
          ) : query.error ? (
            <QueryFailed
              title={t('console.audit.failed')}
              error={query.error}
              text={t('console.audit.failedText')}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <TableSkeleton rows={8} columns={4} />
          )}
          {query.hasNextPage ? (
            <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
          ) : null}
        </Panel>
      </div>
      {opened ? <AuditDrawer row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
