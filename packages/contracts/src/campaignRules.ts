/** Segments above the list of campaigns, in this order. `all` leaves the archived ones out: they are put away. */
export const CAMPAIGN_GROUPS = ['all', 'running', 'needsYou', 'paused', 'drafts', 'archived'] as const;
export type CampaignGroup = (typeof CAMPAIGN_GROUPS)[number];

/** States of the segments; `all` is every state but archived. */
export const CAMPAIGN_GROUP_STATES = {
  running: ['running'],
  needsYou: ['rejected', 'unfunded', 'budgetReached', 'pausedBySystem'],
  paused: ['pausedByUser'],
  drafts: ['draft'],
  archived: ['archived'],
} as const;

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

/** A click more or less turns the rate of fewer impressions round: such a rate is not shown. */
export const LEAST_IMPRESSIONS = { rate: 100, price: 1_000 } as const;

export const CAMPAIGN_LIST = {
  /** Of one answer. */
  mostRows: 200,
  /** That one call acts on. */
  mostAtOnce: 500,
  mostViews: 50,
  mostViewName: 60,
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
