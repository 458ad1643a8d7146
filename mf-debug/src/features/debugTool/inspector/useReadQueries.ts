import { toApiError, useAppSelector } from '@ezdash/store';
import type { ReadQuery } from './resolveWay';

/** An entry of the cache, as it is now. */
export interface QueryEntry extends ReadQuery {
  endpoint: string;
  status: string;
  argument: unknown;
  data: unknown;
  /** When its data came, in ms since 1970. */
  fulfilledAtMs: number | null;
  subscribers: number;
  error: { message: string; requestId?: string } | null;
}

/** What the store holds of the queries that an element reads. One that was dropped meanwhile is left out. */
export function useReadQueries(queries: ReadQuery[]): QueryEntry[] {
  const entries = useAppSelector((root) => root.api.queries);
  const subscriptions = useAppSelector((root) => root.api.subscriptions);
  return queries.flatMap((query) => {
    const entry = entries[query.cacheKey];
    if (!entry) return [];
    const error = toApiError(entry.error);
    return [
      {
        ...query,
        endpoint: entry.endpointName ?? query.cacheKey,
        status: entry.status,
        argument: entry.originalArgs,
        data: entry.data,
        fulfilledAtMs: entry.fulfilledTimeStamp ?? null,
        subscribers: Object.keys(subscriptions[query.cacheKey] ?? {}).length,
        error: error && { message: error.message, requestId: error.requestId },
      },
    ];
  });
}
