import { AppLink } from '@ezdash/ui';
import { type ReactNode, useRef } from 'react';
import styles from './conversation.module.css';
import { useHeldFocus } from './useHeldFocus';

interface ConversationFrameProps {
  title: string;
  /** The list it was chosen from: the way back on a phone, where only one of the two is in sight. */
  back: { href: string; label: string };
  /** Under the title: who is here. */
  hint?: ReactNode;
  /** State and what can be done. */
  aside?: ReactNode;
  /** Thread and composer, or what stands in their place. */
  children: ReactNode;
  /** Grows with what is in it, as an article or a form does, instead of scrolling in itself. */
  grows?: boolean;
}

/** The pane at the end side: a head, and below it a conversation, an article or a form. */
export function ConversationFrame({ title, back, hint, aside, children, grows }: ConversationFrameProps) {
  const pane = useRef<HTMLElement>(null);
  useHeldFocus(pane);
  return (
    <section
      className={styles.pane}
      ref={pane}
      tabIndex={-1}
      aria-label={title}
      data-grows={grows || undefined}
    >
      <div className={styles.paneHead}>
        <AppLink className={`ez-back ${styles.back}`} href={back.href}>
          {back.label}
        </AppLink>
        <div className={styles.paneTitle}>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          {hint}
        </div>
        {aside ? <div className={styles.paneAside}>{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}
