/** Live figures until the broadcaster exists: an event is on the page within five seconds, and only while seen. */
export const LIVE_QUERY = { pollingInterval: 3_000, skipPollingIfUnfocused: true } as const;
