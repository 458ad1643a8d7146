import type { DebugPageData, User } from '@ezdash/contracts';
import { type ApiError, toApiError, useAppSelector, useSession } from '@ezdash/store';
import { useEffect, useReducer } from 'react';
import { type NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useDebugPageDataQuery } from '../debugTool.api';
import { useRefresh } from '../useRefresh';
import { useDebugRemotesQuery } from './remotes.api';

export interface PageFacts {
  /** The server's, or what the browser knows when `failure` is set; null until the first answer. */
  data: DebugPageData | null;
  failure: ApiError | null;
  isFetching: boolean;
  /** Grows with every answer and change of the window: a reason to read the browser's state again. */
  revision: number;
  refresh: () => void;
}

/** Stands in when the server cannot tell; the panel marks it 'Server Error'. Memory is unknown: 0. */
export function fallbackPageData(user: User | null, isSpa: boolean): DebugPageData {
  return {
    timestamp: new Date().toISOString(),
    uri: window.location.pathname + window.location.search,
    url: window.location.href,
    authenticated: user !== null,
    user: user && { id: user.id, email: user.email, role: user.role },
    memory_usage: 0,
    is_spa: isSpa,
  };
}

/** The server answered, and said nothing of the page. */
const NOTHING_TOLD: ApiError = { status: 200, message: '', code: 'NOTHING_TOLD', errors: {} };

/**
 * Whether a place was reached within the app. The router's first entry has the key `default`; one that was reached within the app
 * keeps its own when the page is loaded anew there, and the router then says POP, as it does for steps back.
 */
export function isReachedWithin(
  key: string,
  type: `${NavigationType}`,
  href: string,
  loadedHref: string | null,
): boolean {
  return key !== 'default' && !(type === 'POP' && href === loadedHref);
}

/** The address that this page was loaded at, when the browser tells. */
const loadedHref = (): string | null => performance.getEntriesByType?.('navigation')[0]?.name ?? null;

/** What the Page tab shows of the server: read at once, on every navigation, and every 30 s while it is seen. */
export function usePageFacts(): PageFacts {
  const location = useLocation();
  const { user } = useSession();
  const isSpa = isReachedWithin(location.key, useNavigationType(), window.location.href, loadedHref());
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useDebugPageDataQuery(
    { path: location.pathname + location.search, isSpa },
    { refetchOnMountOrArgChange: true },
  );
  const { refetch: refetchRemotes } = useDebugRemotesQuery(undefined, { refetchOnMountOrArgChange: true });
  useRefresh(() => {
    void refetch();
    void refetchRemotes();
  });
  const [revision, grow] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is the reason, not an input
  useEffect(grow, [fulfilledTimeStamp, error]);
  useEffect(() => {
    const events = ['resize', 'online', 'offline'] as const;
    for (const event of events) window.addEventListener(event, grow);
    return () => {
      for (const event of events) window.removeEventListener(event, grow);
    };
  }, []);
  // An answer without a body counts as {}.
  const failure = toApiError(error) ?? (data && !data.timestamp ? NOTHING_TOLD : null);
  const shown = failure ? fallbackPageData(user, isSpa) : (data ?? null);
  return { data: shown, failure, isFetching, revision, refresh: () => void refetch() };
}

/** Names of the store's slices, and of the API slice's cached queries, each once. */
export function useStoreFacts(): { slices: string[]; queries: string[]; queryCount: number } {
  // Texts, so that the tab renders again only when a name comes or goes.
  const slices = useAppSelector((root) => Object.keys(root).join(' '));
  const queries = useAppSelector((root) =>
    Object.values(root.api.queries)
      .filter((entry) => entry?.status === 'fulfilled')
      .map((entry) => entry?.endpointName ?? '')
      .join(' '),
  );
  const names = queries === '' ? [] : queries.split(' ');
  return { slices: slices.split(' '), queries: [...new Set(names)].sort(), queryCount: names.length };
}
