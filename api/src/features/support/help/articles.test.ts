import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RichBlock, RichInline } from '@ezdash/contracts';
import { helpArticle, helpList } from '@ezdash/contracts';
import { projectRoot, remoteNames } from '../../../platform/projectRoot';
import { createHelp } from './createHelp';
import { HELP_LOCALES, readArticle, readArticles } from './readArticles';

const articles = readArticles(path.join(projectRoot(), 'api/src/features/support/articles'));
const help = createHelp(articles);
const slugs = [...(articles.get('en')?.keys() ?? [])];
const everyArticle = HELP_LOCALES.flatMap((locale) => [...(articles.get(locale)?.values() ?? [])]);

/** Help leads nobody to the operators' pages. */
const REMOTES = remoteNames().filter((name) => name !== 'mf-debug');
/** Pages of the app that are there, as patterns. */
function builtPages(): string[] {
  const pages = REMOTES.flatMap((name) => {
    const file = path.join(projectRoot(), name, 'remote.manifest.ts');
    expect(existsSync(file)).toBe(true);
    // By name: a server's code must not depend on a remote's.
    const manifest = jest.requireActual<{ default: { pages: { path: string; built: boolean }[] } }>(file);
    return manifest.default.pages.filter(({ built }) => built).map((page) => page.path);
  });
  return [...pages, '/', '/help'];
}

const inlineLinks = (children: readonly RichInline[]): string[] =>
  children.flatMap((child) => {
    if (child.type === 'link') return [child.href];
    return 'children' in child ? inlineLinks(child.children) : [];
  });
const linksOf = (block: RichBlock): string[] => {
  if (block.type === 'list') return block.items.flat().flatMap(linksOf);
  if (block.type === 'quote') return block.children.flatMap(linksOf);
  if (block.type === 'table') return [block.head, ...block.rows].flat().flatMap(inlineLinks);
  return 'children' in block ? inlineLinks(block.children) : [];
};

test('some twenty articles, each in every language, of the same kind', () => {
  expect(slugs.length).toBeGreaterThanOrEqual(20);
  for (const locale of HELP_LOCALES) {
    const own = articles.get(locale);
    expect([...(own?.keys() ?? [])]).toEqual(slugs);
    for (const slug of slugs) {
      const { title, keywords, body, text, headings, ...shared } = own?.get(slug) ?? readArticle(slug, '');
      const english = articles.get('en')?.get(slug);
      expect(shared).toEqual(
        expect.objectContaining({
          slug,
          updatedOn: english?.updatedOn,
          pages: english?.pages,
          category: english?.category,
        }),
      );
      expect(body.map(({ type }) => type)).toEqual(english?.body.map(({ type }) => type));
      expect([title, text].every(Boolean) && keywords.length > 2).toBe(true);
      helpArticle.parse(help.read(slug, locale));
    }
  }
});

test('what articles name is there: other articles, pages of the app', () => {
  const pages = builtPages();
  const known = new RegExp(`^(?:${pages.map((page) => page.replace(/:\w+/g, '[^/]+')).join('|')})$`);
  for (const { slug, related, body } of everyArticle) {
    for (const other of related) expect(slugs).toContain(other);
    expect(related).not.toContain(slug);
    for (const href of body.flatMap(linksOf)) {
      const url = new URL(href, 'https://here.invalid');
      expect(url.origin).toBe('https://here.invalid');
      expect(url.pathname).toMatch(known);
      const article = url.searchParams.get('article');
      if (article !== null) expect(slugs).toContain(article);
    }
  }
});

test('an article that says too little, or something unknown, is refused by name', () => {
  const head = 'title: A\ncategory: money\nupdated_on: 2026-11-22';
  expect(readArticle('a', `---\n${head}\n---\n\nText.\n`)).toMatchObject({
    title: 'A',
    roles: [],
    text: 'Text.',
  });
  expect(() => readArticle('a', 'Text.')).toThrow();
  expect(() => readArticle('a', `---\n${head}\nrolls: admin\n---\n\nText.\n`)).toThrow();
  expect(() => readArticle('a', `---\n${head}\nroles: guests\n---\n\nText.\n`)).toThrow();
});

const find = (q: string, locale = 'en', role: string | null = null) =>
  helpList.parse({ articles: help.list({ q, locale, role }) }).articles.map(({ slug }) => slug);

