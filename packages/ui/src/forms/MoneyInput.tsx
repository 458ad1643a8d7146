import { useFormat } from '../format/useFormat';
import { type AmountFieldProps, AmountInput } from './AmountInput';

interface MoneyInputProps extends AmountFieldProps {
  /** Micros; null for empty or unreadable. */
  value: number | null;
  onChange: (micros: number | null, isUnreadable?: boolean) => void;
  /** Most digits after the point: 2 for budgets, 4 for bids. */
  digits?: number;
  /** What the amount buys: "CPM". */
  per?: string;
}

const SYMBOL = '$';
const TYPED_DIGITS = [2, 6] as const;

/** An amount of money: prefix, the language's own marks, micros in and out. */
export function MoneyInput({ value, onChange, digits = 2, per, ...props }: MoneyInputProps) {
  const format = useFormat();
  return (
    <AmountInput
      {...props}
      unit="USD"
      micros={value}
      digits={digits}
      leftSection={<span className="ez-prefix">{SYMBOL}</span>}
      understood={(micros) => [format.money(micros, { digits: TYPED_DIGITS }), per].filter(Boolean).join(' ')}
      onAmount={onChange}
    />
  );
}
