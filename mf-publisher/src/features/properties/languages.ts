/** ISO 639-1 codes of the languages most of the web is written in; names come from `Intl.DisplayNames`. */
const CODES =
  'ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko lt lv mk ms mt nb nl pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh';

export interface LanguageOption {
  value: string;
  label: string;
}

/** Languages to choose from, by name in `locale`. A code in use that is not among them is added. */
export function languageOptions(locale: string, inUse?: string): LanguageOption[] {
  const codes = new Set(CODES.split(' '));
  if (inUse) codes.add(inUse);
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return [...codes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** The language's name in `locale`: "German". */
export function languageName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
}

/** What a new property is most likely written in: the reader's own language, where it is one of ours. */
export function likelyLanguage(locale: string): string {
  const code = locale.slice(0, 2).toLowerCase();
  return CODES.split(' ').includes(code) ? code : 'en';
}
