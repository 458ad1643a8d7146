/** Rules about traffic that is taken back, which both sides know; no zod here. */

/** What may be found of traffic after it was counted; codes are those of INVALID_REASONS. */
export const LATER_REASONS = ['sivt', 'data-centre', 'bot', 'internal', 'rate'] as const;
/** Single decisions of one reversal, days of its span, and the characters of why. */
export const REVERSAL = { mostDecisions: 10_000, mostDays: 366, longestWhy: 500 } as const;
