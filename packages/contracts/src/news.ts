import { z } from 'zod';
import { lineText, micros, plainText, timestamp } from './common';
import { NEWS_AUDIENCES, NEWS_CATEGORIES, NEWS_LIMITS } from './newsRules';
import { richText } from './richText';

export const newsCategory = z.enum(NEWS_CATEGORIES);
export type NewsCategory = z.infer<typeof newsCategory>;
export const newsAudience = z.enum(NEWS_AUDIENCES);
export type NewsAudience = z.infer<typeof newsAudience>;

/** An article as its readers see it. */
export const newsItem = z.object({
  id: z.string(),
  title: z.string(),
  category: newsCategory,
  pinned: z.boolean(),
  published_at: timestamp,
  /** Null: never changed since. */
  updated_at: timestamp.nullable(),
  read: z.boolean(),
  /** First sentences, without formatting. */
  summary: z.string(),
});
export type NewsItem = z.infer<typeof newsItem>;

/** GET /api/news?category=&before=&limit=: those of the reader's role; pinned first, then newest. */
export const newsQuery = z.object({
  category: newsCategory.optional(),
  unread: z.enum(['1']).optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const newsPage = z.object({
  articles: z.array(newsItem),
  unread: z.number().int().nonnegative(),
  next: z.string().nullable(),
});
export type NewsPage = z.infer<typeof newsPage>;

/** GET /api/news/{id}: reading it marks it as read (POST /api/news/{id}/read does, so that reading stays safe). */
export const newsArticle = newsItem.extend({
  body: richText,
  /** What the reader was given for the incident it tells of: lines of their ledger, newest first. */
  credits: z
    .array(z.object({ transaction: z.string(), amount_micros: micros, granted_at: timestamp }))
    .optional(),
});
export type NewsArticle = z.infer<typeof newsArticle>;
/** POST /api/news/read-all, POST /api/news/{id}/read */
export const newsUnread = z.object({ unread: z.number().int().nonnegative() });

/** GET /api/operator/news/{id} */
export const operatorNewsArticle = z.object({
  id: z.string(),
  title: z.string(),
  category: newsCategory,
  audiences: z.array(newsAudience),
  pinned: z.boolean(),
  /** Markdown as it was written. */
  body: z.string(),
  /** Null: a draft, or withdrawn. */
  published_at: timestamp.nullable(),
  /** Readers could see it once, and cannot now. */
  withdrawn: z.boolean(),
  /** Since when what its readers see is another than was published; null: it is the same. */
  updated_at: timestamp.nullable(),
  created_at: timestamp,
  /** Who began it. */
  author: z.string(),
  /** Grows with every change. Who changes it says which one they saw; 409 `CHANGED` when there is a newer one. */
  version: z.number().int().positive(),
  changed_at: timestamp,
  changed_by: z.string(),
  /** How many have opened it, of how many it is for: active accounts. */
  readers: z.number().int().nonnegative(),
  audience_size: z.number().int().nonnegative(),
});
export type OperatorNewsArticle = z.infer<typeof operatorNewsArticle>;
/** GET /api/operator/news: drafts first, then the newest. */
export const operatorNewsRow = operatorNewsArticle.omit({ body: true });
export type OperatorNewsRow = z.infer<typeof operatorNewsRow>;
export const operatorNewsList = z.object({ articles: z.array(operatorNewsRow) });
export type OperatorNewsList = z.infer<typeof operatorNewsList>;

/** POST /api/operator/news → 201, a draft. */
export const newsInput = z.object({
  title: lineText
    .min(1, { error: 'Enter a title' })
    .max(NEWS_LIMITS.title, { error: `Use at most ${NEWS_LIMITS.title} characters` }),
  category: newsCategory,
  audiences: z
    .array(newsAudience)
    .min(1, { error: 'Choose who it is for' })
    .refine((list) => new Set(list).size === list.length, { error: 'Name each audience only once' }),
  pinned: z.boolean(),
  body: plainText
    .trim()
    .min(1, { error: 'Write something' })
    .max(NEWS_LIMITS.body, { error: `Use at most ${NEWS_LIMITS.body} characters` }),
});
export type NewsInput = z.infer<typeof newsInput>;
/**
 * POST /api/operator/news/{id}/publish, …/withdraw (hides it again; who read it stays known): of the version that was
 * seen. DELETE /api/operator/news/{id}?version= removes a draft; 409 `PUBLISHED` for what is published.
 */
export const newsVersion = z.object({ version: z.coerce.number().int().positive() });
export type NewsVersion = z.infer<typeof newsVersion>;
/** PUT /api/operator/news/{id} */
export const newsUpdate = newsInput.extend({ version: newsVersion.shape.version });
export type NewsUpdate = z.infer<typeof newsUpdate>;
/** POST /api/operator/news/preview `{ body }` → how readers will see it. */
export const newsPreviewInput = z.object({ body: newsInput.shape.body });
export const newsPreview = z.object({ body: richText });
export type NewsPreview = z.infer<typeof newsPreview>;
