import { useFormat } from '../format/useFormat';
import { type AmountFieldProps, AmountInput } from './AmountInput';

interface NumberFieldProps extends AmountFieldProps {
  /** Null for empty or unreadable. */
  value: number | null;
  onChange: (value: number | null, isUnreadable?: boolean) => void;
  /** Most digits after the point. */
  digits?: number;
  /** "%", "h". */
  suffix?: string;
}

const MICROS = 1_000_000;

/** A count, or a number with decimals, with the language's own marks. */
export function NumberField({ value, onChange, digits = 0, suffix, ...props }: NumberFieldProps) {
  const format = useFormat();
  const isPercent = suffix === '%';
  return (
    <AmountInput
      rightSection={suffix ? <span className="ez-prefix">{suffix}</span> : undefined}
      {...props}
      unit={isPercent ? '%' : 'none'}
      isExact
      micros={value === null ? null : Math.round(value * MICROS)}
      digits={digits}
      understood={
        isPercent && digits > 0 ? (micros) => format.percent(micros / MICROS / 100, digits) : undefined
      }
      onAmount={(micros, isUnreadable) => onChange(micros === null ? null : micros / MICROS, isUnreadable)}
    />
  );
}
