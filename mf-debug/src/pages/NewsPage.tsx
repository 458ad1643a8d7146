import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  ErrorState,
  IconPlus,
  NoDateRange,
  PageHeader,
  Panel,
  TableSkeleton,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { type ArticleState, stateOf } from '../features/news/articleState';
import { NewsTable } from '../features/news/NewsTable';
import { useDebugNewsQuery } from '../features/news/news.api';

/** What operators have written for advertisers and publishers. */
export function NewsPage() {
  const { t } = useTranslation('debug');
  const title = t('page.news');
  usePageTitle(title);
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDebugNewsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const failure = toApiError(error);
  const articles = data?.articles;
  const count = (state: ArticleState) => articles?.filter((one) => stateOf(one) === state).length ?? 0;
  const published = count('published');
  const drafts = count('draft');
  const write = (
    <Button
      component={AppLink}
      href="/admin/news/new"
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('news.new')}
    </Button>
  );
  const body = () => {
    if (failure)
      return (
        <ErrorState
          title={t('news.failed')}
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={failure.requestId}
        >
          {sentence(failure.message) || t('news.noAnswer')} {t('news.failedText')}
        </ErrorState>
      );
    if (!articles) return <TableSkeleton rows={6} columns={5} />;
    if (articles.length > 0) return <NewsTable articles={articles} />;
    return (
      <EmptyState art="slots" title={t('news.empty.title')} action={write}>
        {t('news.empty.text')}
      </EmptyState>
    );
  };
  return (
    <>
      <PageHeader
        title={title}
        lead={
          articles && articles.length > 0 ? (
            <>
              <span>
                {t('news.publishedCount', {
                  count: published,
                  figure: format.count(published),
                })}
              </span>
              <span>{t('news.draftCount', { count: drafts, figure: format.count(drafts) })}</span>
            </>
          ) : null
        }
        actions={articles && articles.length > 0 ? write : null}
      />
      <NoDateRange />
      <Panel flush label={title}>
        {body()}
      </Panel>
    </>
  );
}
