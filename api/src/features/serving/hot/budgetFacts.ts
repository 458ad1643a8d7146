/** What the database says was spent and is left, in micros. `day` is the UTC day `today` speaks of. */
export interface BudgetFacts {
  dayStartMs: number;
  /**
   * `shown`: counted impressions over its life, of a campaign with a limit; `clicked`: counted clicks, of one with a
   * limit of these. `spentFromMs`: when the first hour of the day
   * began that cost it something, of a campaign that was approved (anew) or begins later that day.
   */
  campaigns: {
    id: number;
    todayMicros: number;
    totalMicros: number;
    shown?: number;
    clicked?: number;
    spentFromMs?: number | null;
  }[];
  /** Bonus and cash together. */
  advertisers: { id: number; balanceMicros: number }[];
}

/** An applied batch: new sums of what it touched, and the claims (token prices, impressions) that it settled. */
export interface AppliedBatch {
  dayStartMs: number;
  /** `todayMicros` is null when the batch did not touch this day. */
  campaigns: { id: number; todayMicros: number | null; totalMicros: number }[];
  advertisers: BudgetFacts['advertisers'];
  settled: { campaignId: number; decidedAtMs: number; claimMicros: number }[];
  /** Campaigns of the impressions it settled, one entry each. */
  shown?: readonly number[];
  /** Clicks that it settled, whatever became of them. */
  clicked?: readonly { campaignId: number; decisionId: string }[];
}
