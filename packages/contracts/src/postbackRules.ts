/** What a report says of a conversion: it counts, it may come to count, or it never does (any more). */
export const CONVERSION_STATUSES = ['approved', 'pending', 'rejected'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Words that trackers and shops have for them; in whatever letters. Any other reports a conversion that counts. */
const STATUS_WORDS: Readonly<Record<ConversionStatus, readonly string[]>> = {
  approved: ['approved', 'approve', 'confirmed', 'paid', 'sale', 'rebill', 'success', '1'],
  pending: ['pending', 'hold', 'lead', 'new', 'waiting', '0'],
  rejected: [
    ...['rejected', 'reject', 'declined', 'decline', 'denied', 'cancelled', 'canceled', 'cancel', 'trash'],
    ...[
      'refund',
      'refunded',
      'chargeback',
      'reversed',
      'reversal',
      'void',
      'voided',
      'invalid',
      'fraud',
      '2',
    ],
  ],
};

/** The status behind a tracker's word; null for a word that nobody knows. */
export function conversionStatusOf(word: string): ConversionStatus | null {
  const tidy = word.trim().toLowerCase();
  return CONVERSION_STATUSES.find((status) => STATUS_WORDS[status].includes(tidy)) ?? null;
}

/** How a goal values conversions: not at all, at one amount, or at what is reported. */
export const GOAL_VALUE_KINDS = ['none', 'fixed', 'dynamic'] as const;
/** What becomes of a report that repeats one that is counted. */
export const GOAL_REPEATS = ['reject', 'new', 'update'] as const;
export const GOAL_KEYS = {
  /** The old key may go on opening for so long, in hours. */
  longestOverlapHours: 168,
  defaultOverlapHours: 24,
} as const;
export const MOST_ALLOWED_ADDRESSES = 20;

/** Macros that the address of an outgoing postback may carry, written `{click_id}`. */
export const OUTGOING_MACROS = [
  'click_id',
  'conversion_id',
  'goal',
  'status',
  'value',
  'currency',
  'tx',
  'time',
  'test',
] as const;
export type OutgoingMacro = (typeof OUTGOING_MACROS)[number];

export const OUTGOING_POSTBACKS = { most: 20, longestUrl: 2_000, mostSentAgain: 1_000 } as const;
export const POSTBACK_CALL_STATES = ['waiting', 'delivered', 'dead'] as const;
export const POSTBACK_LOG = { keptDays: 14, mostRows: 10_000, page: 25 } as const;
