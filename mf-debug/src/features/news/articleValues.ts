import type { NewsCategory, NewsInput, OperatorNewsArticle } from '@ezdash/contracts';
import { NEWS_CATEGORIES, NEWS_LIMITS } from '@ezdash/contracts/constants';

/** What the form holds. */
export interface ArticleValues {
  title: string;
  category: string;
  advertiser: boolean;
  publisher: boolean;
  pinned: boolean;
  body: string;
}

export const NEW_ARTICLE: ArticleValues = {
  title: '',
  category: 'product',
  advertiser: true,
  publisher: true,
  pinned: false,
  body: '',
};

export function valuesOf(article: OperatorNewsArticle): ArticleValues {
  const { title, category, audiences, pinned, body } = article;
  return {
    title,
    category,
    advertiser: audiences.includes('advertiser'),
    publisher: audiences.includes('publisher'),
    pinned,
    body,
  };
}

export const categoryOf = (value: string): NewsCategory =>
  NEWS_CATEGORIES.find((category) => category === value) ?? 'product';

export function inputOf(values: ArticleValues): NewsInput {
  const { title, category, advertiser, publisher, pinned, body } = values;
  return {
    title: title.trim(),
    category: categoryOf(category),
    audiences: [...(advertiser ? ['advertiser' as const] : []), ...(publisher ? ['publisher' as const] : [])],
    pinned,
    body: body.trim(),
  };
}

/** Field → key of what is wrong with it. */
export type ArticleProblem = 'title' | 'titleLong' | 'audience' | 'body' | 'bodyLong';

export function problemsOf(values: ArticleValues): Partial<Record<keyof ArticleValues, ArticleProblem>> {
  const { title, audiences, body } = inputOf(values);
  return {
    ...(title === '' && { title: 'title' as const }),
    ...(title.length > NEWS_LIMITS.title && { title: 'titleLong' as const }),
    ...(audiences.length === 0 && { advertiser: 'audience' as const }),
    ...(body === '' && { body: 'body' as const }),
    ...(body.length > NEWS_LIMITS.body && { body: 'bodyLong' as const }),
  };
}
