import { COUNTRIES } from '@ezdash/contracts/constants';
import { getI18n } from 'react-i18next';

export interface Country {
  code: string;
  name: string;
}

/** The pseudo-locale reads as English. */
const languageOf = (locale: string) => (locale === 'en-XA' ? 'en' : locale);

const lists = new Map<string, readonly Country[]>();
const names = new Map<string, Intl.DisplayNames>();

/** Stands for an address that belongs to no country. */
const UNKNOWN = 'ZZ';

/** A country's name in the reader's language; the code itself when it is none. */
export function countryName(code: string, locale: string): string {
  const language = languageOf(locale);
  // Intl calls it an "Unknown Region"; a region is something else here.
  if (code === UNKNOWN) return getI18n()?.t('ui:unknownCountry', { lng: locale }) ?? 'Unknown country';
  let display = names.get(language);
  if (!display) {
    display = new Intl.DisplayNames([language, 'en'], { type: 'region' });
    names.set(language, display);
  }
  try {
    return display.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Every country the network knows, named and ordered in the reader's language. */
export function countryList(locale: string): readonly Country[] {
  const language = languageOf(locale);
  let list = lists.get(language);
  if (!list) {
    list = COUNTRIES.map((code) => ({ code, name: countryName(code, language) })).sort((a, b) =>
      a.name.localeCompare(b.name, language),
    );
    lists.set(language, list);
  }
  return list;
}
