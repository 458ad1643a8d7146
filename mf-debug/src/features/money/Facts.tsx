import type { ReactNode } from 'react';
import styles from './money.module.css';

/** Pairs of a name and what it is; null leaves one out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map((row) =>
        row === null ? null : (
          <div key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
