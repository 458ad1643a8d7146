import { type ReactNode, useId } from 'react';

interface PanelProps {
  title?: ReactNode;
  /** Said once, quietly, beside the title: the zone, a count. Left out on a phone. */
  hint?: ReactNode;
  /** At the end of the head: a link or a switch. */
  aside?: ReactNode;
  /** For tables and lists that bring their own padding. */
  flush?: boolean;
  className?: string;
  /** Names the panel when it has no title. */
  label?: string;
  children: ReactNode;
}

/** A titled surface on the canvas: a hairline around it, never a shadow. */
export function Panel({ title, hint, aside, flush, className, label, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={className ? `ez-panel ${className}` : 'ez-panel'}
      data-flush={flush || undefined}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      {title ? (
        <div className="ez-panel-head">
          <h2 id={id}>{title}</h2>
          {hint === undefined ? null : <span className="ez-dim">{hint}</span>}
          <span className="ez-grow" />
          {aside}
        </div>
      ) : null}
      <div className="ez-panel-body">{children}</div>
    </section>
  );
}
