/** Rules about earnings by a payee's own word, which both sides know; no zod here. */

/** Who named the visitor of an ad: a publisher's server by its key, an exchange by its seat, a player that asked for a video. */
export const CLAIM_SOURCES = { key: 1, seat: 2, player: 3 } as const;
export type ClaimSource = keyof typeof CLAIM_SOURCES;
export const CLAIM_SOURCE_NAMES = Object.keys(CLAIM_SOURCES) as [ClaimSource, ...ClaimSource[]];

/** A claim is a source, and this bit when the event came from the address that was named. */
export const CLAIM_CONFIRMED = 4;

/** Why an operator looks at earnings on hold. */
export const HOLD_REASONS = [
  'young-key',
  'little-known',
  'taken-back-before',
  'odd-share',
  'odd-clicks',
  'one-machine',
  'few-visitors',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const HOLD_STATES = ['open', 'released', 'taken_back'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/** From when on server-side traffic is looked at by a person (docs/invalid-traffic.md has the same table). */
export const HOLD_RULES = {
  /** First days of a key or a seat. */
  youngDays: 14,
  /** Earnings of an established source are released so many days after their UTC day. */
  waitingDays: 7,
  /** Figures are those of so many days. */
  figureDays: 30,
  /** Fewer views and clicks say nothing: a source that no operator has released waits for them. */
  leastEvents: 100,
  /** Views and clicks that came from the address that was named. */
  leastConfirmedPercent: 50,
  /** Clicks in a hundred unconfirmed views. */
  mostClickPercent: 5,
  /** Views and clicks for each address that sent them, or that they were said to be of. */
  mostEventsOfAddress: 50,
  /** Networks (/16, /32 of IPv6) that visitors come from, and addresses that events come from, on the busiest day. */
  leastNetworks: 3,
} as const;
