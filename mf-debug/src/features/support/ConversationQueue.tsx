import type { ConversationState, OperatorConversationList } from '@ezdash/contracts';
import { CONVERSATION_STATES } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import {
  CloseButton,
  ErrorState,
  IconSearch,
  Panel,
  SegmentedControl,
  TableSkeleton,
  TextInput,
  useFormat,
} from '@ezdash/ui';
import { ConversationRows, useLastLine } from '@ezdash/ui/conversation';
import { useTranslation } from 'react-i18next';
import { useDuration, useNow } from '../review/useDuration';
import styles from './support.module.css';

/** Who waits longer than this is marked. */
const LATE_MS = 60 * 60_000;

interface ConversationQueueProps {
  state: ConversationState;
  onState: (state: ConversationState) => void;
  q: string;
  onSearch: (q: string) => void;
  list: OperatorConversationList | undefined;
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
  currentId: string | null;
  hrefOf: (id: string) => string;
}

/** How long a customer has waited, and who it is. */
function useMeta() {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  const nowMs = useNow();
  return ({ customer, waiting_since: since }: OperatorConversationList['conversations'][number]) => {
    const waitsMs = since === null ? null : Math.max(0, nowMs - Date.parse(since));
    return (
      <span className={styles.meta}>
        <bdi>{customer.name}</bdi>
        {waitsMs === null ? null : (
          <span data-late={waitsMs > LATE_MS || undefined}>
            {t('support.waits', { duration: duration(waitsMs) })}
          </span>
        )}
      </span>
    );
  };
}

function Rows(props: ConversationQueueProps & { failure: ApiError | null }) {
  const { list, failure, onRetry, retrying, currentId, hrefOf, q, state } = props;
  const { t } = useTranslation('debug');
  const lastLine = useLastLine('support');
  const meta = useMeta();
  if (!list)
    return failure ? (
      <ErrorState
        level={3}
        title={t('support.queueFailed')}
        onRetry={onRetry}
        retrying={retrying}
        requestId={failure.requestId}
      >
        {t('support.queueFailedText')}
      </ErrorState>
    ) : (
      <TableSkeleton rows={5} columns={1} />
    );
  if (list.conversations.length === 0)
    return (
      <p className={styles.none} role="status">
        {q === '' ? t(`support.empty.${state}`) : t('support.foundNone', { q })}
      </p>
    );
  return (
    <ConversationRows
      label={t('support.queue')}
      currentId={currentId}
      rows={list.conversations.map((conversation) => ({
        id: conversation.id,
        href: hrefOf(conversation.id),
        subject: conversation.subject,
        line: lastLine(conversation),
        at: conversation.last.at,
        state: conversation.state,
        unread: conversation.unread,
        meta: meta(conversation),
      }))}
    />
  );
}

/** Conversations by state, those that wait longest first. */
export function ConversationQueue(props: ConversationQueueProps) {
  const { state, onState, q, onSearch, list, error } = props;
  const { t } = useTranslation('debug');
  const format = useFormat();
  const failure = toApiError(error);
  const label = (one: ConversationState) =>
    list
      ? t('support.tab', { state: t(`ui:state.${one}`), count: format.count(list.counts[one]) })
      : t(`ui:state.${one}`);
  return (
    <div className={styles.queue}>
      <TextInput
        aria-label={t('support.search')}
        placeholder={t('support.search')}
        autoComplete="off"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        rightSection={
          q === '' ? null : <CloseButton aria-label={t('support.clear')} onClick={() => onSearch('')} />
        }
        value={q}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('support.states')}
        data={CONVERSATION_STATES.map((one) => ({ value: one, label: label(one) }))}
        value={state}
        onChange={(value) => onState(CONVERSATION_STATES.find((one) => one === value) ?? 'open')}
      />
      {list && failure ? <p className={styles.stale}>{t('support.stale')}</p> : null}
      <Panel flush label={t('support.queue')} className={styles.rows}>
        <Rows {...props} failure={failure} />
      </Panel>
    </div>
  );
}
