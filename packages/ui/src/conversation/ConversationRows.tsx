import type { Conversation, ConversationState, Message } from '@ezdash/contracts';
import { AppLink, useFormat } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationStatus } from './ConversationStatus';
import styles from './conversation.module.css';
import { dayOf } from './days';
import { useHappened } from './SystemLine';
import type { Side } from './threadRows';

type Happened = NonNullable<Message['happened']>;
const HAPPENED: readonly string[] = ['solved', 'reopened', 'assigned'] satisfies Happened[];
const isHappened = (text: string): text is Happened => HAPPENED.includes(text);

/** The last line of a conversation, with who wrote it. */
export function useLastLine(side: Side): (conversation: Pick<Conversation, 'last' | 'state'>) => string {
  const { t } = useTranslation('ui');
  const happened = useHappened();
  return ({ last: { from, author, text } }) => {
    if (from === 'diagnosis')
      return t(side === 'customer' ? 'conversation.diagnosis.title' : 'conversation.diagnosis.titleOther');
    // Of such a line the server tells what happened, as a code.
    if (isHappened(text) && from === 'system') return happened({ happened: text, author, body: '' });
    if (from === 'system') return text;
    const words = text === '' ? t('conversation.files') : text;
    const name =
      from === side && side === 'customer'
        ? t('conversation.you')
        : (author ?? t(`conversation.${from === 'support' ? 'support' : 'customer'}`));
    return t('conversation.said', { name, text: words });
  };
}

/** "14:04" today, "19 Nov" before. */
export function useShortTime(): (moment: string) => string {
  const format = useFormat();
  return (moment) =>
    dayOf(moment, format.timezone) === dayOf(Date.now(), format.timezone)
      ? format.time(moment)
      : format.date(moment);
}

export interface ConversationRow {
  id: string;
  href: string;
  subject: string;
  line: string;
  at: string;
  state: ConversationState;
  unread: number;
  /** Beside the state: who waits, and for how long. */
  meta?: ReactNode;
}

interface ConversationRowsProps {
  label: string;
  rows: readonly ConversationRow[];
  currentId: string | null;
  /** Who reads them. */
  side?: Side;
}

/** Conversations to choose from. */
export function ConversationRows({ label, rows, currentId, side = 'support' }: ConversationRowsProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const shortTime = useShortTime();
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map(({ id, href, subject, line, at, state, unread, meta }) => (
        <li key={id}>
          <AppLink href={href} aria-current={id === currentId ? 'true' : undefined}>
            <span className={styles.listHead}>
              <b>
                <bdi>{subject}</bdi>
              </b>
              <time dateTime={at}>{shortTime(at)}</time>
            </span>
            <span className={styles.listLine}>
              <span>
                <bdi>{line}</bdi>
              </span>
              {unread > 0 ? (
                <span className={styles.unread}>
                  <span aria-hidden>{format.count(unread)}</span>
                  <span className="ez-sr">{t('conversation.unread', { count: unread })}</span>
                </span>
              ) : null}
            </span>
            <span className={styles.listFoot}>
              <ConversationStatus state={state} side={side} plain />
              {meta}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
