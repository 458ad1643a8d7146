import type { ReactNode } from 'react';
import classes from './FieldError.module.css';

/** What is wrong with a group of controls; single inputs show theirs themselves. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className={classes.error} role="alert">
      {children}
    </p>
  );
}
