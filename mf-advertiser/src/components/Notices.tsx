import type { ReactNode } from 'react';
import classes from './Notices.module.css';

/** What a page has to say above its panels; takes no room when that is nothing. */
export function Notices({ children }: { children: ReactNode }) {
  return <div className={classes.notices}>{children}</div>;
}
