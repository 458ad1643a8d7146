import type { User } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { useLivePolling, useStored } from '@ezdash/store';
import { useFormat } from '@ezdash/ui';
import {
  useShellConversationsQuery,
  useShellOpenConversationsQuery,
  useShellUnreadNewsQuery,
  useShellWaitingCreativesQuery,
} from './shell.api';

/** Without a live connection they are read again this often while the window is looked at. */
const POLL_MS = 30_000;
const REVIEW_PATH = '/admin/review';
const CONVERSATIONS_PATH = '/admin/conversations';
const HELP_PATH = '/help';
const newsPath = ({ role }: User) => `/${role}/news`;

/**
 * Counts at the end of the sidebar's links, by address; nothing to do and nothing known have none. Asked for by who
 * has such a link (`hrefs`) only.
 */
export function useBadges(user: User, hrefs: readonly string[]): Readonly<Record<string, string>> {
  const format = useFormat();
  const polling = useLivePolling(POLL_MS);
  // Without the sign-in to the console its counts would be refused.
  const isInConsole = useStored(STORAGE_KEYS.debugToken) !== null;
  const isOperator = user.role === 'admin' && user.status === 'active' && isInConsole;
  const has = (href: string) => hrefs.includes(href);
  const asked = (wanted: boolean) => ({ ...polling, skip: !wanted });
  const operates = (href: string) => asked(isOperator && has(href));
  const reviews = useShellWaitingCreativesQuery(undefined, operates(REVIEW_PATH));
  const conversations = useShellOpenConversationsQuery(undefined, operates(CONVERSATIONS_PATH));
  const news = useShellUnreadNewsQuery(undefined, asked(user.role !== 'admin' && has(newsPath(user))));
  const help = useShellConversationsQuery(undefined, {
    ...asked(user.role !== 'admin'),
    selectFromResult: ({ currentData }) => ({ unread: currentData?.unread }),
  });
  const counts = [
    [REVIEW_PATH, reviews.currentData],
    [CONVERSATIONS_PATH, conversations.currentData],
    [newsPath(user), news.currentData],
    [HELP_PATH, help.unread],
  ] as const;
  return Object.fromEntries(
    counts.flatMap(([href, count]) => (count ? [[href, format.count(count)] as const] : [])),
  );
}
