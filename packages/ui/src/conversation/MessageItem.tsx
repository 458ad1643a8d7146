import type { Message } from '@ezdash/contracts';
import { Button, useFormat } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentList } from './AttachmentList';
import styles from './conversation.module.css';
import { LinkedText } from './LinkedText';
import type { Unsent } from './outbox';
import type { Side } from './threadRows';

interface BubbleProps {
  own: boolean;
  /** Shown above the words; `said` is for who only hears them. */
  author: string | null;
  said?: string;
  body: string;
  state?: Unsent['state'];
  foot: ReactNode;
  children?: ReactNode;
}

function Bubble({ own, author, said, body, state, foot, children }: BubbleProps) {
  return (
    <div className={styles.bubble} data-own={own || undefined} data-state={state}>
      {author ? (
        <b className={styles.author}>
          <bdi>{author}</bdi>
        </b>
      ) : null}
      {said ? <span className="ez-sr">{said}</span> : null}
      {body === '' ? null : (
        <p className={styles.body} dir="auto">
          <LinkedText text={body} />
        </p>
      )}
      {children}
      <div className={styles.foot}>{foot}</div>
    </div>
  );
}

/** How a message's writer is called, as the reader sees it; null for the reader's own. */
export function useAuthorName(side: Side): (message: Pick<Message, 'from' | 'author'>) => string | null {
  const { t } = useTranslation('ui');
  return ({ from, author }) => {
    if (from === 'support') {
      if (side === 'support') return author ?? t('conversation.support');
      return author === null ? t('conversation.support') : t('conversation.supportAuthor', { name: author });
    }
    return from === side ? null : (author ?? t('conversation.customer'));
  };
}

interface MessageItemProps {
  message: Message;
  side: Side;
  /** The other side has seen it, and nothing of the reader's own after it. */
  read: boolean;
}

/** One message that stands in the thread. */
export function MessageItem({ message, side, read }: MessageItemProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const author = useAuthorName(side)(message);
  const own = message.from === side;
  return (
    <Bubble
      own={own}
      author={author}
      said={own && side === 'customer' ? t('conversation.you') : undefined}
      body={message.body}
      foot={
        <>
          <time dateTime={message.sent_at}>{format.time(message.sent_at)}</time>
          {read ? <span> · {t('conversation.read')}</span> : null}
        </>
      }
    >
      <AttachmentList attachments={message.attachments} />
    </Bubble>
  );
}

interface UnsentItemProps {
  unsent: Unsent;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
  /** Gives the words back to the field, when they would be refused again as they are. */
  onEdit: (unsent: Unsent) => void;
}

/** One message on its way, or one that was not sent: nothing of it is lost. */
export function UnsentItem({ unsent, onRetry, onDiscard, onEdit }: UnsentItemProps) {
  const { t } = useTranslation('ui');
  const { clientId, body, attachments, state, problem } = unsent;
  if (state !== 'failed')
    return (
      <Bubble own author={null} body={body} state={state} foot={t('conversation.sending')}>
        <AttachmentList attachments={attachments} />
      </Bubble>
    );
  const reason =
    problem?.message ||
    (problem ? t(`conversation.problem.${problem.kind}`) : t('conversation.problem.failed'));
  return (
    <Bubble
      own
      author={null}
      body={body}
      state={state}
      foot={
        <>
          <div role="alert">
            <b>{t('conversation.notSent')}</b> {reason}{' '}
            {problem?.requestId ? (
              <div>
                {t('error.request')} <span className="ez-mono">{problem.requestId}</span>
              </div>
            ) : null}
          </div>
          <div className={styles.again}>
            {problem?.kind === 'refused' ? (
              <Button variant="default" size="compact-sm" onClick={() => onEdit(unsent)}>
                {t('conversation.edit')}
              </Button>
            ) : (
              <Button variant="default" size="compact-sm" onClick={() => onRetry(clientId)}>
                {t('error.retry')}
              </Button>
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => onDiscard(clientId)}>
              {t('conversation.discard')}
            </Button>
          </div>
        </>
      }
    >
      <AttachmentList attachments={attachments} />
    </Bubble>
  );
}
