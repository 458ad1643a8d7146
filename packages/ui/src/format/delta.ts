import { numberFormat, trueMinus } from './intl';

export type DeltaKind = 'relative' | 'points';
export interface Change {
  /** `new`: there was nothing to compare with. */
  direction: 'up' | 'down' | 'same' | 'new';
  /** "12.4%" or "0.02 pt", without a sign; empty when new. */
  text: string;
  /** With the sign: "+12.4%", "−0.02 pt". */
  signedText: string;
}

const POINTS: Readonly<Record<string, string>> = { de: 'Pp.' };

/**
 * The change from `before` to `now`. `relative` for amounts and counts (one digit); `points` for rates given as
 * ratios, since "+50%" of a click rate misleads (two digits, percentage points).
 */
export function delta(now: number, before: number, locale = 'en', kind: DeltaKind = 'relative'): Change {
  if (before === 0 && kind === 'relative') {
    return now === 0
      ? { direction: 'same', text: relativeText(0, locale), signedText: relativeText(0, locale) }
      : { direction: 'new', text: '', signedText: '' };
  }
  const change = kind === 'relative' ? (now - before) / Math.abs(before) : (now - before) * 100;
  const text = kind === 'relative' ? relativeText(change, locale) : pointsText(change, locale);
  // What rounds to nothing is no change: a triangle beside "0.0%" would be a lie.
  const step = kind === 'relative' ? 0.0005 : 0.005;
  if (Math.abs(change) < step) return { direction: 'same', text, signedText: text };
  const up = change > 0;
  return { direction: up ? 'up' : 'down', text, signedText: `${up ? '+' : '−'}${text}` };
}

function relativeText(change: number, locale: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return trueMinus(numberFormat(locale, { style: 'percent', ...digits }).format(Math.abs(change)));
}

function pointsText(change: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${numberFormat(locale, digits).format(Math.abs(change))} ${POINTS[locale.slice(0, 2)] ?? 'pt'}`;
}
