import type { ReactNode } from 'react';
import { IconArrowRight } from '../icons';
import { AppLink } from './AppLink';

export interface CallOutProps {
  tone: 'bad' | 'warn' | 'info' | 'ok';
  /** What it is about, in bold: a campaign's name, "Balance". */
  subject: ReactNode;
  /** The cause, as the rest of the sentence. */
  children: ReactNode;
  /** The one thing to do about it. */
  action?: { label: string } & ({ href: string } | { onClick: () => void });
}

/** One line that says what needs a person, why, and what to do. Gone when solved. */
export function CallOut({ tone, subject, children, action }: CallOutProps) {
  return (
    <li className="ez-callout" data-tone={tone}>
      <i aria-hidden="true" />
      <p>
        <b>{subject}</b> {children}
      </p>
      {action ? <CallOutAction action={action} /> : null}
    </li>
  );
}

function CallOutAction({ action }: { action: NonNullable<CallOutProps['action']> }) {
  const label = (
    <>
      {action.label} <IconArrowRight size={14} aria-hidden />
    </>
  );
  if ('href' in action) {
    return (
      <AppLink className="ez-link" href={action.href}>
        {label}
      </AppLink>
    );
  }
  return (
    <button type="button" className="ez-link" onClick={action.onClick}>
      {label}
    </button>
  );
}
