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
  // What a campaign's targeting may leave out, a code a family.
  'no-placement': 14,
  blocked: 15,
  'no-region': 16,
  'no-client': 17,
  'no-language': 18,
  'no-keyword': 19,
  'no-ip': 20,
  hours: 21,
  /** The visitor's address lies in a network of rented computers. */
  'data-centre': 22,
  /** The network stopped the zone or its property. */
  stopped: 23,
  /** Who asks cannot do what campaigns need: measure visibility, count views per person, or be paid by the click. */
  unsupported: 24,
} as const;
export type NoFillReason = Exclude<keyof typeof NO_FILL_REASONS, 'filled'>;

/**
 * What became of a campaign in one decision. What a no-fill reason says too has its number. Stored in traces and in
 * `campaign_fate_hourly.fate`: never renumber, only add. 0 is no campaign any more.
 */
export const FATES = {
  'no-size': 4,
  'no-placement': 14,
  blocked: 15,
  unsupported: 24,
  'no-country': 5,
  'no-region': 16,
  'no-device': 6,
  'no-client': 17,
  'no-language': 18,
  'no-keyword': 19,
  'no-ip': 20,
  /** Its eCPM is below the zone's floor. */
  'below-floor': 7,
  /** Before its start or behind its end. */
  schedule: 40,
  /** Shown as often as it may be. */
  limit: 41,
  hours: 21,
  budget: 8,
  'paced-out': 9,
  /** All its creatives of the size are on the page already, or it is there as often as its frequency cap allows. */
  'duplicate-creative': 10,
  /** It would have delivered; a class before its own took the place: guaranteed before auction before house. */
  outranked: 42,
  /** Guaranteed or house: it was another one's turn. */
  'not-drawn': 43,
  /** Others bid more. */
  outbid: 44,
  /** Others bid more, and it was the next best: its bid set the price. */
  'runner-up': 45,
  /** Another campaign of its account won the place, whatever others bid. */
  'outbid-by-own': 48,
  /** In the answer, for people who have seen those before it too often. */
  next: 46,
  won: 47,
} as const;
export type Fate = keyof typeof FATES;
/** From furthest from being shown to shown: the order in which a decision asks. */
export const FATE_NAMES = Object.keys(FATES) as [Fate, ...Fate[]];
/** Fates of campaigns that lost on price alone, and would gain by a higher bid. */
export const PRICE_FATES: readonly Fate[] = ['below-floor', 'outbid', 'runner-up'];
/** Those of them that lost to what others bid; a floor is the publisher's. */
export const RIVAL_FATES: readonly Fate[] = ['outbid', 'runner-up'];
/** By how much a bid missed, as parts of itself: the upper bounds of the steps in percent; the last one has none. */
export const PRICE_GAP_PERCENTS = [5, 10, 25, 50, 100, 200] as const;

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
  'data-centre': 10,
  /** Found by looking, after it was counted. */
  sivt: 11,
  /** Sooner after the decision than any person can see it and act. */
  'too-fast': 12,
  /** The network had stopped the ad or its place by then. */
  stopped: 13,
  /** A server named the visitor, and the event came from another address. */
  'other-address': 14,
  // Drawn where nobody could see it (`sight.ts`, `SIGHT_RULES`).
  /** No box, `visibility: hidden`, out of reach of scrolling, or in a page that is not visible. */
  hidden: 15,
  /** Less than half of the size that was sold. */
  'too-small': 16,
  /** Boxes around it cut off more than half. */
  clipped: 17,
  transparent: 18,
  /** Under other ads of the network. */
  stacked: 19,
  covered: 20,
  /** In a frame of another origin, by the browser's word. */
  'not-visible': 21,
  /** A viewable impression, or any in a frame of another origin, with too little of it in the window. */
  'out-of-view': 22,
  /** Visibility could not be measured. Kept for campaigns that pay for measured impressions alone. */
  unmeasured: 23,
} as const;
export type InvalidReason = Exclude<keyof typeof INVALID_REASONS, 'counted'>;

export const EVENT_KINDS = { impression: 1, viewable: 2, click: 3, conversion: 4 } as const;
export type EventKind = keyof typeof EVENT_KINDS;
