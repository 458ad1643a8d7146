import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import {
  EmptyState,
  ErrorState,
  NoDateRange,
  PageHeader,
  PageSkeleton,
  Panel,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ArticleEditor } from '../features/news/ArticleEditor';
import { useDebugNewsArticleQuery } from '../features/news/news.api';

function NotThere({ id }: { id: string }) {
  const { t } = useTranslation('debug');
  const title = t('page.newsArticle');
  usePageTitle(title);
  const { error, isFetching, refetch } = useDebugNewsArticleQuery(id);
  const failure = toApiError(error);
  return (
    <>
      <PageHeader title={title} back={{ href: '/admin/news', label: t('page.news') }} />
      <NoDateRange />
      <Panel label={title}>
        {failure?.status === 404 ? (
          <EmptyState title={t('news.missing')}>{t('news.missingText')}</EmptyState>
        ) : (
          <ErrorState
            title={t('news.articleFailed')}
            onRetry={() => void refetch()}
            retrying={isFetching}
            requestId={failure?.requestId}
          >
            {sentence(failure?.message ?? '') || t('news.noAnswer')} {t('news.failedText')}
          </ErrorState>
        )}
      </Panel>
    </>
  );
}

/** A new article. */
export function NewNewsPage() {
  return <ArticleEditor key="new" article={null} />;
}

/** One article, to be written on. */
export function NewsEditorPage() {
  const { id = '' } = useParams();
  // Asked again when the window is looked at again: somebody else may have changed it.
  const { data, error } = useDebugNewsArticleQuery(id, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const failure = toApiError(error);
  // What is open stays open, whatever becomes of a refetch: there may be words in it that are nowhere else.
  if (data?.id === id) return <ArticleEditor key={id} article={data} isGone={failure?.status === 404} />;
  if (failure) return <NotThere id={id} />;
  return <PageSkeleton tiles={0} body="form" />;
}
