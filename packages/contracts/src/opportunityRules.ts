/**
 * What may be proposed for a running campaign. `raise_bid`: auctions that a higher bid would have won. `raise_budget`: the
 * daily budget ends before the day does. `add_size`: zones of a size that it has no creative for. `widen_countries`,
 * `widen_devices`: traffic that suits in all but that. `exclude_zone`: a zone that brings far less than the others.
 */
export const OPPORTUNITY_KINDS = [
  'raise_bid',
  'raise_budget',
  'add_size',
  'widen_countries',
  'widen_devices',
  'exclude_zone',
] as const;
export type OpportunityKind = (typeof OPPORTUNITY_KINDS)[number];

/** What the cases of an opportunity are: decisions that were looked into, impressions or clicks that were counted. */
export const OPPORTUNITY_CASES = ['decisions', 'impressions', 'clicks'] as const;

export const OPPORTUNITIES = {
  /** Days of auctions that are looked at, and of figures by zone. */
  days: 7,
  zoneDays: 14,
  /** Running campaigns that are looked at: those that spent most. */
  mostCampaigns: 20,
  /** Of these so many are compared with all recorded auctions, which is the dearest to work out. */
  mostWidened: 8,
  mostOfCampaign: 3,
  mostShown: 8,
  /** Of these so many are kept for savings. */
  placesForSavings: 2,
  /**
   * A campaign that was shown on fewer whole days (UTC) since its last change is not spoken of: its price is known by their
   * differences.
   */
  fewestDays: 3,
  /** Decisions of equal weight without which no share is told. */
  fewestDecisions: 30,
  /** Impressions by which a campaign's price is known. */
  fewestImpressions: 100,
  /** The least of what is gained or saved that is worth a word, in millionths of what the campaign has now. */
  leastGainPpm: 20_000,
  /** A day's budget counts as reached from here on, in millionths of it; on so many whole days. */
  reachedPpm: 950_000,
  fewestReachedDays: 2,
  /** No budget is proposed that is more than so many times the one of now. */
  mostBudgetTimes: 2,
  /** Clicks or conversions that a campaign must have had elsewhere, and those a zone should have brought at that rate. */
  fewestEvents: 30,
  fewestExpected: 10,
  /** The most that a zone may bring to be proposed: its rate at best against that of the others at worst, in millionths. */
  mostZoneRatePpm: 500_000,
} as const;
