/**
 * An event is on the page within five seconds, and only while seen. The live channel tells of money that moved and of campaigns
 * that changed; of an impression that costs nothing it tells nobody. An answer to either begins the three seconds anew.
 */
export const LIVE_QUERY = { pollingInterval: 3_000, skipPollingIfUnfocused: true } as const;
