import type { ReactNode } from 'react';
import { AppLink } from './AppLink';

interface PageHeaderProps {
  /** The page's one h1: the word of the navigation. */
  title: ReactNode;
  /** A state beside the title. */
  status?: ReactNode;
  /** One line of facts under the title. */
  lead?: ReactNode;
  /** The page above this one. */
  back?: { href: string; label: string };
  /** Secondary buttons first, then exactly one primary. On a phone they fill the row. */
  actions?: ReactNode;
}

/** The head of every page inside the app. */
export function PageHeader({ title, status, lead, back, actions }: PageHeaderProps) {
  return (
    <div className="ez-header">
      <div>
        {back ? (
          <AppLink className="ez-back" href={back.href}>
            {back.label}
          </AppLink>
        ) : null}
        <div className="ez-header-title">
          <h1>{title}</h1>
          {status}
        </div>
        {lead ? <div className="ez-lead">{lead}</div> : null}
      </div>
      {actions ? <div className="ez-actions">{actions}</div> : null}
    </div>
  );
}
