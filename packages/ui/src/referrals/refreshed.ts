import type { AskOptions } from './types';

const POLL_MS = 60_000;

/** What happens outside of the page is not told live: it is asked for again while somebody looks. */
export const REFRESHED: AskOptions = {
  pollingInterval: POLL_MS,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
};
