import type { ReactNode } from 'react';

export interface BarRow {
  id: string;
  name: ReactNode;
  value: number;
  /** The value for people. */
  text: string;
  /** Beside it, quietly: a share, an eCPM. */
  hint?: string;
}

interface BarListProps {
  rows: readonly BarRow[];
  /** A data token. */
  color?: string;
}

/** Ranked rows with a bar behind each name: countries, zones, reasons. */
export function BarList({ rows, color = 'd1' }: BarListProps) {
  const most = Math.max(0, ...rows.map((row) => row.value));
  return (
    <ol className="ez-barlist">
      {rows.map((row) => (
        <li key={row.id}>
          <span
            className="ez-bar"
            style={{
              inlineSize: `${most > 0 ? (Math.max(0, row.value) / most) * 100 : 0}%`,
              background: `color-mix(in oklab, var(--ez-${color}) 15%, transparent)`,
            }}
          />
          <span className="ez-bar-name">{row.name}</span>
          {row.hint ? <span className="ez-dim">{row.hint}</span> : null}
          <span className="ez-num">{row.text}</span>
        </li>
      ))}
    </ol>
  );
}
