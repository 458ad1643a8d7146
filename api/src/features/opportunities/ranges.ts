import { type DailyRange, wilson } from '@ezdash/contracts';

/** A figure and its 95 % interval. */
export interface Range {
  low: number;
  middle: number;
  high: number;
}

/** What is known without a doubt. */
export const exactly = (value: number): Range => ({ low: value, middle: value, high: value });

/** A share that was seen in so many equally weighted cases. */
export function shareRange(share: number, cases: number): Range {
  const { low, high } = wilson(share, cases);
  return { low, middle: share, high };
}

/**
 * The product of figures that are known apart: from all their lower ends to all their upper ones, which holds at least as
 * often as each of them does.
 */
export const product = (...ranges: readonly Range[]): Range =>
  ranges.reduce((all, { low, middle, high }) => ({
    low: all.low * low,
    middle: all.middle * middle,
    high: all.high * high,
  }));

export const times = ({ low, middle, high }: Range, factor: number): Range => ({
  low: low * factor,
  middle: middle * factor,
  high: high * factor,
});

/** What a division leaves behind the point is no whole one more or less. */
const FUZZ = 1e-6;

/** In whole ones, the interval never narrower than it is. */
export const whole = ({ low, middle, high }: Range): DailyRange => ({
  per_day: Math.round(middle),
  low: Math.min(Math.round(middle), Math.max(0, Math.floor(low + FUZZ))),
  high: Math.max(Math.round(middle), Math.ceil(high - FUZZ)),
});

/**
 * Impressions at what each costs, as many as the money pays for when so much of it goes anyway. Where the money holds, the
 * dearer end buys fewer.
 */
export function bought(
  impressions: Range,
  eachMicros: Range,
  moneyMicros: number,
  anywayMicros = 0,
): { gains: DailyRange; costs: DailyRange } | null {
  const left = moneyMicros - anywayMicros;
  if (left <= 0 || eachMicros.low <= 0) return null;
  const cost = (end: keyof Range) => anywayMicros + Math.min(left, impressions[end] * eachMicros[end]);
  return {
    gains: whole({
      low: Math.min(impressions.low, left / eachMicros.high),
      middle: Math.min(impressions.middle, left / eachMicros.middle),
      high: Math.min(impressions.high, left / eachMicros.low),
    }),
    costs: whole({ low: cost('low'), middle: cost('middle'), high: cost('high') }),
  };
}
