import type { OperatorNewsRow } from '@ezdash/contracts';

export type ArticleState = 'draft' | 'published' | 'withdrawn';

/** What readers have of an article, as the vocabulary of states names it. */
export function stateOf(article: Pick<OperatorNewsRow, 'published_at' | 'withdrawn'>): ArticleState {
  if (article.published_at !== null) return 'published';
  return article.withdrawn ? 'withdrawn' : 'draft';
}
