import { Fragment, type ReactNode } from 'react';
import styles from './debugTool.module.css';

/** Names and values, one pair a line. Nulls among the rows are left out. */
export function Facts({ rows }: { rows: ([name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map((row) =>
        row === null ? null : (
          <Fragment key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

interface BlockProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a tab. */
export function Block({ title, aside, children }: BlockProps) {
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.blockHead}>
        <h3>{title}</h3>
        <span className={styles.aside}>{aside}</span>
      </div>
      {children}
    </section>
  );
}
