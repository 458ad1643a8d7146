/** Rules of help and support that pages need without the schemas. */
export const CONVERSATION_STATES = ['open', 'waiting', 'solved'] as const;

export const SUPPORT_LIMITS = {
  subject: 140,
  message: 4_000,
  attachments: 5,
  attachmentBytes: 10 * 1024 * 1024,
  /** Kept for one account, all together. */
  accountBytes: 200 * 1024 * 1024,
} as const;
/** What a file may be, found from its bytes and not from its name. */
export const ATTACHMENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/csv',
] as const;

/**
 * Facts of each kind of finding: those its sentence needs (never null), and those of the rows below it (left out or null
 * when they are not known). `_micros` is money, `_at` a timestamp, `_share` from 0 to 1, `_percent` from 0 to 100, others
 * are counts or words.
 */
export const FINDING_FACTS = {
  'campaign-budget-reached': {
    sentence: ['budget_micros', 'reached_at', 'resumes_at', 'spend_micros', 'lowest_micros'],
    rows: ['auctions', 'would_win', 'would_cost_micros', 'suggested_micros'],
  },
  'campaign-total-reached': { sentence: ['budget_micros', 'reached_at'], rows: [] },
  /** What is left of the total budget is less than the lowest bid. */
  'campaign-total-rest': {
    sentence: ['budget_micros', 'reached_at', 'spend_micros', 'lowest_micros'],
    rows: ['left_micros'],
  },
  'campaign-unfunded': {
    sentence: ['available_micros', 'lowest_micros'],
    rows: ['since_at', 'daily_budget_micros'],
  },
  'campaign-paused-by-user': { sentence: ['since_at'], rows: [] },
  /** `reason`: its `state_reason`. */
  'campaign-paused-by-system': { sentence: ['since_at'], rows: ['reason'] },
  /** `reasons`: codes of REJECTION_REASONS, joined by commas; `message`: the reviewer's words. */
  'campaign-stopped': { sentence: ['stopped_at'], rows: ['message'] },
  'campaign-rejected': { sentence: ['rejected_at'], rows: ['reasons', 'message'] },
  'campaign-in-review': { sentence: ['submitted_at'], rows: ['ahead'] },
  'campaign-scheduled': { sentence: ['starts_at'], rows: [] },
  'campaign-completed': { sentence: ['completed_at'], rows: ['impressions'] },
  'campaign-loses-auctions': {
    sentence: ['lost_share', 'auctions'],
    rows: ['won', 'outbid_share', 'below_floor_share', 'bid_micros', 'raise_percent'],
  },
  'campaign-targeting-narrow': { sentence: ['left_out_share', 'auctions'], rows: ['dimension', 'won'] },
  /** Nothing is the matter: impressions and money of the UTC day. `state`: a state of the campaign. */
  'campaign-delivers': { sentence: ['impressions', 'spend_micros', 'daily_budget_micros'], rows: ['state'] },
  'property-pending': { sentence: ['submitted_at'], rows: [] },
  'property-stopped': { sentence: ['stopped_at'], rows: ['message'] },
  'zone-stopped': { sentence: ['stopped_at'], rows: ['message'] },
  'property-rejected': { sentence: ['rejected_at'], rows: ['reasons', 'message'] },
  'zone-no-tag': { sentence: ['created_at'], rows: ['property'] },
  'zone-low-fill': { sentence: ['fill_share', 'requests'], rows: ['filled', 'floor_micros'] },
  'zone-delivers': { sentence: ['requests', 'fill_share'], rows: [] },
  /** `status`: of the account. */
  'account-not-active': { sentence: ['status'], rows: ['reason'] },
} as const;

/** Findings that say that all is well: they answer nothing, and a person is asked all the same. */
export const WELL_FINDINGS = ['campaign-delivers', 'zone-delivers'] as const;
