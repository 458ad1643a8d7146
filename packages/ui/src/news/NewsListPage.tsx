import type { NewsItem } from '@ezdash/contracts';
import { Button, EmptyState, NoDateRange, PageHeader, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { NewsFailed, NewsTrouble } from './NewsFailed';
import { NewsRows } from './NewsRows';
import { NewsToolbar } from './NewsToolbar';
import styles from './news.module.css';
import type { NewsFailure, NewsFilter } from './types';

export interface NewsListPageProps {
  /** The page's h1. */
  title: string;
  /** Where articles are: `/advertiser/news`. */
  basePath: string;
  /** Null: nothing came yet. */
  articles: readonly NewsItem[] | null;
  /** Of all of them, whatever the filter; null: not known yet. */
  unread: number | null;
  filter: NewsFilter;
  onFilter: (filter: NewsFilter) => void;
  /** Why the list, or a newer one, did not come. */
  failure: NewsFailure | null;
  isRetrying: boolean;
  onRetry: () => void;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  isMarking: boolean;
  /** The marks could not be set. */
  hasMarkFailed: boolean;
  onReadAll: () => void;
}

const NO_FILTER: NewsFilter = { category: null, unreadOnly: false };
const isFiltered = ({ category, unreadOnly }: NewsFilter) => category !== null || unreadOnly;

function NewsEmpty({ filter, onFilter }: Pick<NewsListPageProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation('ui');
  if (!isFiltered(filter))
    return (
      <EmptyState art="slots" title={t('news.empty.title')}>
        {t('news.empty.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      title={filter.unreadOnly && filter.category === null ? t('news.nothingUnread') : t('news.noMatch')}
      action={
        <Button variant="default" onClick={() => onFilter(NO_FILTER)}>
          {t('news.clear')}
        </Button>
      }
    />
  );
}

function NewsBody(props: NewsListPageProps) {
  const { basePath, articles, failure, isRetrying, onRetry, hasOlder, isLoadingOlder, onOlder } = props;
  const { t } = useTranslation('ui');
  if (!articles)
    return failure ? (
      <NewsFailed title={t('news.failed')} failure={failure} isRetrying={isRetrying} onRetry={onRetry}>
        {t('news.failedText')}
      </NewsFailed>
    ) : (
      <TableSkeleton rows={5} columns={2} />
    );
  if (articles.length === 0) return <NewsEmpty {...props} />;
  return (
    <>
      <NewsRows articles={articles} basePath={basePath} />
      {hasOlder ? (
        <div className={styles.older}>
          <Button variant="default" onClick={onOlder} loading={isLoadingOlder}>
            {t('news.older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** All articles for the reader's role. Draws alone: fetching is its remote's. */
export function NewsListPage(props: NewsListPageProps) {
  const { title, articles, unread, filter, onFilter, failure, isRetrying, onRetry } = props;
  const { isMarking, hasMarkFailed, onReadAll } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const count = unread ?? 0;
  const said = count > 0 ? t('news.unread', { count, figure: format.count(count) }) : t('news.allRead');
  return (
    <>
      <PageHeader
        title={title}
        lead={unread === null ? null : <span role="status">{said}</span>}
        actions={
          count > 0 ? (
            <Button variant="default" onClick={onReadAll} loading={isMarking}>
              {t('news.markAll')}
            </Button>
          ) : null
        }
      />
      <NoDateRange />
      {hasMarkFailed ? (
        <NewsTrouble title={t('news.markFailed')} onRetry={onReadAll} isRetrying={isMarking} />
      ) : null}
      {articles && failure ? (
        <NewsTrouble title={t('news.stale')} onRetry={onRetry} isRetrying={isRetrying} />
      ) : null}
      <Panel flush label={title}>
        <NewsToolbar filter={filter} onFilter={onFilter} />
        <NewsBody {...props} />
      </Panel>
    </>
  );
}
