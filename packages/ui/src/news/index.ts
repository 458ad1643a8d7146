/** No tier of the shell's: news as its readers see it, built into the remotes that import it (scripts/build/targets.mjs). */
export { NewsArticlePage, type NewsArticlePageProps } from './NewsArticlePage';
export { NewsFacts } from './NewsFacts';
export { NewsListPage, type NewsListPageProps } from './NewsListPage';
export type { NewsFailure, NewsFilter } from './types';
