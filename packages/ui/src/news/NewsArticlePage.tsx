import type { NewsArticle, NewsItem } from '@ezdash/contracts';
import {
  EmptyState,
  NoDateRange,
  PageHeader,
  PageSkeleton,
  Panel,
  RichText,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewsFacts } from './NewsFacts';
import { NewsFailed, NewsTrouble } from './NewsFailed';
import { NewsTitle } from './NewsRows';
import styles from './news.module.css';
import type { NewsFailure } from './types';

export interface NewsArticlePageProps {
  /** The word of the navigation, for the way back. */
  title: string;
  basePath: string;
  article: NewsArticle | null;
  /** What it means for the reader, above its text. */
  note?: ReactNode;
  /** Others to read on with; what stands in the list of all. */
  others: readonly NewsItem[];
  failure: NewsFailure | null;
  isRetrying: boolean;
  onRetry: () => void;
}

const MOST_OTHERS = 6;

function Others({ articles, basePath }: { articles: readonly NewsItem[]; basePath: string }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <Panel title={t('news.others')} flush>
      <ul className={styles.others}>
        {articles.map((article) => (
          <li key={article.id}>
            <div className={styles.title}>
              <NewsTitle article={article} href={`${basePath}/${article.id}`} />
            </div>
            <time dateTime={article.published_at}>{format.date(article.published_at)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Missing(props: NewsArticlePageProps & { failure: NewsFailure }) {
  const { title, basePath, failure, isRetrying, onRetry } = props;
  const { t } = useTranslation('ui');
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} back={{ href: basePath, label: t('news.back') }} />
      <NoDateRange />
      <Panel label={title}>
        {failure.status === 404 ? (
          <EmptyState title={t('news.missing')}>{t('news.missingText')}</EmptyState>
        ) : (
          <NewsFailed
            title={t('news.articleFailed')}
            failure={failure}
            isRetrying={isRetrying}
            onRetry={onRetry}
          >
            {t('news.failedText')}
          </NewsFailed>
        )}
      </Panel>
    </>
  );
}

function Article(props: NewsArticlePageProps & { article: NewsArticle }) {
  const { basePath, article, note, others, failure, isRetrying, onRetry } = props;
  const { t } = useTranslation('ui');
  usePageTitle(article.title);
  const more = others.filter(({ id }) => id !== article.id).slice(0, MOST_OTHERS);
  return (
    <>
      <PageHeader
        title={<bdi>{article.title}</bdi>}
        back={{ href: basePath, label: t('news.back') }}
        lead={<NewsFacts article={article} withTime />}
      />
      <NoDateRange />
      {failure ? <NewsTrouble title={t('news.stale')} onRetry={onRetry} isRetrying={isRetrying} /> : null}
      {note}
      <div className="ez-cols">
        <Panel label={article.title}>
          <RichText text={article.body} />
        </Panel>
        {more.length > 0 ? <Others articles={more} basePath={basePath} /> : null}
      </div>
    </>
  );
}

/** One article at its own address. Draws alone: fetching, and noting that it was read, is its remote's. */
export function NewsArticlePage(props: NewsArticlePageProps) {
  const { article, failure } = props;
  // Withdrawn while it was open: it is not there any more, whatever came before.
  if (failure && (failure.status === 404 || !article)) return <Missing {...props} failure={failure} />;
  if (article) return <Article {...props} article={article} />;
  return <PageSkeleton tiles={0} body="chart" />;
}
