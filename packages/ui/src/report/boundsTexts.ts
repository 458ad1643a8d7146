import type { RateBounds } from '@ezdash/contracts/constants';
import type { Format } from '@ezdash/ui';

/** Digits that an interval may have beyond its figure's. */
const FINER = 2;
/** Said once, at the end, where a language has it there. */
const SIGN = /\s*%$/;

/**
 * The ends of an interval in words, `0.95` and `1.52%`: with the digits of the figure, or more where its ends would read
 * alike. Many cases make a narrow one.
 */
export function boundsTexts(
  format: Format,
  { low, high }: RateBounds,
  digits: number,
): { low: string; high: string } {
  const textsOf = (fine: number) => ({
    low: format.percent(low, fine).replace(SIGN, ''),
    high: format.percent(high, fine),
  });
  for (let fine = digits; fine < digits + FINER; fine += 1) {
    if (format.percent(low, fine) !== format.percent(high, fine)) return textsOf(fine);
  }
  return textsOf(digits + FINER);
}
