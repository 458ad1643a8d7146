import { ACCOUNT_STATUSES, ROLES } from '@ezdash/contracts/constants';
import {
  Button,
  EmptyState,
  PageHeader,
  Panel,
  TableSkeleton,
  useDebouncedValue,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../components/FilterBar';
import { CONSOLE_POLL_MS, useDebugConsoleUsersInfiniteQuery } from '../features/console/console.api';
import { STANDINGS } from '../features/console/standings';
import { UserTable } from '../features/console/UserTable';
import { useUserPlace } from '../features/console/usePlace';
import { OlderButton } from '../features/money/OlderButton';
import { QueryFailed } from '../features/money/QueryFailed';

const DEBOUNCE_MS = 250;
const SEARCH_LENGTH = 200;

interface FiltersProps {
  place: ReturnType<typeof useUserPlace>;
  text: string;
  onText: (text: string) => void;
  onClear: () => void;
  isFiltered: boolean;
}

function UserFilters({ place, text, onText, onClear, isFiltered }: FiltersProps) {
  const { t } = useTranslation(['debug', 'ui']);
  return (
    <FilterBar
      search={{
        label: t('console.users.search'),
        hint: t('console.users.searchHint'),
        maxLength: SEARCH_LENGTH,
        text,
        onType: onText,
      }}
      choices={[
        {
          name: 'role',
          label: t('console.users.role'),
          any: t('console.users.anyRole'),
          options: ROLES.map((value) => ({ value, label: t(`console.role.${value}`) })),
          value: place.role,
        },
        {
          name: 'status',
          label: t('console.users.status'),
          any: t('console.users.anyStatus'),
          options: ACCOUNT_STATUSES.map((value) => ({ value, label: t(`ui:state.${STANDINGS[value]}`) })),
          value: place.status,
        },
      ]}
      onChoose={place.change}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  );
}

/** All accounts, narrowed by what the address says. */
export function UsersPage() {
  const { t } = useTranslation('debug');
  const title = t('page.users');
  usePageTitle(title);
  const format = useFormat();
  const place = useUserPlace();
  const { role, status, search, change } = place;
  const [text, setText] = useState(search);
  const [asked] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  useEffect(() => change({ search: asked || null }), [asked, change]);
  const query = useDebugConsoleUsersInfiniteQuery(
    { role, status, search: asked || undefined },
    { pollingInterval: CONSOLE_POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const pages = query.data?.pages;
  // An account that came meanwhile moves the others on, and none is shown twice.
  const users = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.users.map((user) => [user.id, user] as const))).values()],
    [pages],
  );
  const total = pages?.[0]?.total;
  const isFiltered = Boolean(role || status || text);
  const clear = () => {
    setText('');
    change({ role: null, status: null, search: null });
  };
  return (
    <>
      <PageHeader
        title={title}
        lead={
          total === undefined ? null : (
            <span>{t('console.users.count', { count: total, figure: format.count(total) })}</span>
          )
        }
      />
      <Panel flush label={title}>
        {query.data ? (
          <UserTable
            users={users}
            toolbar={
              <UserFilters
                place={place}
                text={text}
                onText={setText}
                onClear={clear}
                isFiltered={isFiltered}
              />
            }
            empty={
              isFiltered ? (
                <EmptyState
                  title={t('console.users.noMatch')}
                  action={
                    <Button variant="default" onClick={clear}>
                      {t('money.clearFilters')}
                    </Button>
                  }
                >
                  {t('console.users.noMatchText')}
                </EmptyState>
              ) : (
                <EmptyState title={t('console.users.empty')}>{t('console.users.emptyText')}</EmptyState>
              )
            }
          />
        ) : query.error ? (
          <QueryFailed
            title={t('console.users.failed')}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <TableSkeleton rows={8} columns={6} />
        )}
        {query.hasNextPage ? (
          <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
        ) : null}
      </Panel>
    </>
  );
}
