import type { ConversationState, OperatorConversationList } from '@ezdash/contracts';
import { CONVERSATION_STATES } from '@ezdash/contracts/constants';
import { toApiError, useLivePolling } from '@ezdash/store';
import {
  BlockSkeleton,
  EmptyState,
  ErrorState,
  PageHeader,
  Panel,
  useDebouncedValue,
  usePageTitle,
} from '@ezdash/ui';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useDuration, useNow } from '../features/review/useDuration';
import { AnswerPane, useAnswerLive } from '../features/support/AnswerPane';
import { ConversationQueue } from '../features/support/ConversationQueue';
import { CustomerFacts } from '../features/support/CustomerFacts';
import {
  SUPPORT_POLL_MS,
  useDebugConversationQuery,
  useDebugConversationsQuery,
} from '../features/support/support.api';
import styles from '../features/support/support.module.css';

const PATH = '/admin/conversations';
const DEBOUNCE_MS = 250;
const BONES_PX = 420;

/** The state of the queue is part of the address, so that it is the same one when one comes back. */
function useQueuePlace() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { id = null } = useParams();
  const wanted = search.get('state');
  const state = CONVERSATION_STATES.find((one) => one === wanted) ?? 'open';
  const suffix = state === 'open' ? '' : `?state=${state}`;
  const choose = (next: ConversationState) =>
    void navigate(`${id === null ? PATH : `${PATH}/${id}`}${next === 'open' ? '' : `?state=${next}`}`, {
      replace: true,
    });
  return {
    id,
    state,
    choose,
    backHref: PATH + suffix,
    hrefOf: (one: string) => `${PATH}/${encodeURIComponent(one)}${suffix}`,
  };
}

/**
 * The list, with the open conversation where it stood: answered, it belongs to another state, and its row stays until
 * another is chosen.
 */
function useKeptRow(id: string | null, state: ConversationState, list: OperatorConversationList | undefined) {
  const [kept, setKept] = useState({ place: '', index: -1 });
  const { currentData } = useDebugConversationQuery(id ?? '', { skip: id === null });
  const place = `${state}:${id ?? ''}`;
  const index = list?.conversations.findIndex((one) => one.id === id) ?? -1;
  if (index >= 0 && (kept.place !== place || kept.index !== index)) setKept({ place, index });
  const left = kept.place === place && index < 0 ? currentData?.conversation : undefined;
  if (!list || !left) return list;
  return { ...list, conversations: list.conversations.toSpliced(kept.index, 0, left) };
}

/** The conversation of the address, with who asks beside it. */
function OpenConversation({ id, backHref }: { id: string; backHref: string }) {
  const { t } = useTranslation('debug');
  const [news, setNews] = useState(0);
  const live = useAnswerLive(
    id,
    useCallback(() => setNews((count) => count + 1), []),
  );
  const { currentData, error, isFetching, refetch } = useDebugConversationQuery(id, {
    pollingInterval: live.isJoined ? 0 : SUPPORT_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  useEffect(() => {
    if (news > 0) void refetch();
  }, [news, refetch]);
  usePageTitle(currentData?.conversation.subject ?? t('page.conversations'));
  const failure = toApiError(error);
  if (currentData)
    return (
      <>
        <div className={styles.main}>
          <AnswerPane id={id} thread={currentData} backHref={backHref} stale={failure !== null} live={live} />
        </div>
        <div className={styles.side}>
          <CustomerFacts conversation={currentData.conversation} />
        </div>
      </>
    );
  const missing = failure?.status === 404;
  return (
    <div className={styles.main}>
      <Panel className={styles.nothing} label={t('support.conversation')}>
        {failure ? (
          <ErrorState
            title={t(missing ? 'support.missing' : 'support.threadFailed')}
            onRetry={missing ? undefined : () => void refetch()}
            retrying={isFetching}
            requestId={missing ? undefined : failure.requestId}
          >
            {t(missing ? 'support.missingText' : 'support.queueFailedText')}
          </ErrorState>
        ) : (
          <BlockSkeleton height={BONES_PX} />
        )}
      </Panel>
    </div>
  );
}

/** What advertisers and publishers write, and where operators answer it. */
export function ConversationsPage() {
  const { t } = useTranslation('debug');
  const { id, state, choose, backHref, hrefOf } = useQueuePlace();
  const [q, setQ] = useState('');
  const [asked] = useDebouncedValue(q.trim(), DEBOUNCE_MS);
  const duration = useDuration();
  const nowMs = useNow();
  const { data, currentData, error, isFetching, refetch } = useDebugConversationsQuery(
    { state, q: asked },
    { ...useLivePolling(SUPPORT_POLL_MS), refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  // Found words stay in place until the next ones are found; another state is another list.
  const found = currentData ?? (data && q !== asked ? data : undefined);
  const longest = state === 'open' ? found?.conversations[0]?.waiting_since : null;
  const withKept = useKeptRow(id, state, found);
  // What was searched for is a list of what fits.
  const list = q === '' ? withKept : found;
  return (
    <div className={styles.page} data-open={id === null ? undefined : true}>
      <PageHeader
        title={t('page.conversations')}
        lead={
          data ? (
            <>
              <span>{t('support.lead', { count: data.counts.open })}</span>
              {longest ? (
                <span>
                  {t('support.longest', { duration: duration(Math.max(0, nowMs - Date.parse(longest))) })}
                </span>
              ) : null}
            </>
          ) : null
        }
      />
      {id === null ? <QueueTitle /> : null}
      <div className={styles.desk} data-open={id === null ? undefined : true}>
        <ConversationQueue
          state={state}
          onState={choose}
          q={q}
          onSearch={setQ}
          list={list}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          currentId={id}
          hrefOf={hrefOf}
        />
        {id === null ? (
          <div className={styles.main}>
            <Panel className={styles.nothing} label={t('support.conversation')}>
              <EmptyState title={t('support.choose')}>{t('support.chooseText')}</EmptyState>
            </Panel>
          </div>
        ) : (
          <OpenConversation key={id} id={id} backHref={backHref} />
        )}
      </div>
    </div>
  );
}

function QueueTitle() {
  const { t } = useTranslation('debug');
  usePageTitle(t('page.conversations'));
  return null;
}
