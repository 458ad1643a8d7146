import type { ReactNode } from 'react';
import classes from './Columns.module.css';

/** The main column and a narrow one beside it; one below the other where there is no room. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>{main}</div>
      <div className={classes.stack}>{side}</div>
    </div>
  );
}
