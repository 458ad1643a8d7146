import type { HelpArticle, HelpHit } from '@ezdash/contracts';
import MiniSearch from 'minisearch';
import { bestSentence, foldText } from './excerpt';
import {
  type Article,
  HELP_CATEGORIES,
  HELP_LOCALES,
  type HelpLocale,
  type readArticles,
} from './readArticles';
import { tellingWords, wordsOf } from './words';

export interface HelpQuestion {
  q?: string | undefined;
  /** A path of the app: its articles come first. */
  page?: string | undefined;
  locale: string;
  /** Of who asks; null is a guest. */
  role: string | null;
}

export interface Help {
  /** Without words all articles by category, those of the page first; with words what fits them, the best first. */
  list(question: HelpQuestion): HelpHit[];
  /** How many of all articles are about the page: the first ones of `list` without words. */
  aboutPage(question: HelpQuestion): number;
  /** Null: there is none. */
  read(slug: string, locale: string): HelpArticle | null;
}

type Articles = ReturnType<typeof readArticles>;

const MOST_HITS = 8;
/** What fits so much worse than the best is no answer. */
const LEAST_OF_BEST = 0.3;
/** A word of so many letters may have a wrong one in five. */
const FUZZY = 0.2;
const FUZZY_FROM = 4;
/** What is for somebody else's kind of account. */
const OTHER_ROLE = 0.4;
const CATEGORY_ORDER = Object.keys(HELP_CATEGORIES);

/** `de-AT` is German; what nobody wrote articles in is English. */
const localeOf = (text: string): HelpLocale =>
  HELP_LOCALES.find((locale) => locale === text.split('-', 1)[0]?.toLowerCase()) ?? 'en';

function createIndex(articles: Iterable<Article>): MiniSearch<Article> {
  const index = new MiniSearch<Article>({
    idField: 'slug',
    fields: ['title', 'keywords', 'headings', 'text'],
    extractField: (article, field) => {
      const value = article[field as keyof Article];
      return Array.isArray(value) ? value.join(' ') : String(value);
    },
    tokenize: wordsOf,
    processTerm: (term) => foldText(term) || null,
    searchOptions: {
      boost: { title: 4, keywords: 3, headings: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length >= FUZZY_FROM ? FUZZY : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  });
  index.addAll([...articles]);
  return index;
}

const isFor = ({ roles }: Article, role: string | null) =>
  roles.length === 0 || role === null || role === 'admin' || roles.includes(role);

/** How much of the page's path an article names, those for one kind of account a little more; 0: it is not about it. */
function nearness({ pages, roles }: Article, page: string): number {
  const named = pages.filter((path) => page === path || page.startsWith(`${path}/`));
  const longest = Math.max(0, ...named.map((path) => path.length));
  return longest === 0 || roles.length === 0 ? longest : longest + 0.5;
}

export function createHelp(articles: Articles): Help {
  const indexes = new Map([...articles].map(([locale, bySlug]) => [locale, createIndex(bySlug.values())]));
  const find = (locale: HelpLocale, slug: string) =>
    articles.get(locale)?.get(slug) ?? articles.get('en')?.get(slug) ?? null;

  function hit(article: Article, locale: HelpLocale, terms: readonly string[]): HelpHit {
    const { slug, title, category, text } = article;
    return { slug, title, category: HELP_CATEGORIES[category][locale], excerpt: bestSentence(text, terms) };
  }

  /** All words first, then at least half of those that any article has. */
  function searchIn(locale: HelpLocale, q: string, role: string | null) {
    const index = indexes.get(locale);
    const boostDocument = (slug: string) => {
      const article = find(locale, slug);
      return article && !isFor(article, role) ? OTHER_ROLE : 1;
    };
    const all = index?.search(q, { combineWith: 'AND', boostDocument }) ?? [];
    if (all.length > 0) return all;
    const any = index?.search(q, { combineWith: 'OR', boostDocument }) ?? [];
    const known = new Set(any.flatMap(({ queryTerms }) => queryTerms)).size;
    return any.filter(({ queryTerms }) => queryTerms.length * 2 >= known);
  }

  function search(q: string, locale: HelpLocale, role: string | null): HelpHit[] {
    const own = searchIn(locale, q, role);
    const found = own.length > 0 ? own : searchIn('en', q, role);
    const least = (found[0]?.score ?? 0) * LEAST_OF_BEST;
    const near = found.filter(({ score }) => score >= least).slice(0, MOST_HITS);
    return near.flatMap(({ id, terms }) => {
      const article = find(locale, String(id));
      return article ? [hit(article, locale, terms)] : [];
    });
  }

  const allFor = (locale: HelpLocale, role: string | null) =>
    [...(articles.get('en')?.keys() ?? [])]
      .flatMap((slug) => find(locale, slug) ?? [])
      .filter((article) => isFor(article, role));

  function all({ page = '', role }: HelpQuestion, locale: HelpLocale): HelpHit[] {
    return allFor(locale, role)
      .sort(
        (a, b) =>
          nearness(b, page) - nearness(a, page) ||
          CATEGORY_ORDER.indexOf(a.category) - CATEGORY_ORDER.indexOf(b.category) ||
          a.order - b.order ||
          a.title.localeCompare(b.title, locale),
      )
      .map((article) => hit(article, locale, []));
  }

  return {
    list(question) {
      const locale = localeOf(question.locale);
      const q = question.q?.trim() ?? '';
      return q === '' ? all(question, locale) : search(tellingWords(q), locale, question.role);
    },

    aboutPage: ({ page = '', locale, role }) =>
      allFor(localeOf(locale), role).filter((article) => nearness(article, page) > 0).length,

    read(slug, asked) {
      const locale = localeOf(asked);
      const article = find(locale, slug);
      if (!article) return null;
      const related = article.related.flatMap((other) => {
        const found = find(locale, other);
        return found ? [{ slug: other, title: found.title }] : [];
      });
      const { title, category, body, updatedOn } = article;
      const label = HELP_CATEGORIES[category][locale];
      return { slug, title, category: label, body, updated_on: updatedOn, related };
    },
  };
}
