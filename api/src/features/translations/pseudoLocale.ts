const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'aàbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzžAÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽ',
  ]
    .join('')
    .match(/../gu)
    ?.map(([plain = '', accented = '']) => [plain, accented]) ?? [],
);

/** What is no text: `{{interpolation}}`, `$t(nesting)`, `<tags>` and `&entities;`. */
const CODE = /(\{\{[^}]*\}\}|\$t\([^)]*\)|<\/?[\w-]+(?:\s[^<>]*)?\/?>|&#?\w+;)/g;
/** Texts grow by so much in other languages. */
const GROWTH = 0.4;

const accent = (text: string) => [...text].map((letter) => ACCENTS[letter] ?? letter).join('');

/** `Save` → `[Šàṽé~~]`: shows what is not translated, what is cut off, what is glued together from parts. */
export function pseudoText(text: string): string {
  let letters = 0;
  const parts = text.split(CODE).map((part, index) => {
    if (index % 2 === 1) return part;
    letters += part.length;
    return accent(part);
  });
  return letters === 0 ? text : `[${parts.join('')}${'~'.repeat(Math.ceil(letters * GROWTH))}]`;
}

/** The same for every text of a file of translations. */
export function pseudoTexts(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (Array.isArray(value)) return value.map(pseudoTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, pseudoTexts(text)]));
}
