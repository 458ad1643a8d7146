import { type ReactNode, useId } from 'react';
import classes from './Rule.module.css';

/** What a rule's control needs to be named and described by its row. */
export interface RuleIds {
  /** For the one input of the rule. */
  id: string;
  'aria-labelledby': string;
  'aria-describedby'?: string;
}
interface RuleProps {
  title: string;
  hint?: string;
  /** One control is labelled; several form a group that carries the title. */
  kind?: 'control' | 'group';
  /** Contract name of the field, so that focus can find a group. */
  field?: string;
  children: ReactNode | ((ids: RuleIds) => ReactNode);
}

/** One row of a form: name and hint at the start, the control at the end; stacked on a phone. */
export function Rule({ title, hint, kind = 'control', field, children }: RuleProps) {
  const id = useId();
  const titleId = `${id}-title`;
  const hintId = hint ? `${id}-hint` : undefined;
  const ids: RuleIds = {
    id,
    'aria-labelledby': titleId,
    // The input's own error text keeps its place in the description beside the hint.
    'aria-describedby': [hintId, `${id}-error`].filter(Boolean).join(' '),
  };
  const content = typeof children === 'function' ? children(ids) : children;
  const name =
    kind === 'control' ? (
      <label id={titleId} htmlFor={id} className={classes.title}>
        {title}
      </label>
    ) : (
      <span id={titleId} className={classes.title}>
        {title}
      </span>
    );
  return (
    <div className={classes.rule} data-field={field}>
      <div>
        {name}
        {hint ? (
          <p id={hintId} className={classes.hint}>
            {hint}
          </p>
        ) : null}
      </div>
      {kind === 'group' ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot take its legend from another column
        <div className={classes.body} role="group" aria-labelledby={titleId} aria-describedby={hintId}>
          {content}
        </div>
      ) : (
        <div className={classes.body}>{content}</div>
      )}
    </div>
  );
}
