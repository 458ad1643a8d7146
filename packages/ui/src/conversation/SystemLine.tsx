import type { Message } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';

/** What happened to the conversation, in a sentence; by whom, when that is known. */
export function useHappened(): (message: Pick<Message, 'happened' | 'author' | 'body'>) => string {
  const { t } = useTranslation('ui');
  return ({ happened, author, body }) => {
    if (happened === null) return body;
    return author === null
      ? t(`conversation.happened.${happened}`)
      : t(`conversation.happenedBy.${happened}`, { name: author });
  };
}

/** A line between the messages: solved, opened again, taken over. */
export function SystemLine({ message }: { message: Message }) {
  const format = useFormat();
  const happened = useHappened();
  return (
    <p className={styles.system}>
      <bdi>{happened(message)}</bdi> · <time dateTime={message.sent_at}>{format.time(message.sent_at)}</time>
    </p>
  );
}
