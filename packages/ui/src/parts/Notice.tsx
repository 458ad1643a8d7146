import type { ReactNode } from 'react';

interface NoticeProps {
  tone: 'bad' | 'warn' | 'info' | 'ok';
  /** What happened, in bold. */
  title?: ReactNode;
  /** Why, and what to do. */
  children?: ReactNode;
  /** One action at the end. */
  action?: ReactNode;
}

/** Something said in place: an error above a form, a condition of the whole account. Bad news is announced. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className="ez-notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>
        {title ? <b>{title}</b> : null} {children}
      </p>
      {action}
    </div>
  );
}
