import type { Notice } from '@ezdash/contracts';
import { useLivePolling, useNoticesInfiniteQuery, useReadNoticesMutation } from '@ezdash/store';
import {
  AppLink,
  Bell,
  Button,
  ErrorState,
  IconSettings,
  Notice as Note,
  Skeleton,
  SkeletonBox,
  useFormat,
} from '@ezdash/ui';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bell.module.css';
import type { NoticeListProps } from './NoticeList';

const loadList = () => import('./NoticeList');

const SETTINGS_PATH = '/settings/alerts';
const POLL_MS = 60_000;
const MOST_SHOWN = 9;

function Bones() {
  return (
    <SkeletonBox>
      <div className={styles.bones}>
        {[72, 56, 64, 48].map((width) => (
          <Skeleton key={width} animate={false} height={30} width={`${width}%`} />
        ))}
      </div>
    </SkeletonBox>
  );
}

/** The history's code, fetched when it is wanted; what does not come may be tried again. */
function useNoticeList(wanted: boolean) {
  const [List, setList] = useState<ComponentType<NoticeListProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadList().then(
      (module) => setList(() => module.default),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (wanted && !List) load();
  }, [wanted, List, load]);
  return { List, failed, load };
}

/** Says how many are unread when there are more than before; not at the start, when everybody sees the number. */
function useNews(unread: number | undefined, sentence: (count: number) => string): string {
  const known = useRef<number | undefined>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (unread === undefined) return;
    if (known.current !== undefined && unread > known.current) setSaid(sentence(unread));
    if (unread === 0) setSaid('');
    known.current = unread;
  }, [unread, sentence]);
  return said;
}

/** The bell: how many notices are unread, and their history. */
export function NoticeBell() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const query = useNoticesInfiniteQuery(undefined, useLivePolling(POLL_MS));
  const { data, error } = query;
  const [read, { isError: notRead }] = useReadNoticesMutation();
  const [first] = data?.pages ?? [];
  const unread = first?.unread;
  const newest = first?.notices[0];
  const sentence = useCallback((count: number) => t('bell.arrived', { count }), [t]);
  const news = useNews(unread, sentence);
  const { List, failed, load } = useNoticeList(opened);
  const shown = unread ?? 0;
  const count = shown > MOST_SHOWN ? `${format.count(MOST_SHOWN)}+` : format.count(shown);
  return (
    <>
      <Bell
        label={shown > 0 ? t('bell.labelUnread', { count: shown }) : t('bell.label')}
        count={shown > 0 ? count : undefined}
        title={t('bell.label')}
        action={
          shown > 0 && newest ? (
            <Button
              variant="subtle"
              onClick={({ currentTarget }) => {
                // The button goes with what is unread; the focus must not go with it.
                currentTarget
                  .closest('[role=dialog]')
                  ?.querySelector<HTMLElement>('[data-autofocus]')
                  ?.focus();
                void read({ until: newest.id });
              }}
            >
              {t('bell.readAll')}
            </Button>
          ) : null
        }
        foot={
          <Button
            component={AppLink}
            href={SETTINGS_PATH}
            variant="subtle"
            leftSection={<IconSettings size={16} stroke={1.7} aria-hidden />}
            onClick={() => setOpened(false)}
          >
            {t('bell.settings')}
          </Button>
        }
        opened={opened}
        onOpenedChange={setOpened}
        // A failure shows when the panel is opened, which loads it again.
        onApproach={() => void loadList().catch(() => undefined)}
      >
        {notRead ? <Note tone="bad">{t('bell.notRead')}</Note> : null}
        {failed ? <ErrorState level={3} title={t('bell.failed')} onRetry={load} /> : null}
        {List && (data || error) ? (
          <List
            query={query}
            onRead={({ id }: Notice) => void read({ ids: [id] })}
            onFollow={() => setOpened(false)}
          />
        ) : failed ? null : (
          <Bones />
        )}
      </Bell>
      <span aria-live="polite" className="ez-sr">
        {news}
      </span>
    </>
  );
}
