import type { ReactNode } from 'react';

interface NoticeProps {
  tone: 'bad' | 'warn' | 'info' | 'ok';
  /** What happened, in bold. */
  title?: ReactNode;
  /** Why, and what to do. */
  children?: ReactNode;
  /** Below the sentence: a list of what is meant. */
  details?: ReactNode;
  /** One action at the end. */
  action?: ReactNode;
}

/** Something said in place: an error above a form, a condition of the whole account. Bad news is announced. */
export function Notice({ tone, title, children, details, action }: NoticeProps) {
  const text = (
    <p>
      {title ? <b>{title}</b> : null} {children}
    </p>
  );
  return (
    <div className="ez-notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      {details ? (
        <div>
          {text}
          {details}
        </div>
      ) : (
        text
      )}
      {action}
    </div>
  );
}
