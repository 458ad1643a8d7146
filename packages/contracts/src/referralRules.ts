/** Rules about referrals that both sides know; no zod here. */

/** How long a visitor of a referral link is remembered by a cookie. */
export const REFERRAL_COOKIE_DAYS = 30;
/** What a code looks like; the first link's and those of sub-links are of one kind. */
export const REFERRAL_CODE = { pattern: /^[a-z0-9]{8}$/, parameter: 'ref' } as const;
/** `most` are in use; archived ones can be restored and renamed. */
export const REFERRAL_LINKS = { most: 50, mostWithArchived: 500, longestLabel: 60 } as const;

/** What becomes of somebody who was brought. Stored: only add. */
export const REFERRAL_STATES = ['pending', 'active', 'refused'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];
/** Why somebody counts for nobody, in the order they are looked at. `operator`: staff decided. Stored: only add. */
export const REFERRAL_REASONS = [
  'same-account',
  'same-email',
  'same-domain',
  'same-payment',
  'same-company',
  'same-device',
  'operator',
] as const;
export type ReferralReason = (typeof REFERRAL_REASONS)[number];
/** What becomes of a day's earnings: on hold, paid to cash or payable, or taken back. */
export const REFERRAL_EARNING_STATES = ['held', 'released', 'returned'] as const;
export type ReferralEarningState = (typeof REFERRAL_EARNING_STATES)[number];

/** The banners a link comes with. */
export const REFERRAL_BANNERS = [
  { width: 728, height: 90 },
  { width: 300, height: 250 },
  { width: 160, height: 600 },
  { width: 320, height: 50 },
] as const;
/** Rows of a page of earnings, and of the operators' list; the longest span of a funnel in days. */
export const REFERRAL_PAGES = { earnings: 25, operator: 50, mostDays: 366 } as const;
