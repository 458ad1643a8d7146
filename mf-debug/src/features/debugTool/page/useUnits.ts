import { useFormat } from '@ezdash/ui';

const BYTES_PER_KB = 1_000;
const BYTES_PER_MB = 1_000_000;

/** Times and sizes of the Page tab, in the admin's language. */
export function useUnits() {
  const { locale } = useFormat();
  const inUnit = (value: number, unit: string, maximumFractionDigits: number) =>
    value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits });
  return {
    ms: (value: number) => inUnit(value, 'millisecond', 0),
    /** From a megabyte on in megabytes, below in kilobytes, each of 1,000. */
    bytes: (value: number) =>
      value >= BYTES_PER_MB
        ? inUnit(value / BYTES_PER_MB, 'megabyte', 1)
        : inUnit(value / BYTES_PER_KB, 'kilobyte', 1),
    megabytes: (value: number) => inUnit(value / BYTES_PER_MB, 'megabyte', 1),
  };
}
