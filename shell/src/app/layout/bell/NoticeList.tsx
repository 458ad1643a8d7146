import type { Notice, NoticePage } from '@ezdash/contracts';
import { forgetOlderNotices, toApiError, useAppDispatch } from '@ezdash/store';
import { AppLink, Button, EmptyState, ErrorState, Notice as Note, useFormat } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bell.module.css';
import { dayIn, noticeDays } from './noticeDays';
import { noticeWords } from './noticeWords';

const DAY_MS = 86_400_000;

/** What the list needs of the query of notices. */
interface NoticeQuery {
  data?: { pages: NoticePage[] };
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

export interface NoticeListProps {
  /** The bell's own: a second asker that came and went with it would ask again each time, and without end when it fails. */
  query: NoticeQuery;
  /** Somebody follows it, or has seen it. */
  onRead: (notice: Notice) => void;
  /** The way leads to another page. */
  onFollow: () => void;
}

function useDayName(): (day: string) => string {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const now = Date.now();
  return (day) => {
    if (day === dayIn(format.timezone, now)) return t('bell.today');
    if (day === dayIn(format.timezone, now - DAY_MS)) return t('bell.yesterday');
    return format.date(day, { weekday: true });
  };
}

function NoticeRow({ notice, onRead, onFollow }: Omit<NoticeListProps, 'query'> & { notice: Notice }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const [pressed, setPressed] = useState(false);
  const { title, line } = noticeWords(notice, t, format);
  const content = (
    <>
      <span className={styles.mark}>
        {notice.read ? null : <span className="ez-sr">{t('bell.unread')} </span>}
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        {line ? <span>{line}</span> : null}
      </span>
      <time dateTime={notice.created_at}>{format.time(notice.created_at)}</time>
    </>
  );
  const props = { className: styles.row, 'data-unread': notice.read ? undefined : true };
  const read = () => {
    if (!notice.read) onRead(notice);
  };
  if (notice.href !== null)
    return (
      <AppLink
        {...props}
        href={notice.href}
        onClick={() => {
          read();
          onFollow();
        }}
      >
        {content}
      </AppLink>
    );
  // Read under the finger it stays a button: the focus would be lost with it, and Esc with the focus.
  if (notice.read && !pressed) return <div {...props}>{content}</div>;
  return (
    <button
      type="button"
      {...props}
      aria-disabled={notice.read || undefined}
      onClick={() => {
        setPressed(true);
        read();
      }}
    >
      {content}
    </button>
  );
}

/** The history of the bell: by day, unread ones marked, older ones when asked for. In a chunk of its own. */
export default function NoticeList({ query, onRead, onFollow }: NoticeListProps) {
  const { t } = useTranslation('shell');
  const { timezone } = useFormat();
  const dayName = useDayName();
  const dispatch = useAppDispatch();
  useEffect(() => () => void dispatch(forgetOlderNotices()), [dispatch]);
  const {
    data,
    error,
    isFetching,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = query;
  const notices = data?.pages.flatMap((page) => page.notices) ?? [];
  if (!data)
    return error ? (
      <ErrorState
        level={3}
        title={t('bell.failed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        requestId={toApiError(error)?.requestId}
      />
    ) : null;
  if (notices.length === 0)
    return (
      <EmptyState level={3} title={t('bell.empty')}>
        {t('bell.emptyText')}
      </EmptyState>
    );
  return (
    <div className={styles.list}>
      {noticeDays(notices, timezone).map(({ day, notices: ofDay }) => (
        <section key={day}>
          <h3>{dayName(day)}</h3>
          <ul>
            {ofDay.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} onRead={onRead} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isFetchNextPageError ? <Note tone="bad">{t('bell.olderFailed')}</Note> : null}
      {hasNextPage ? (
        <div className={styles.older}>
          <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
            {t('bell.older')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
