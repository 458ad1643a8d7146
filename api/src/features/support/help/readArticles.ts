import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RichText, ROLES } from '@ezdash/contracts';
import { z } from 'zod';
import { parseMarkdown, plainTextOf } from '../../../platform/richText';

export const HELP_LOCALES = ['en', 'de'] as const;
export type HelpLocale = (typeof HELP_LOCALES)[number];

/** In the order of the list. */
export const HELP_CATEGORIES = {
  campaigns: { en: 'Campaigns', de: 'Kampagnen' },
  money: { en: 'Money', de: 'Geld' },
  results: { en: 'Results', de: 'Ergebnisse' },
  publishing: { en: 'Publishing', de: 'Ads zeigen' },
  account: { en: 'Your account', de: 'Ihr Konto' },
} as const satisfies Record<string, Record<HelpLocale, string>>;
export type HelpCategory = keyof typeof HELP_CATEGORIES;

export interface Article {
  slug: string;
  title: string;
  category: HelpCategory;
  /** Its place within the category; the same place goes by title. */
  order: number;
  /** Paths of the app it helps with; what lies below them counts too. */
  pages: string[];
  /** Whom it is for; empty is everybody. */
  roles: string[];
  keywords: string[];
  related: string[];
  updatedOn: string;
  body: RichText;
  headings: string;
  text: string;
}

const words = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );

const frontMatter = z.strictObject({
  title: z.string().min(1),
  category: z.enum(Object.keys(HELP_CATEGORIES) as [HelpCategory, ...HelpCategory[]]),
  order: z.coerce.number().int().default(50),
  pages: words,
  roles: words.pipe(z.array(z.enum(ROLES))),
  keywords: words,
  related: words,
  updated_on: z.iso.date(),
});

/** `key: value` lines between two rows of dashes, then Markdown. Throws when it is anything else. */
export function readArticle(slug: string, source: string): Article {
  const [, head = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(source) ?? [];
  const fields = head.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? [line, '']);
  const { updated_on, ...rest } = frontMatter.parse(Object.fromEntries(fields));
  const body = parseMarkdown(markdown.trim());
  return {
    slug,
    ...rest,
    updatedOn: updated_on,
    body,
    headings: plainTextOf(body.filter(({ type }) => type === 'heading')),
    text: plainTextOf(body.filter(({ type }) => type !== 'heading')),
  };
}

/** A folder for each language, a file for each article, named after it. */
export function readArticles(folder: string): ReadonlyMap<HelpLocale, ReadonlyMap<string, Article>> {
  const read = (locale: HelpLocale) =>
    readdirSync(path.join(folder, locale))
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file): [string, Article] => {
        const slug = path.basename(file, '.md');
        try {
          return [slug, readArticle(slug, readFileSync(path.join(folder, locale, file), 'utf8'))];
        } catch (error) {
          throw new Error(`The help article ${locale}/${file} cannot be read`, { cause: error });
        }
      });
  return new Map(HELP_LOCALES.map((locale) => [locale, new Map(read(locale))]));
}
