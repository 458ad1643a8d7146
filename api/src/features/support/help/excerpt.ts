const MOST_LETTERS = 180;
/** Accents on letters: `é` is found by `e`. */
const MARKS = /[\u0300-\u036f]/g;

/** Most words, which are the same in every form. */
const ASCII = /^[ -~]*$/;

/** In small letters and without accents, as the search compares. */
export const foldText = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(MARKS, '').toLowerCase();

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function shorten(text: string): string {
  if (text.length <= MOST_LETTERS) return text;
  const kept = text.slice(0, MOST_LETTERS - 1);
  return `${kept.slice(0, kept.lastIndexOf(' ')).replace(/(?<![,;:–-])[,;:–-]+$/, '')}…`;
}

/**
 * The sentence with most of the words that were found, the first of several.
 *
 * @param terms folded
 */
export function bestSentence(text: string, terms: readonly string[]): string {
  const sentences = [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);
  let best = sentences[0] ?? '';
  let most = 0;
  for (const sentence of sentences) {
    const folded = foldText(sentence);
    const count = terms.filter((term) => folded.includes(term)).length;
    if (count > most) [best, most] = [sentence, count];
  }
  return shorten(best);
}
