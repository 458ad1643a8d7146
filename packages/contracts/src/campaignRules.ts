export const CAMPAIGNS = {
  /** An account's that are not archived, or have been for less than `archivedDays`: what the ad server keeps of it. */
  most: 10_000,
  /**
   * How long the ad server keeps what was archived, campaigns and creatives: what was shown before still leads somewhere.
   * No less than the longest life of a signed token (`EVENT_TTL_MS`).
   */
  archivedDays: 30,
  /** Creatives of one campaign, counted likewise; 20 of them at a time. */
  mostCreatives: 200,
} as const;

/** Segments above the list of campaigns, in this order. `all` leaves the archived ones out: they are put away. */
export const CAMPAIGN_GROUPS = ['all', 'running', 'needsYou', 'paused', 'drafts', 'archived'] as const;
export type CampaignGroup = (typeof CAMPAIGN_GROUPS)[number];

/** States of the segments; `all` is every state but archived. */
export const CAMPAIGN_GROUP_STATES = {
  running: ['running'],
  needsYou: ['stopped', 'rejected', 'unfunded', 'budgetReached', 'pausedBySystem'],
  paused: ['pausedByUser'],
  drafts: ['draft'],
  archived: ['archived'],
} as const;

/** What a creative of a campaign may be. */
export const CAMPAIGN_FORMATS = ['image', 'html5', 'native', 'text', 'video'] as const;
export type CampaignFormat = (typeof CAMPAIGN_FORMATS)[number];

/** What the list can be ordered by, in the order of its columns. */
export const CAMPAIGN_SORTS = [
  'name',
  'id',
  'pricing',
  'state',
  'bid',
  'daily',
  'today',
  'spend',
  'impressions',
  'ctr',
  'clicks',
  'conversions',
  'perConversion',
  'ecpm',
] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** Columns that a view may show; the name always is. */
export const CAMPAIGN_COLUMNS = CAMPAIGN_SORTS.filter((key) => key !== 'name');

export const CAMPAIGN_LIST = {
  /** Of one answer. */
  mostRows: 200,
  /** Of one answer of a list that goes on by a cursor. */
  mostBehindCursor: 500,
  /** That one call acts on. */
  mostAtOnce: 500,
  mostViews: 50,
  mostViewName: 60,
  /** How long a call under an `Idempotency-Key` is answered as it was the first time. */
  keyDays: 7,
} as const;

/** Of a CSV file that is brought in. */
export const CAMPAIGN_IMPORT = {
  mostBytes: 5_000_000,
  mostRows: 10_000,
  /** Rows that make or change something. */
  mostChanges: 1_000,
} as const;

/** Columns of the file that change a campaign, as they are written in its header. */
export const CAMPAIGN_CSV_FIELDS = [
  'name',
  'pricing',
  'bid',
  'daily_budget',
  'total_budget',
  'pacing',
  'bidding',
  'landing_url',
  'starts_at',
  'ends_at',
  'category',
  'impression_limit',
  'click_limit',
  'measured_only',
  'countries',
  'countries_excluded',
] as const;
export type CampaignCsvField = (typeof CAMPAIGN_CSV_FIELDS)[number];

/** Columns that are written for the reader and passed over when the file comes back. */
export const CAMPAIGN_CSV_FIGURES = [
  'state',
  'spend_today',
  'spend',
  'impressions',
  'viewables',
  'clicks',
  'conversions',
] as const;

/** By how much amounts of many campaigns may change at once, in percent of each: −90 is less by 90 %. */
export const AMOUNT_PERCENT = { least: -90, most: 900 } as const;

/** What an amount is rounded to when it changes by a share: a budget to a cent, a bid to a hundredth of one. */
export const AMOUNT_STEP_MICROS = { daily_budget: 10_000, bid: 100 } as const;
export type ManyAmount = keyof typeof AMOUNT_STEP_MICROS;

/** How an amount of many campaigns changes: to one amount, or each by a share of it. */
export type AmountChange = { set_micros: number } | { percent: number };

const PER_CENT = 100;
/** What a change makes of an amount, in micros. Page and server ask the same: what is foretold is what comes. */
export function changedAmount(amount: ManyAmount, micros: number, change: AmountChange): number {
  if ('set_micros' in change) return change.set_micros;
  const step = AMOUNT_STEP_MICROS[amount];
  return Math.round((micros * (PER_CENT + change.percent)) / (PER_CENT * step)) * step;
}

/**
 * The field of a campaign that keeps its videos out of players, which neither count how often somebody saw an ad nor
 * measure whether they see it; null when none does.
 */
export function playerLimit(campaign: {
  frequency_cap: unknown;
  measured_only?: boolean | undefined;
}): 'frequency_cap' | 'measured_only' | null {
  if (campaign.frequency_cap !== null) return 'frequency_cap';
  return campaign.measured_only ? 'measured_only' : null;
}
