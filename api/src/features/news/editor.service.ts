import {
  NEWS_AUDIENCES,
  type NewsAudience,
  type NewsCategory,
  type NewsInput,
  type NewsPreview,
  type NewsUpdate,
  type OperatorNewsArticle,
  type OperatorNewsList,
  type OperatorNewsRow,
  publicId,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import { parseMarkdown } from '../../platform/richText';
import { publicRowId } from '../figures';
import type { Publisher } from '../realtime';
import { hasCredits } from './credits.repo';
import * as repo from './editor.repo';
import { summaryOf } from './summaryOf';

/** An article that some roles are to be told of, once. */
export interface PublishedNews {
  /** Row of the article. */
  articleId: number;
  title: string;
  category: NewsCategory;
  /** Those who were not told of it before. */
  audiences: NewsAudience[];
  publishedAt: Date;
}

export interface NewsEditorDeps {
  db: Db;
  clock: Clock;
  publisher: Publisher;
  /**
   * Told in the transaction of the publication. An article is told to a role once: withdrawn and published again, or
   * changed, it is no news; for a role that was added later it is.
   */
  onPublished?(trx: Trx, news: PublishedNews): Promise<void>;
  /** Told in the transaction in which a published article got other words or readers, or was withdrawn. */
  onChanged?(trx: Trx, change: { articleId: number }): Promise<void>;
  /** Told in the transaction in which a reader opened an article, or marked all as read (null). */
  onRead?(trx: Trx, read: { userId: number; articleId: number | null }): Promise<void>;
}

export interface NewsEditorService {
  articles(): Promise<OperatorNewsList>;
  article(id: string): Promise<OperatorNewsArticle>;
  /** A draft. */
  create(by: number, input: NewsInput): Promise<OperatorNewsArticle>;
  /** 409 `CHANGED` when there is a newer version than the one that was seen; here and below. */
  update(by: number, id: string, input: NewsUpdate): Promise<OperatorNewsArticle>;
  /** Of one that is published already nothing changes. */
  publish(by: number, id: string, version: number): Promise<OperatorNewsArticle>;
  withdraw(by: number, id: string, version: number): Promise<OperatorNewsArticle>;
  /** Drafts alone; 409 `PUBLISHED`. */
  remove(by: number, id: string, version: number): Promise<void>;
  preview(body: string): NewsPreview;
}

/** What readers read: a change of it is shown as such. */
const READ_FIELDS = ['title', 'category', 'body'] as const;
const FIELDS = [...READ_FIELDS, 'audiences', 'pinned'] as const;

const missing = () => new NotFoundError('No such article');
const changed = () => new ConflictError('Somebody changed this article while you had it open', 'CHANGED');

function presentRow(row: repo.ShownRow): OperatorNewsRow {
  return {
    id: publicId('newsArticle', row.id),
    title: row.title,
    category: row.category,
    audiences: row.audiences,
    pinned: row.pinned,
    published_at: row.published_at?.toISOString() ?? null,
    withdrawn: row.published_at === null && row.announced.length > 0,
    updated_at: row.revised_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    author: row.author,
    version: row.version,
    changed_at: row.changed_at.toISOString(),
    changed_by: row.changed_by,
    readers: row.readers,
    audience_size: row.audience_size,
  };
}

/** In one order, whatever order they were ticked in. */
const inOrder = (audiences: readonly NewsAudience[]) =>
  NEWS_AUDIENCES.filter((audience) => audiences.includes(audience));

const written = ({ title, category, audiences, pinned, body }: NewsInput): repo.Written => ({
  title,
  category,
  audiences: inOrder(audiences),
  pinned,
  body,
  summary: summaryOf(body),
});

/** News as operators write it. */
export function createNewsEditorService(deps: NewsEditorDeps): NewsEditorService {
  const { db, clock, publisher, onPublished, onChanged } = deps;

  async function shown(id: number, on: Db = db): Promise<OperatorNewsArticle> {
    const row = await repo.findArticle(on, id);
    if (!row) throw missing();
    return { ...presentRow(row), body: row.body };
  }

  /** Open pages of everybody who may see the article, or might. */
  async function tell(trx: Trx, audiences: readonly NewsAudience[]): Promise<void> {
    for (const role of inOrder(audiences)) await publisher.toRole(trx, role, 'news.changed', {});
  }

  /** Tells those who were not told yet; answers all who are by now. */
  async function announce(
    trx: Trx,
    article: Pick<repo.ArticleRow, 'id' | 'title' | 'category' | 'audiences' | 'announced'>,
    publishedAt: Date,
  ): Promise<{ announced: NewsAudience[]; told: NewsAudience[] }> {
    const { id, title, category, announced } = article;
    const told = article.audiences.filter((audience) => !announced.includes(audience));
    if (told.length > 0)
      await onPublished?.(trx, { articleId: id, title, category, audiences: told, publishedAt });
    return { announced: inOrder([...announced, ...told]), told };
  }

  /** Work on an article that nobody else works on meanwhile, and that is still the one that was seen. */
  async function edit(
    id: string,
    version: number,
    work: (trx: Trx, article: repo.ArticleRow) => Promise<void>,
    /** Done already: whoever asks again has what they want, whatever version they saw. */
    isDone: (article: repo.ArticleRow) => boolean = () => false,
  ): Promise<number> {
    const row = publicRowId('newsArticle', id);
    if (row === null) throw missing();
    await inTransaction(db, async (trx) => {
      const article = await repo.lockArticle(trx, row);
      if (!article) throw missing();
      if (isDone(article)) return;
      if (article.version !== version) throw changed();
      await work(trx, article);
    });
    return row;
  }

  async function change(by: number, trx: Trx, article: repo.ArticleRow, input: NewsInput): Promise<void> {
    const now = clock.now();
    const next = written(input);
    const fields = FIELDS.filter((field) => String(next[field]) !== String(article[field]));
    if (fields.length === 0) return;
    const isPublished = article.published_at !== null;
    const isRevised = isPublished && READ_FIELDS.some((field) => fields.includes(field));
    const { announced, told } =
      article.published_at !== null
        ? await announce(trx, { ...article, ...next }, article.published_at)
        : { announced: article.announced, told: [] };
    const revised = isRevised ? { revised_at: now } : {};
    await repo.changeArticle(trx, article.id, { ...next, ...revised, announced }, by, now);
    const detail = { version: article.version + 1, title: next.title, fields, told };
    await repo.noteAction(trx, { actorId: by, articleId: article.id, action: 'changed', detail }, now);
    if (!isPublished) return;
    await onChanged?.(trx, { articleId: article.id });
    await tell(trx, [...article.audiences, ...next.audiences]);
  }

  return {
    articles: async () => ({ articles: (await repo.findArticles(db)).map(presentRow) }),
    async article(id) {
      const row = publicRowId('newsArticle', id);
      if (row === null) throw missing();
      return shown(row);
    },
    async create(by, input) {
      const now = clock.now();
      const id = await inTransaction(db, async (trx) => {
        const articleId = await repo.insertArticle(trx, written(input), by, now);
        const detail = { version: 1, title: input.title };
        await repo.noteAction(trx, { actorId: by, articleId, action: 'created', detail }, now);
        return articleId;
      });
      return shown(id);
    },
    async update(by, id, { version, ...input }) {
      return shown(await edit(id, version, (trx, article) => change(by, trx, article, input)));
    },
    async publish(by, id, version) {
      const work = async (trx: Trx, article: repo.ArticleRow) => {
        const now = clock.now();
        const { announced, told } = await announce(trx, article, now);
        const published = { published_at: now, revised_at: null, announced };
        await repo.changeArticle(trx, article.id, published, by, now);
        const detail = { version: article.version + 1, title: article.title, told };
        await repo.noteAction(trx, { actorId: by, articleId: article.id, action: 'published', detail }, now);
        await tell(trx, article.audiences);
      };
      return shown(await edit(id, version, work, (article) => article.published_at !== null));
    },
    async withdraw(by, id, version) {
      const work = async (trx: Trx, article: repo.ArticleRow) => {
        const now = clock.now();
        await repo.changeArticle(trx, article.id, { published_at: null, revised_at: null }, by, now);
        const detail = { version: article.version + 1, title: article.title };
        await repo.noteAction(trx, { actorId: by, articleId: article.id, action: 'withdrawn', detail }, now);
        await onChanged?.(trx, { articleId: article.id });
        await tell(trx, article.audiences);
      };
      return shown(await edit(id, version, work, (article) => article.published_at === null));
    },
    async remove(by, id, version) {
      await edit(id, version, async (trx, article) => {
        if (article.published_at !== null)
          throw new ConflictError('Withdraw this article before you delete it', 'PUBLISHED');
        if (await hasCredits(trx, article.id))
          throw new ConflictError(
            'Credits were given for this incident: the article stays, withdrawn',
            'HAS_CREDITS',
          );
        const detail = { version: article.version, title: article.title };
        const now = clock.now();
        await repo.noteAction(trx, { actorId: by, articleId: article.id, action: 'deleted', detail }, now);
        await repo.deleteArticle(trx, article.id);
      });
    },
    preview: (body) => ({ body: parseMarkdown(body) }),
  };
}
