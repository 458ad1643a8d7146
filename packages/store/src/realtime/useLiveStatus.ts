import { useMemo } from 'react';
import { useAppSelector } from '../store';
import type { RealtimeState } from './realtimeSlice';

/** How the connection to the broadcaster stands, and since when. */
export function useLiveStatus(): RealtimeState {
  return useAppSelector((root) => root.realtime);
}

/** Options of a query that is asked again and again only while nothing is told live. */
export function useLivePolling(intervalMs: number): {
  pollingInterval: number;
  skipPollingIfUnfocused: true;
} {
  const isLive = useLiveStatus().status === 'live';
  return useMemo(
    () => ({ pollingInterval: isLive ? 0 : intervalMs, skipPollingIfUnfocused: true as const }),
    [isLive, intervalMs],
  );
}
