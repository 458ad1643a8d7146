/** What a zone may ask of the tag beyond its floor. */
export const ZONE_REFRESH = {
  /** Seconds in view before another ad is asked for: sooner nobody has seen the one before. */
  least: 30,
  most: 3_600,
  /** What the form offers. */
  choices: [30, 45, 60, 90, 120, 300],
} as const;

/** Longest code of a publisher's own, in bytes of UTF-8. */
export const MOST_PASSBACK_BYTES = 16_384;

/** Times of which a person's cap may be, as the form offers them, in seconds. */
export const ZONE_CAP_SECONDS = [3_600, 86_400, 604_800] as const;

export const FLOOR_ADVICE = {
  /** Days of recorded auctions that are played again. */
  days: 7,
  /** Sampled auctions of equal weight without which nothing is advised. */
  fewestAuctions: 200,
} as const;
/** `few`: too few auctions were recorded to advise anything. `keep`: no other floor would have earned surely more. */
export const FLOOR_ADVICE_STATES = ['few', 'keep', 'change'] as const;
