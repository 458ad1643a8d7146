import type { DebugPageData, User } from '@ezdash/contracts';
import { type ApiError, toApiError, useAppSelector, useSession } from '@ezdash/store';
import { useEffect, useReducer } from 'react';
import { useLocation } from 'react-router-dom';
import { useDebugPageDataQuery } from './debugTool.api';

/** Panels refresh this often while they are visible. */
export const REFRESH_MS = 30_000;

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

/** What the Page tab shows of the server: read at once, on every navigation, and every 30 s while it is seen. */
export function usePageFacts(): PageFacts {
  const location = useLocation();
  const { user } = useSession();
  // The router's first entry has this key; every later one was reached within the app.
  const isSpa = location.key !== 'default';
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useDebugPageDataQuery(
    { path: location.pathname + location.search, isSpa },
    { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
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
  const failure = toApiError(error);
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
