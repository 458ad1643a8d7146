import type { Locale, TranslationsAnswer } from '@ezdash/contracts';
import { DEFAULT_LOCALE } from '@ezdash/contracts/constants';
import { pseudoTexts } from './pseudoLocale';

/** Nested keys → text, as in a locale file. */
export type Texts = Record<string, unknown>;
/** Namespace → locale → texts, as the active releases and the shell bring them. */
export type TextSources = Record<string, Record<string, Texts>>;

export const PSEUDO_LOCALE: Locale = 'en-XA';
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` where it says something, `under` elsewhere, at every depth. */
export function withFallback(over: Texts, under: Texts): Texts {
  const result: Texts = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = under[key];
    result[key] = isTexts(value) && isTexts(below) ? withFallback(value, below) : value;
  }
  return result;
}

export function direction(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** Everything a page says in a locale; what a file lacks is there in English. */
export function composeTranslations(sources: TextSources, locale: Locale): TranslationsAnswer {
  const translations = Object.fromEntries(
    Object.entries(sources).map(([namespace, files]) => {
      const english = files[DEFAULT_LOCALE] ?? {};
      const texts =
        locale === PSEUDO_LOCALE
          ? (pseudoTexts(english) as Texts)
          : withFallback(files[locale] ?? {}, english);
      return [namespace, texts];
    }),
  );
  return { locale, dir: direction(locale), translations };
}
