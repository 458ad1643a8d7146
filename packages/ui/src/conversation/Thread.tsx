import type { Conversation, Message } from '@ezdash/contracts';
import { Button, IconArrowDown, useFormat } from '@ezdash/ui';
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { scrollable } from '../parts/scrollable';
import styles from './conversation.module.css';
import { DiagnosisCard, type SomethingElse } from './DiagnosisCard';
import { dayName } from './days';
import { MessageItem, UnsentItem, useAuthorName } from './MessageItem';
import type { Unsent } from './outbox';
import { SystemLine, useHappened } from './SystemLine';
import { Typing } from './Typing';
import { lastReadOf, type Side, type ThreadRow, threadDays, unseenBy } from './threadRows';
import { useEnd } from './useEnd';
import { useVisible } from './useVisible';

interface ThreadProps {
  /** Who reads. */
  side: Side;
  messages: readonly Message[];
  unsent: readonly Unsent[];
  readBy: Conversation['read_by'];
  /** Names of those on the other side who write at this moment. */
  typing: readonly string[];
  /** The newest message of the other side is in sight; called again for every newer one. */
  onSeen: (messageId: string) => void;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
  onEdit: (unsent: Unsent) => void;
  /** For the newest diagnosis, while nobody was asked. */
  somethingElse?: SomethingElse | null;
  /** A line under the last message: what happens next. */
  tail?: ReactNode;
}

/** Where the new messages begin. Stays there while they are read; what is written by the reader ends it. */
function useDivider({ side, messages, readBy, unsent }: ThreadProps, watched: boolean): string | null {
  const unseen = unseenBy(side, messages, readBy);
  const [divider, setDivider] = useState<string | null>(() => unseen[0]?.id ?? null);
  const [known, setKnown] = useState(messages);
  if (known !== messages) {
    setKnown(messages);
    const ids = new Set(known.map(({ id }) => id));
    const firstNew = messages.find(({ id, from }) => from !== side && !ids.has(id));
    if (firstNew && !watched && divider === null) setDivider(firstNew.id);
  }
  if (unsent.length > 0 && divider !== null) setDivider(null);
  return divider;
}

/** Says what came, once, to who does not see it. */
function Announcer({ side, messages }: Pick<ThreadProps, 'side' | 'messages'>) {
  const { t } = useTranslation('ui');
  const authorName = useAuthorName(side);
  const happened = useHappened();
  const [known, setKnown] = useState(messages);
  const [said, setSaid] = useState('');
  if (known !== messages) {
    setKnown(messages);
    const ids = new Set(known.map(({ id }) => id));
    const came = messages.filter(({ id, from }) => from !== side && !ids.has(id));
    const one = came[0];
    if (came.length > 1) setSaid(t('conversation.newMessages', { count: came.length }));
    else if (one?.from === 'system') setSaid(happened(one));
    else if (one?.from === 'diagnosis') setSaid(t('conversation.diagnosis.title'));
    else if (one) setSaid(t('conversation.said', { name: authorName(one) ?? '', text: one.body }));
  }
  return (
    <div className="ez-sr" aria-live="polite" data-testid="incoming">
      {said}
    </div>
  );
}

function DayHeading({ day, withZone }: { day: string; withZone: boolean }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const name = dayName(day, Date.now(), format);
  const text = name ? t(`conversation.${name}`) : format.date(day, { weekday: true });
  return (
    <h3 className={styles.day}>
      {withZone ? t('conversation.inZone', { day: text, zone: format.timezone }) : text}
    </h3>
  );
}

