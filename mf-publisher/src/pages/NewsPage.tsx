import { toApiError, useLivePolling } from '@ezdash/store';
import { usePageTitle } from '@ezdash/ui';
import { NewsListPage } from '@ezdash/ui/news';
import { useTranslation } from 'react-i18next';
import { usePublisherNewsInfiniteQuery, usePublisherReadAllNewsMutation } from '../features/news/news.api';
import { useNewsFilter } from '../features/news/useNewsFilter';

/** Without a live connection, news is asked for this often. */
const POLL_MS = 60_000;

/** News for publishers. */
export function NewsPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.news');
  usePageTitle(title);
  const [filter, setFilter] = useNewsFilter();
  const polling = useLivePolling(POLL_MS);
  const news = usePublisherNewsInfiniteQuery(filter, { ...polling, refetchOnMountOrArgChange: true });
  const [readAll, marking] = usePublisherReadAllNewsMutation();
  const pages = news.currentData?.pages;
  // An article that came meanwhile moves the others on: none is shown twice.
  const articles = pages && [
    ...new Map(pages.flatMap((page) => page.articles).map((article) => [article.id, article])).values(),
  ];
  return (
    <NewsListPage
      title={title}
      basePath="/publisher/news"
      articles={articles ?? null}
      unread={news.data?.pages[0]?.unread ?? null}
      filter={filter}
      onFilter={setFilter}
      failure={toApiError(news.error)}
      isRetrying={news.isFetching}
      onRetry={() => void news.refetch()}
      hasOlder={news.hasNextPage}
      isLoadingOlder={news.isFetchingNextPage}
      onOlder={() => void news.fetchNextPage()}
      isMarking={marking.isLoading}
      hasMarkFailed={marking.isError}
      onReadAll={() => void readAll()}
    />
  );
}
