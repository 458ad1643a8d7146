import type { NewsArticle, NewsItem, NewsPage } from '@ezdash/contracts';

export const makeItem = (over: Partial<NewsItem> = {}): NewsItem => ({
  id: 'nw_1000',
  title: 'Pay per conversion',
  category: 'product',
  pinned: false,
  published_at: '2025-11-20T14:02:00.000Z',
  updated_at: null,
  read: false,
  summary: 'Campaigns can now pay per conversion.',
  ...over,
});

export const makeNewsPage = (articles: NewsItem[], over: Partial<NewsPage> = {}): NewsPage => ({
  articles,
  unread: articles.filter(({ read }) => !read).length,
  next: null,
  ...over,
});

export const makeArticle = (over: Partial<NewsArticle> = {}): NewsArticle => ({
  ...makeItem(),
  body: [
    { type: 'heading', level: 2, children: [{ type: 'text', text: 'How it works' }] },
    { type: 'paragraph', children: [{ type: 'text', text: 'You pay when somebody buys.' }] },
  ],
  ...over,
});