function Row({ row, props, lastRead }: { row: ThreadRow; props: ThreadProps; lastRead: string | null }) {
  const { side, messages, somethingElse = null } = props;
  if (row.kind === 'unsent')
    return (
      <UnsentItem
        unsent={row.unsent}
        onRetry={props.onRetry}
        onDiscard={props.onDiscard}
        onEdit={props.onEdit}
      />
    );
  const { message } = row;
  if (message.from === 'system') return <SystemLine message={message} />;
  if (message.from === 'diagnosis') {
    const isNewest = messages.findLast(({ from }) => from === 'diagnosis') === message;
    return (
      <DiagnosisCard
        message={message}
        own={side === 'customer'}
        somethingElse={isNewest ? somethingElse : null}
      />
    );
  }
  return <MessageItem message={message} side={side} read={message.id === lastRead} />;
}

interface DaysProps {
  props: ThreadProps;
  /** Id of the first message that was not read yet. */
  divider: string | null;
  dividerRef: RefObject<HTMLDivElement | null>;
}

function Days({ props, divider, dividerRef }: DaysProps) {
  const { side, messages, unsent, readBy } = props;
  const { t } = useTranslation('ui');
  const { timezone } = useFormat();
  const lastRead = lastReadOf(side, messages, readBy);
  return threadDays(messages, unsent, timezone).map(({ day, rows }, index) => (
    <Fragment key={day}>
      <DayHeading day={day} withZone={index === 0} />
      <ol className={styles.rows}>
        {rows.map((row) => (
          <Fragment key={row.key}>
            {row.key === divider ? (
              <li className={styles.divider}>
                <div ref={dividerRef}>{t('conversation.new')}</div>
              </li>
            ) : null}
            <li className={styles.row} data-kind={row.kind}>
              <Row row={row} props={props} lastRead={lastRead} />
            </li>
          </Fragment>
        ))}
      </ol>
    </Fragment>
  ));
}

/** A conversation's messages by day, kept at their end while the reader is there. */
export function Thread(props: ThreadProps) {
  const { side, messages, unsent, typing, onSeen, tail } = props;
  const { t } = useTranslation('ui');
  const box = useRef<HTMLElement>(null);
  const dividerRef = useRef<HTMLDivElement>(null);
  const visible = useVisible();
  const newest = messages.at(-1)?.id ?? '';
  const contents = `${newest} ${unsent.map(({ clientId, state }) => clientId + state).join()} ${typing.join()}`;
  const { atEnd, isAtEnd, toEnd, toElement, onScroll } = useEnd(box, contents);
  const divider = useDivider(props, atEnd && visible);
  const incoming = messages.filter(({ from }) => from !== side);
  const newestIncoming = incoming.at(-1)?.id ?? null;

  // What was there when the reader scrolled away; later ones are new to them.
  const [left, setLeft] = useState(incoming.length);
  if (atEnd && left !== incoming.length) setLeft(incoming.length);

  useEffect(() => {
    if (atEnd && isAtEnd() && visible && newestIncoming !== null) onSeen(newestIncoming);
  }, [atEnd, isAtEnd, visible, newestIncoming, onSeen]);

  useLayoutEffect(() => {
    if (dividerRef.current) toElement(dividerRef.current);
    else toEnd();
    // Where the thread opens; from then on it moves by itself.
  }, [toElement, toEnd]);

  const lastUnsent = unsent.at(-1)?.clientId;
  useLayoutEffect(() => {
    if (lastUnsent !== undefined) toEnd();
  }, [lastUnsent, toEnd]);

  return (
    <div className={styles.threadBox}>
      <section
        className={styles.thread}
        ref={box}
        aria-label={t('conversation.label')}
        {...scrollable}
        onScroll={onScroll}
      >
        <Days props={props} divider={divider} dividerRef={dividerRef} />
        {tail ? <div className={styles.tail}>{tail}</div> : null}
        <Typing names={typing} />
      </section>
      {!atEnd && incoming.length > left ? (
        <Button
          className={styles.toEnd}
          variant="default"
          leftSection={<IconArrowDown size={15} stroke={1.7} aria-hidden />}
          onClick={toEnd}
        >
          {t('conversation.newMessages', { count: incoming.length - left })}
        </Button>
      ) : null}
      <Announcer side={side} messages={messages} />
    </div>
  );
}
