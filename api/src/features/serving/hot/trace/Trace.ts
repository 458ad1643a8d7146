/** What a decision was made from. Codes of this process (regions, classes of browsers) are written out. */
export interface TraceInputs {
  /** ISO 3166-1, `ZZ` for unknown. */
  country: string;
  /** ISO 3166-2; empty when unknown. */
  region: string;
  /** A code of DEVICE_CODES. */
  device: number;
  /** A code of OS_CODES; 0 unknown. */
  os: number;
  /** `versionNumber`; -1 unknown. */
  osVersion: number;
  /** A code of BROWSER_CODES; 0 unknown. */
  browser: number;
  /** ISO 639-1; empty when unknown. */
  language: string;
  keywords: readonly string[];
  /** Whether the address lay in a range that a campaign names. Neither the address nor the range is kept. */
  addressMattered: boolean;
  /** Whether the request asked for more than its zone does (an exchange's blocks, a player's limits). */
  narrowed: boolean;
  /** Whether nobody measured what was shown: campaigns that ask for it were left out. Unknown of older decisions. */
  unmeasured?: boolean;
  /** Row ids of creatives that the page showed already. */
  exclude: readonly number[];
  /** The decision's 32 random bits. */
  random: number;
  floorMicros: number;
  reserveMicros: number;
  /** How often the index of the process had changed, and how many campaigns it had. */
  snapshot: number;
  campaigns: number;
  /** How far behind their lines the guaranteed campaigns were that were drawn from. */
  urgency: readonly (readonly [campaignId: number, urgency: number])[];
}

export interface TraceCandidate {
  campaignId: number;
  creativeId: number;
  priceMicros: number;
  payoutMicros: number;
  ecpmMicros: number;
  /** The probability with which it came to its place, in millionths. */
  propensityPpm: number;
}

/** What was answered, and what the best of those bid who could have been. */
export interface TraceAnswer {
  candidates: readonly TraceCandidate[];
  /** The eCPM that the winner's price had to beat, of the auction and of another advertiser; 0 without one. */
  runnerUpEcpmMicros: number;
  bids: readonly (readonly [campaignId: number, ecpmMicros: number])[];
}

/** A decision with all that became of its campaigns. */
export interface Trace {
  decisionId: string;
  decidedAtMs: number;
  zoneId: number;
  propertyId: number;
  publisherId: number;
  /** A trial of the tag; such a decision stands for no others. */
  test: boolean;
  /** How many decisions it stands for. */
  weight: number;
  /** A code of NO_FILL_REASONS; 0 filled. */
  reason: number;
  inputs: TraceInputs;
  answer: TraceAnswer;
  /** To be joined: what `decodeFates` reads. */
  fates: readonly Buffer[];
}
