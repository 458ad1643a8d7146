import type { ConversationList } from '@ezdash/contracts';
import type { ApiError } from '@ezdash/store';
import { ErrorState, Panel, TableSkeleton } from '@ezdash/ui';
import { ConversationRows, useLastLine } from '@ezdash/ui/conversation';
import { useTranslation } from 'react-i18next';
import styles from './help.module.css';
import { conversationHref } from './useHelpPlace';

interface ConversationsPanelProps {
  list: ConversationList | undefined;
  failure: ApiError | null;
  onRetry: () => void;
  retrying: boolean;
  currentId: string | null;
}

/** The reader's conversations with support, newest activity first. */
export function ConversationsPanel(props: ConversationsPanelProps) {
  const { list, failure, onRetry, retrying, currentId } = props;
  const { t } = useTranslation('shell');
  const lastLine = useLastLine('customer');
  const title = t('help.conversations');
  if (!list)
    return (
      <Panel title={title} flush>
        {failure ? (
          <ErrorState
            level={3}
            title={t('help.conversationsFailed')}
            onRetry={onRetry}
            retrying={retrying}
            requestId={failure.requestId}
          >
            {t('help.articlesStillWork')}
          </ErrorState>
        ) : (
          <TableSkeleton rows={3} columns={1} />
        )}
      </Panel>
    );
  return (
    <Panel title={title} flush>
      {list.conversations.length === 0 ? (
        <p className={styles.none}>{t('help.noConversations')}</p>
      ) : (
        <ConversationRows
          label={title}
          side="customer"
          currentId={currentId}
          rows={list.conversations.map((conversation) => ({
            id: conversation.id,
            href: conversationHref(conversation.id),
            subject: conversation.subject,
            line: lastLine(conversation),
            at: conversation.last.at,
            state: conversation.state,
            unread: conversation.unread,
          }))}
        />
      )}
    </Panel>
  );
}
