import de from './de.json';
import en from './en.json';

/** English text, with `{0}`, `{1}` … where something varies → the text of the language. */
type Catalogue = Readonly<Record<string, string>>;
type Translate = (text: string) => string | null;

const PLACEHOLDER = /\{(\d+)\}/;
const PLACEHOLDERS = /\{(\d+)\}/g;
const DECIMAL = /^-?\d+\.\d+$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

/** The fixed parts of a sentence, before, between and behind its placeholders; those stand in the order of their numbers. */
const fixedParts = (english: string): string[] =>
  english.split(PLACEHOLDERS).filter((_, index) => index % 2 === 0);

/**
 * What stands in a text at the placeholders of a sentence, each at least one sign and as short as can be; null when it is
 * another sentence. Each fixed part is looked for once, behind the one before: time in proportion to the text, which may
 * repeat what strangers wrote. The shortest first never misses a match, as what follows finds no less behind it.
 */
function readPlaceholders(fixed: readonly string[], text: string): string[] | null {
  const first = fixed[0] ?? '';
  const last = fixed.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const end = text.length - last.length;
  const values: string[] = [];
  let from = first.length;
  for (const part of fixed.slice(1, -1)) {
    const at = text.indexOf(part, from + 1);
    if (at === -1) return null;
    values.push(text.slice(from, at));
    from = at + part.length;
  }
  if (from >= end) return null;
  return [...values, text.slice(from, end)];
}

function createTranslate(catalogue: Catalogue, decimalMark: string): Translate {
  const patterns = Object.entries(catalogue)
    .filter(([english]) => PLACEHOLDER.test(english))
    // The longer one says more: it is tried before one that would swallow it.
    .sort(([a], [b]) => b.replace(PLACEHOLDERS, '').length - a.replace(PLACEHOLDERS, '').length)
    .map(([english, text]) => ({ fixed: fixedParts(english), text }));
  const localised = (value: string) => {
    if (DECIMAL.test(value)) return value.replace('.', decimalMark);
    return decimalMark === ',' && GROUPED.test(value) ? value.replaceAll(',', '.') : value;
  };
  return (text) => {
    const exact = catalogue[text];
    if (exact !== undefined) return exact;
    for (const { fixed, text: translated } of patterns) {
      const values = readPlaceholders(fixed, text);
      if (values)
        return translated.replace(PLACEHOLDERS, (_, number) => localised(values[Number(number)] ?? ''));
    }
    return null;
  };
}

/** Says the checks' own texts ("Too small: expected …") in plain words, for every language. */
const inPlainWords = createTranslate(en, '.');
const LANGUAGES: Readonly<Record<string, Translate>> = { de: createTranslate(de, ',') };

/**
 * A message of the server (of its errors, or of the contracts' checks) in a language. What the language does not know
 * stays English. `locale` may carry a region (`de-AT`).
 */
export function translateMessage(locale: string, text: string): string {
  const plain = inPlainWords(text) ?? text;
  const translate = LANGUAGES[locale] ?? LANGUAGES[locale.split('-', 1)[0] ?? ''];
  return translate?.(plain) ?? plain;
}
