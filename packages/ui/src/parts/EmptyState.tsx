import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** `slots` draws the formats an empty campaign would fill; a node draws itself. */
  art?: 'slots' | ReactNode;
  title: string;
  /** What the place is for and what starts it, in one or two sentences. */
  children?: ReactNode;
  /** One action, at most with a quiet one beside it. */
  action?: ReactNode;
  /** 1 when the state is the whole page and no PageHeader stands above it. */
  level?: 1 | 2 | 3;
}

const line = { fill: 'none', stroke: 'var(--ez-line-strong)', strokeWidth: 1.5 } as const;

function EmptySlots() {
  return (
    <svg width="220" height="92" viewBox="0 0 220 92" aria-hidden="true">
      <g {...line} strokeDasharray="3 4">
        <rect x="1" y="1" width="146" height="18" rx="2" />
        <rect x="87" y="29" width="60" height="12" rx="2" />
        <rect x="159" y="1" width="40" height="90" rx="2" />
      </g>
      <rect
        {...line}
        x="1"
        y="29"
        width="74"
        height="62"
        rx="2"
        fill="var(--ez-accent-soft)"
        stroke="var(--ez-accent-line)"
      />
      <path d="M38 50v20M28 60h20" stroke="var(--ez-accent-ink)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** Nothing here yet, or nothing that matches: what this place is for, and the first step. */
export function EmptyState({ art, title, children, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="ez-empty">
      {art === 'slots' ? <EmptySlots /> : art}
      <Title>{title}</Title>
      {children ? <p>{children}</p> : null}
      {action ? <div className="ez-actions">{action}</div> : null}
    </div>
  );
}
