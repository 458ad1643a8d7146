import { METRIC_COSTS, METRIC_RATES, PUBLISHER_COSTS, PUBLISHER_RATES } from '@ezdash/contracts/constants';
import { createFormat } from '@ezdash/ui';
import fc from 'fast-check';
import { type FigureName, figureText, isMoney, isRate, SORTABLE } from './reportFigures';

const NAMES: readonly FigureName[] = [
  ...SORTABLE,
  ...METRIC_RATES,
  ...METRIC_COSTS,
  ...PUBLISHER_RATES,
  ...PUBLISHER_COSTS,
];
const MICROS = 1_000_000;

/** A number as a person reads it off the page: grouping away, the point where this language has it. */
function readBack(text: string, locale: string): { value: number; digits: number } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const plain = text
    .replace('−', '-')
    .replaceAll(signOf('group'), '')
    .replace(signOf('decimal'), '.')
    .replace(/[^\d.-]/g, '');
  return { value: Number(plain), digits: plain.split('.')[1]?.length ?? 0 };
}

/** What a person can tell from so many digits, and what a binary fraction adds to it. */
const within = (digits: number, of: number) => 0.5 * 10 ** -digits + 1e-9 * Math.max(1, Math.abs(of));

test.each(['en', 'de'])(
  'whatever a figure is, its text in %s says it to the digits that are shown',
  (locale) => {
    const format = createFormat({ locale, timezone: 'UTC' });
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        fc.maxSafeInteger().map((value) => value % 10 ** 13),
        (name, integer) => {
          const value = isRate(name) ? integer / 10 ** 12 : integer;
          const scale = isMoney(name) ? 1 / MICROS : isRate(name) ? 100 : 1;
          const read = readBack(figureText(format, name, value), locale);
          expect(Math.abs(read.value - value * scale)).toBeLessThanOrEqual(
            within(read.digits, value * scale),
          );
          // Amounts of money to the cent, counts exactly.
          if (isMoney(name)) expect(read.digits).toBeGreaterThanOrEqual(2);
          else if (!isRate(name)) expect(read.value).toBe(value);
        },
      ),
      { numRuns: 3_000 },
    );
  },
);

test('what is not known is no figure', () => {
  const format = createFormat({ locale: 'en', timezone: 'UTC' });
  for (const name of NAMES) expect(figureText(format, name, null)).toBe('–');
});
