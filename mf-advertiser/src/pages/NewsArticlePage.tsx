import { toApiError } from '@ezdash/store';
import { NewsArticlePage as ArticlePage } from '@ezdash/ui/news';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { IncidentCredits } from '../features/news/IncidentCredits';
import {
  useAdvertiserNewsArticleQuery,
  useAdvertiserNewsInfiniteQuery,
  useAdvertiserReadNewsMutation,
} from '../features/news/news.api';

const ALL = { category: null, unreadOnly: false } as const;

/** One article; to open it is to read it. */
export function NewsArticlePage() {
  const { t } = useTranslation('advertiser');
  const { id = '' } = useParams();
  const { currentData, error, isFetching, refetch } = useAdvertiserNewsArticleQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  const { data: others } = useAdvertiserNewsInfiniteQuery(ALL);
  const [read] = useAdvertiserReadNewsMutation();
  const unreadId = currentData && !currentData.read ? currentData.id : null;
  useEffect(() => {
    // Refused or lost, it stays unread and is asked for again with the next opening.
    if (unreadId !== null) void read(unreadId);
  }, [unreadId, read]);
  return (
    <ArticlePage
      title={t('page.news')}
      basePath="/advertiser/news"
      article={currentData ?? null}
      note={currentData?.credits?.length ? <IncidentCredits credits={currentData.credits} /> : null}
      others={others?.pages[0]?.articles ?? []}
      failure={toApiError(error)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
