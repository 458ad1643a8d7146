import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconArrowRight, IconX } from '../icons';
import { AppLink } from './AppLink';

export interface CallOutProps {
  tone: 'bad' | 'warn' | 'info' | 'ok';
  /** What it is about, in bold: a campaign's name, "Balance". */
  subject: ReactNode;
  /** The cause, as the rest of the sentence. */
  children: ReactNode;
  /** The one thing to do about it. */
  action?: { label: string } & ({ href: string } | { onClick: () => void });
  /** Puts it away without solving it; `label` says for how long, and of what. */
  dismiss?: { label: string; onClick: () => void };
}

/** One line that says what needs a person, why, and what to do. Gone when solved. */
export function CallOut({ tone, subject, children, action, dismiss }: CallOutProps) {
  return (
    <li className="ez-callout" data-tone={tone}>
      <i aria-hidden="true" />
      {/* Where there is little room a long text has the action below it. */}
      <div className="ez-callout-said">
        <p>
          <b>{subject}</b> {children}
        </p>
        {action ? <CallOutAction action={action} /> : null}
      </div>
      {dismiss ? (
        <ActionIcon
          variant="subtle"
          aria-label={dismiss.label}
          title={dismiss.label}
          onClick={dismiss.onClick}
        >
          <IconX size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
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
