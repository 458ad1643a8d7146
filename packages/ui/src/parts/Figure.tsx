import type { MoneyOptions } from '../format/number';
import { useFormat } from '../format/useFormat';

type FigureProps =
  | { /** Already formatted. */ value: string }
  | {
      /** An amount; the digits after the point are set smaller and grey. */ micros: number;
      options?: MoneyOptions;
    };

/** One large number. */
export function Figure(props: FigureProps) {
  const format = useFormat();
  if ('value' in props) return <span className="ez-figure">{props.value}</span>;
  const { main, fraction, tail } = format.moneyParts(props.micros, props.options);
  return (
    <span className="ez-figure">
      {main}
      <small>
        {fraction}
        {tail}
      </small>
    </span>
  );
}
