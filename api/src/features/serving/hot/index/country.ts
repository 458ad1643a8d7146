const A = 65;
const LETTERS = 26;

/** Country numbers fit into these bits; what an origin says of a region lies above them. */
export const COUNTRY_BITS = 10;
export const COUNTRY_MASK = (1 << COUNTRY_BITS) - 1;
/** How many country numbers there are: every pair of capital letters. */
export const COUNTRY_COUNT = LETTERS * LETTERS;
/** `ZZ`, the country of an address nobody knows. */
export const UNKNOWN_COUNTRY = COUNTRY_COUNT - 1;

/** 'DE' → a small integer that indexes an array; anything that is not two capital letters is unknown. */
export function countryNumber(code: string): number {
  if (code.length !== 2) return UNKNOWN_COUNTRY;
  const first = code.charCodeAt(0) - A;
  const second = code.charCodeAt(1) - A;
  if (first < 0 || first >= LETTERS || second < 0 || second >= LETTERS) return UNKNOWN_COUNTRY;
  return first * LETTERS + second;
}

const codes = Array.from({ length: COUNTRY_COUNT }, (_, number) =>
  String.fromCharCode(A + Math.floor(number / LETTERS), A + (number % LETTERS)),
);

/** The code of a country number, or of the country an origin lies in. */
export function countryCode(number: number): string {
  return codes[number & COUNTRY_MASK] ?? 'ZZ';
}
