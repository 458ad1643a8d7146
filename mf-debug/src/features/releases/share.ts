/** In percent: what a canary may be given. */
export const LEAST_SHARE = 0.1;
export const MOST_SHARE = 99.9;

/** `10`, `2.5` or, where the language has it, `2,5`; null for what no canary may be given. */
export function shareOf(text: string): number | null {
  const [, whole, part = '0'] = /^(\d{1,2})(?:[.,](\d))?\s*%?$/.exec(text.trim()) ?? [];
  const share = whole === undefined ? 0 : Number(`${whole}.${part}`);
  return share >= LEAST_SHARE && share <= MOST_SHARE ? share : null;
}

/** As it is typed in a language: "2.5", "2,5". */
export const shareInput = (percent: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false }).format(percent);

/** As it is read: whole percents without a figure behind the point. */
export const shareDigits = (percent: number): 0 | 1 => (Number.isInteger(percent) ? 0 : 1);
