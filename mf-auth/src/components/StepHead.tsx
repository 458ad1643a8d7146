import { type ReactNode, useEffect, useRef } from 'react';
import classes from './auth.module.css';

interface StepHeadProps {
  title: string;
  /** What happened, or what to do here. */
  children?: ReactNode;
  /**
   * The step took the place of another one of the same page: the focus goes to its title, so that it is read out. Not
   * for steps that begin with a field, which takes the focus itself.
   */
  focused?: boolean;
}

/** Title and lead of a page, or of one of its steps. */
export function StepHead({ title, children, focused = false }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {children ? <p>{children}</p> : null}
    </>
  );
}
