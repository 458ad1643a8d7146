import { useFormat } from '@ezdash/ui';

/** From a second on in seconds; below a millisecond with three digits. */
export function useDuration(): (ms: number) => string {
  const { locale } = useFormat();
  const inUnit = (value: number, unit: 'second' | 'millisecond', digits: number) =>
    value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: digits });
  return (ms) => {
    if (ms >= 1_000) return inUnit(ms / 1_000, 'second', 2);
    return inUnit(ms, 'millisecond', ms < 1 ? 3 : 1);
  };
}
