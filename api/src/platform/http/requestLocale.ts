import type { Locale } from '@ezdash/contracts';
import { DEFAULT_LOCALE, LOCALES } from '@ezdash/contracts/constants';
import type { Request } from 'express';

/** Carries a guest's choice to the next page; the person's own setting comes before it. */
export const LOCALE_COOKIE = 'ezdash_locale';

const isLocale = (text: unknown): text is Locale => LOCALES.includes(text as Locale);

/** The best known language of an Accept-Language header; `de-AT` counts as `de`. The pseudo-locale only by name. */
export function acceptedLocale(req: Request): Locale {
  for (const tag of req.acceptsLanguages()) {
    const known = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
    if (known) return known;
    const language = tag.split('-')[0];
    if (isLocale(language)) return language;
  }
  return DEFAULT_LOCALE;
}

/** The language of an answer's texts: what the page asks for in Accept-Language, which is its own language. */
export function requestLocale(req: Request): Locale {
  return acceptedLocale(req);
}

/** The language of a page: the person's setting, the cookie, Accept-Language, `en`. */
export function pageLocale(req: Request, setting: string | null | undefined): Locale {
  const cookie = (req.cookies as Record<string, unknown> | undefined)?.[LOCALE_COOKIE];
  return [setting, cookie].find(isLocale) ?? acceptedLocale(req);
}
