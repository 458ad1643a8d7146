/** How often figures of today are read again while someone looks: an event shows within 5 s of happening. */
export const LIVE_POLL_MS = 3_000;

/** For RTK Query hooks of pages with live figures. */
export const LIVE = {
  pollingInterval: LIVE_POLL_MS,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;
