/**
 * Every "no" of the ad server as a number for storage and a name for people.
 * Codes are stored in `request_hourly.reason` and `ad_event.invalid_reason`: never renumber, only add.
 */
export const NO_FILL_REASONS = {
  filled: 0,
  'unknown-zone': 1,
  'zone-paused': 2,
  'property-not-approved': 3,
  'no-size': 4,
  'no-country': 5,
  'no-device': 6,
  'below-floor': 7,
  budget: 8,
  'paced-out': 9,
  'duplicate-creative': 10,
  bot: 11,
  'no-campaign': 12,
  prefetch: 13,
} as const;
export type NoFillReason = Exclude<keyof typeof NO_FILL_REASONS, 'filled'>;

/** Why an event is kept but never billed. */
export const INVALID_REASONS = {
  counted: 0,
  bot: 1,
  prefetch: 2,
  replay: 3,
  expired: 4,
  'click-before-impression': 5,
  'over-budget': 6,
  forged: 7,
  internal: 8,
  rate: 9,
} as const;
export type InvalidReason = Exclude<keyof typeof INVALID_REASONS, 'counted'>;

export const EVENT_KINDS = { impression: 1, viewable: 2, click: 3, conversion: 4 } as const;
export type EventKind = keyof typeof EVENT_KINDS;
