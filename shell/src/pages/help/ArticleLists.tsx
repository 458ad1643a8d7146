import type { HelpHit } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { AppLink, ErrorState, Panel, TableSkeleton } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastPage } from '../../app/router/lastPage';
import { useShellHelpArticlesQuery } from './help.api';
import styles from './help.module.css';
import { articleHref } from './useHelpPlace';

/** More would bury the rest, where they stand as well. */
const MOST_OF_PAGE = 5;

function Links({ articles, currentSlug }: { articles: readonly HelpHit[]; currentSlug: string | null }) {
  return (
    <ul className={styles.links}>
      {articles.map(({ slug, title }) => (
        <li key={slug}>
          <AppLink href={articleHref(slug)} aria-current={slug === currentSlug ? 'true' : undefined}>
            {title}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

/** In the order they come: the server knows it. */
function byCategory(articles: readonly HelpHit[]): [category: string, articles: HelpHit[]][] {
  const groups = new Map<string, HelpHit[]>();
  for (const article of articles) {
    const group = groups.get(article.category);
    if (group) group.push(article);
    else groups.set(article.category, [article]);
  }
  return [...groups];
}

/** Articles for the page one comes from, then all of them by category. */
export function ArticleLists({ currentSlug }: { currentSlug: string | null }) {
  const { t, i18n } = useTranslation('shell');
  // Of the moment the help was opened: where one goes from here does not change it.
  const [from] = useState(lastPage);
  const { data, error, isFetching, refetch } = useShellHelpArticlesQuery({
    for: from ?? undefined,
    locale: i18n.language,
  });
  if (!data) {
    const failure = toApiError(error);
    return (
      <Panel title={t('help.articles')} flush>
        {failure ? (
          <ErrorState
            level={3}
            title={t('help.articlesFailed')}
            onRetry={() => void refetch()}
            retrying={isFetching}
            requestId={failure.requestId}
          />
        ) : (
          <TableSkeleton rows={4} columns={1} />
        )}
      </Panel>
    );
  }
  const ofPage = Math.min(data.for_page ?? 0, MOST_OF_PAGE);
  return (
    <>
      {ofPage > 0 ? (
        <Panel title={t('help.forPage')} flush>
          <Links articles={data.articles.slice(0, ofPage)} currentSlug={currentSlug} />
        </Panel>
      ) : null}
      <Panel title={t('help.articles')} flush>
        {byCategory(data.articles.slice(ofPage)).map(([category, articles]) => (
          <section key={category} aria-label={category}>
            <h3 className={styles.category}>{category}</h3>
            <Links articles={articles} currentSlug={currentSlug} />
          </section>
        ))}
      </Panel>
    </>
  );
}
