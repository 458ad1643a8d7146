import type { MoneyOptions } from '../format/number';
import { useFormat } from '../format/useFormat';

interface MoneyProps extends MoneyOptions {
  micros: number;
  /** From this digit after the point on, digits are set small and grey: 2 for ledger lines of 4. */
  quietFrom?: number;
}

/** An amount in running text or a table. */
export function Money({ micros, quietFrom, ...options }: MoneyProps) {
  const { main, fraction, tail } = useFormat().moneyParts(micros, options);
  if (quietFrom === undefined) return <span className="ez-num">{main + fraction + tail}</span>;
  // The first character of the fraction is the decimal mark.
  return (
    <span className="ez-num">
      {main + fraction.slice(0, quietFrom + 1)}
      <small className="ez-quiet">{fraction.slice(quietFrom + 1)}</small>
      {tail}
    </span>
  );
}
