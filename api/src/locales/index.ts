import de from './de.json';
import en from './en.json';

/** English text, with `{0}`, `{1}` … where something varies → the text of the language. */
type Catalogue = Readonly<Record<string, string>>;
type Translate = (text: string) => string | null;

const PLACEHOLDER = /\{(\d+)\}/;
const PLACEHOLDERS = /\{(\d+)\}/g;
const DECIMAL = /^-?\d+\.\d+$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

/** Matches a text with placeholders; they stand in the order of their numbers. */
function patternOf(english: string): RegExp {
  const literal = english.split(PLACEHOLDERS).map((part, index) =>
    // Odd parts are the numbers of the placeholders.
    index % 2 === 1 ? '(.+?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^${literal.join('')}$`, 's');
}

function createTranslate(catalogue: Catalogue, decimalMark: string): Translate {
  const patterns = Object.entries(catalogue)
    .filter(([english]) => PLACEHOLDER.test(english))
    // The longer one says more: it is tried before one that would swallow it.
    .sort(([a], [b]) => b.replace(PLACEHOLDERS, '').length - a.replace(PLACEHOLDERS, '').length)
    .map(([english, text]) => ({ expression: patternOf(english), text }));
  const localised = (value: string) => {
    if (DECIMAL.test(value)) return value.replace('.', decimalMark);
    return decimalMark === ',' && GROUPED.test(value) ? value.replaceAll(',', '.') : value;
  };
  return (text) => {
    const exact = catalogue[text];
    if (exact !== undefined) return exact;
    for (const { expression, text: translated } of patterns) {
      const match = expression.exec(text);
      if (match)
        return translated.replace(PLACEHOLDERS, (_, number) => localised(match[Number(number) + 1] ?? ''));
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