test.each([
  ['a word of the title', 'second price', 'second-price'],
  ['a typing error', 'secnd prise', 'second-price'],
  ['the beginning of a word', 'postb', 'goals-and-postbacks'],
  ['a keyword that stands nowhere else', 'gdpr', 'your-data'],
  ['a macro', 'click_id', 'macros'],
  ['a whole question', 'why does my campaign not deliver', 'campaign-not-delivering'],
  ['accents and capitals', 'VÀST', 'video-zones'],
])('%s finds the article', (_, q, slug) => {
  expect(find(q).slice(0, 2)).toContain(slug);
});

test('each language is searched in its own words, and in English when they find nothing', () => {
  expect(find('Zweitpreis', 'de')[0]).toBe('second-price');
  expect(find('zweitpres', 'de-AT')[0]).toBe('second-price');
  const [hit] = help.list({ q: 'resubmit', locale: 'de', role: null });
  expect(hit).toMatchObject({
    slug: 'review-and-rejection',
    title: 'Prüfung und Ablehnung',
    category: 'Kampagnen',
  });
  expect(find('second price', 'fr')[0]).toBe('second-price');
  expect(find('xyzzy qwrtz')).toEqual([]);
});

test.each([
  ['change my email address', 'en'],
  ['how do i get an invoice', 'en'],
  ['delete campaign', 'en'],
  ['why is there nothing on my page', 'en'],
  ['wie bekomme ich eine Rechnung', 'de'],
  ['warum wird meine Kampagne nicht ausgeliefert', 'de'],
  ['wie ändere ich meine E-Mail-Adresse', 'de'],
])('"%s" finds a few articles, not all of them', (q, locale) => {
  const found = find(q, locale);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThanOrEqual(8);
});

test('words of the question itself count for nothing, unless there are no others', () => {
  expect(find('how do i get an invoice')).toEqual(find('invoice'));
  expect(find('wie bekomme ich eine Rechnung', 'de')).toEqual(find('Rechnung', 'de'));
  expect(find('how do i get an invoice')[0]).toBe('balance-and-billing');
  expect(find('e-mail')).toEqual(find('email'));
  expect(find('vat')).toEqual([]);
  expect(find('what is this')).not.toHaveLength(slugs.length);
});

test('the excerpt is the sentence that fits, in words alone', () => {
  const [hit] = help.list({ q: 'recovery codes', locale: 'en', role: null });
  expect(hit?.slug).toBe('two-step-sign-in');
  expect(hit?.excerpt).toContain('recovery code');
  for (const { excerpt } of help.list({ q: '', locale: 'en', role: null })) {
    expect(excerpt.length).toBeGreaterThan(10);
    expect(excerpt.length).toBeLessThanOrEqual(180);
    expect(excerpt).not.toMatch(/[`*[\]]|\n/);
  }
});

test('the list is by category, for one’s own kind of account, the page’s own articles first', () => {
  const list = (more: object) => help.list({ locale: 'en', role: null, ...more }).map(({ slug }) => slug);
  expect(list({})).toHaveLength(slugs.length);
  expect(list({ role: 'publisher' })).not.toContain('second-price');
  expect(list({ role: 'publisher' })).toContain('invalid-traffic');
  expect(list({ role: 'admin' })).toHaveLength(slugs.length);
  expect(list({ page: '/advertiser/campaigns/c_1001' })[0]).toBe('campaign-not-delivering');
  expect(list({ page: '/settings/api' })[0]).toBe('api-tokens');
  const aboutPage = (page?: string) => help.aboutPage({ page, locale: 'en', role: null });
  expect([aboutPage('/settings/api'), aboutPage('/nowhere'), aboutPage()]).toEqual([1, 0, 0]);
  const categories = help.list({ locale: 'en', role: null }).map(({ category }) => category);
  expect([...new Set(categories)]).toHaveLength(5);
  expect(categories).toEqual([...categories].sort((a, b) => categories.indexOf(a) - categories.indexOf(b)));
});

test('what there is not is not read', () => {
  for (const slug of ['nothing', '__proto__', 'constructor', '../en/macros', ''])
    expect(help.read(slug, 'en')).toBeNull();
});
