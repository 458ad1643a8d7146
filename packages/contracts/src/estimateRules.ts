/** What narrows a campaign's reach, in the order in which an estimate asks: each step holds with all before it. */
export const ESTIMATE_STEPS = ['places', 'countries', 'devices', 'languages', 'keywords', 'hours'] as const;
export type EstimateStep = (typeof ESTIMATE_STEPS)[number];

/** `few`: fewer sampled auctions fit than tell anything; `no-traffic`: there are none to look at at all. */
export const ESTIMATE_STATES = ['told', 'few', 'no-traffic'] as const;
/** `few`: so few others bid there that what a bid wins would tell what they bid. */
export const ESTIMATE_COMPETITION = ['told', 'few'] as const;
/** What an estimate cannot see: addresses are not kept, and neither is how often a person saw an ad. */
export const ESTIMATE_LEFT_OUT = ['ip_ranges', 'frequency_cap'] as const;

export const ESTIMATES = {
  /** Days of traffic that are looked at. */
  days: 7,
  /** Sampled auctions of equal weight without which nothing is told. */
  fewestAuctions: 30,
  /** Other advertisers without whom nothing is told of what a bid wins. */
  fewestBidders: 3,
  /** Of one account. */
  callsPerMinute: 60,
  mostPlaces: 40,
} as const;
