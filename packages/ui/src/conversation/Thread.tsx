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
import { arrivedFor, lastReadOf, type Side, type ThreadRow, threadDays, unseenBy } from './threadRows';
import type { Earlier } from './useEarlier';
import { useEnd } from './useEnd';
import { useVisible } from './useVisible';

interface ThreadProps {
  /** Who reads. */
  side: Side;
  messages: readonly Message[];
  /** There are messages before the first of these. */
  earlier?: Earlier | null;
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
    const [firstNew] = arrivedFor(side, messages, known);
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
    const came = arrivedFor(side, messages, known);
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

/** Leads to the messages before the first one. */
function EarlierButton({ earlier: { onShow, isLoading, hasFailed } }: { earlier: Earlier }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.tail}>
      <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onShow}>
        {t('conversation.earlier')}
      </Button>
      {hasFailed ? <p role="alert">{t('conversation.earlierFailed')}</p> : null}
    </div>
  );
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

/** Earlier messages come above what is read, which stays where it is: browsers move it when the box is at its very top. */
function useHeldView(box: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const before = useRef({ firstId, height: 0 });
  useLayoutEffect(() => {
    const view = box.current;
    if (!view) return;
    const { firstId: known, height } = before.current;
    if (known !== firstId && view.scrollTop === 0) view.scrollTop = view.scrollHeight - height;
    before.current = { firstId, height: view.scrollHeight };
  });
}

/** A conversation's messages by day, kept at their end while the reader is there. */
export function Thread(props: ThreadProps) {
  const { side, messages, unsent, typing, onSeen, tail, earlier = null } = props;
  const { t } = useTranslation('ui');
  const box = useRef<HTMLElement>(null);
  const dividerRef = useRef<HTMLDivElement>(null);
  const visible = useVisible();
  const newest = messages.at(-1)?.id ?? '';
  const contents = `${newest} ${unsent.map(({ clientId, state }) => clientId + state).join()} ${typing.join()}`;
  const { atEnd, isAtEnd, toEnd, toElement, onScroll } = useEnd(box, contents);
  const divider = useDivider(props, atEnd && visible);
  const newestIncoming = messages.findLast(({ from }) => from !== side)?.id ?? null;

  // What was there when the reader scrolled away; later ones are new to them.
  const [left, setLeft] = useState(messages);
  if (atEnd && left !== messages) setLeft(messages);
  const arrived = arrivedFor(side, messages, left).length;

  useEffect(() => {
    if (atEnd && isAtEnd() && visible && newestIncoming !== null) onSeen(newestIncoming);
  }, [atEnd, isAtEnd, visible, newestIncoming, onSeen]);

  useLayoutEffect(() => {
    if (dividerRef.current) toElement(dividerRef.current);
    else toEnd();
    // Where the thread opens; from then on it moves by itself.
  }, [toElement, toEnd]);

  useHeldView(box, messages[0]?.id);
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
        {earlier ? <EarlierButton earlier={earlier} /> : null}
        <Days props={props} divider={divider} dividerRef={dividerRef} />
        {tail ? <div className={styles.tail}>{tail}</div> : null}
        <Typing names={typing} />
      </section>
      {!atEnd && arrived > 0 ? (
        <Button
          className={styles.toEnd}
          variant="default"
          leftSection={<IconArrowDown size={15} stroke={1.7} aria-hidden />}
          onClick={toEnd}
        >
          {t('conversation.newMessages', { count: arrived })}
        </Button>
      ) : null}
      <Announcer side={side} messages={messages} />
    </div>
  );
}
