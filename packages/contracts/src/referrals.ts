import { z } from 'zod';
import { accountStatus, role } from './accounts';
import { day, lineText, micros, plainText, timestamp } from './common';
import { REFERRAL_EARNING_STATES, REFERRAL_LINKS, REFERRAL_REASONS, REFERRAL_STATES } from './referralRules';

export const referralState = z.enum(REFERRAL_STATES);
export const referralReason = z.enum(REFERRAL_REASONS);
export const referralEarningState = z.enum(REFERRAL_EARNING_STATES);

/** What the network gives, as it stands today. */
export const referralTerms = z.object({
  currency: z.string(),
  /** Basis points of what somebody who was brought validly earned or paid for ads: 500 are 5 %. */
  publisher_share_bps: z.int(),
  advertiser_share_bps: z.int(),
  /** For so long after the sign-up. */
  months: z.int(),
  /** Validated earnings, or paid spend, from which on somebody is active and counts. */
  minimum_micros: micros,
  /** How long earnings are on hold. */
  hold_days: z.int(),
  /** How long a visitor of the link is remembered, unless the browser asks not to be followed. */
  cookie_days: z.int(),
});
export type ReferralTerms = z.infer<typeof referralTerms>;

/** Each step of the funnel, counted on the day it happened. */
const funnel = {
  clicks: z.int(),
  sign_ups: z.int(),
  active: z.int(),
  /** Less what was taken back. Booked on the day that the share is of. */
  earned_micros: micros,
};
export const referralFigures = z.object(funnel);
export type ReferralFigures = z.infer<typeof referralFigures>;

export const referralLink = z.object({
  id: z.string(),
  code: z.string(),
  /** The whole address to share. */
  url: z.string(),
  /** Null: the account's own first link, which cannot be renamed or archived. */
  label: z.string().nullable(),
  created_at: timestamp,
  archived_at: timestamp.nullable(),
  /** Of all time. */
  ...funnel,
});
export type ReferralLink = z.infer<typeof referralLink>;

/** GET /api/referrals: everything but the figures of a period. */
export const referralOverview = z.object({
  /** When the terms were agreed to and the first link was made; null: not yet, and `links` is empty. */
  joined_at: timestamp.nullable(),
  terms: referralTerms,
  /** The first link, then sub-links, newest first; archived ones last. */
  links: z.array(referralLink),
  /** On hold now, paid so far, and taken back so far. */
  held_micros: micros,
  released_micros: micros,
  returned_micros: micros,
  /** When the next of what is on hold is paid. */
  next_release: z.object({ at: day, micros }).nullable(),
});
export type ReferralOverview = z.infer<typeof referralOverview>;

/** POST /api/referrals/join: agrees to the terms, makes the first link (201; 200 when it was made before). The overview. */

const label = lineText.min(1, { error: 'Give the link a name' }).max(REFERRAL_LINKS.longestLabel);
/**
 * POST /api/referrals/links (201): a sub-link. 409 REFERRALS_NOT_JOINED, 409 REFERRAL_LABEL_TAKEN, 409 REFERRAL_LINKS_MOST.
 * PUT /api/referrals/links/{id}: another name; 409 REFERRAL_LABEL_TAKEN, 409 REFERRAL_FIRST_LINK.
 * Both answer `referralLink`, as do POST /api/referrals/links/{id}/archive (409 REFERRAL_FIRST_LINK) and
 * POST /api/referrals/links/{id}/restore (409 REFERRAL_LINKS_MOST), which may be sent twice.
 */
export const referralLinkInput = z.object({ label });
export type ReferralLinkInput = z.input<typeof referralLinkInput>;

/** GET /api/referrals/links/{id}/banners?locale= : pictures that the server draws, and what to paste. */
export const referralBanner = z.object({
  width: z.int(),
  height: z.int(),
  /** The picture, as `https://…/r/CODE/728x90.svg?lang=en`. */
  src: z.string(),
  /** What it says, for who does not see it. */
  alt: z.string(),
  /** Ready to paste into a page. */
  html: z.string(),
});
export type ReferralBanner = z.infer<typeof referralBanner>;
export const referralBannerQuery = z.object({ locale: plainText.max(20).optional() });
export const referralBanners = z.object({ banners: z.array(referralBanner) });
export type ReferralBanners = z.infer<typeof referralBanners>;

/** GET /api/referrals/funnel?from=&to=&link= (also /api/v1/referrals/funnel, scope read): days in UTC, 366 at most. */
export const referralFunnelQuery = z.object({ from: day, to: day, link: plainText.max(40).optional() });
export const referralFunnel = z.object({
  from: day,
  to: day,
  totals: referralFigures,
  /** Every link with a figure in the period, and every one that is not archived. With `link` that one alone. */
  links: z.array(
    referralFigures.extend({
      id: z.string(),
      label: z.string().nullable(),
      code: z.string(),
      archived: z.boolean(),
    }),
  ),
  /** Every day of the period, in order. */
  days: z.array(referralFigures.extend({ day })),
});
export type ReferralFunnel = z.infer<typeof referralFunnel>;

/** One day of one referral. Who it is is not told: `referral` tells one from another. */
export const referralEarning = z.object({
  id: z.string(),
  /** Of what happened on that day (UTC). */
  day,
  referral: z.string(),
  role: role.exclude(['admin']),
  link: z.object({ id: z.string(), label: z.string().nullable() }),
  amount_micros: micros,
  state: referralEarningState,
  /** When it is paid, was paid, or was taken back. */
  settles_on: day,
});
export type ReferralEarning = z.infer<typeof referralEarning>;
/** GET /api/referrals/earnings?before=&state= (also /api/v1/referrals/earnings, scope finance): newest first, 25 at a time. */
export const referralEarningQuery = z.object({
  /** `next` of the page before. */
  before: plainText.max(40).optional(),
  state: referralEarningState.optional(),
});
export const referralEarnings = z.object({
  earnings: z.array(referralEarning),
  next: z.string().nullable(),
});
export type ReferralEarnings = z.infer<typeof referralEarnings>;

/** GET /api/v1/referrals/links (scope read), POST /api/v1/referrals/links (scope write): as the page's. */
export const referralLinks = z.object({ links: z.array(referralLink) });
export type ReferralLinks = z.infer<typeof referralLinks>;

/** GET /api/operator/referrals?state&reason&search&before: newest first, 50 at a time. */
export const operatorReferralQuery = z.object({
  state: referralState.optional(),
  reason: referralReason.optional(),
  /** In either e-mail address, or a code. */
  search: lineText.max(200).optional(),
  /** Id of the last row that is known. */
  before: plainText.max(40).optional(),
});
export type OperatorReferralQuery = z.input<typeof operatorReferralQuery>;
const party = z.object({ id: z.int(), email: z.string(), role, status: accountStatus });
export const operatorReferral = z.object({
  id: z.string(),
  state: referralState,
  /** Set when it is refused. */
  reason: referralReason.nullable(),
  /** Null: the account was deleted. */
  referrer: party.nullable(),
  referred: party.nullable(),
  code: z.string(),
  label: z.string().nullable(),
  signed_up_at: timestamp,
  active_at: timestamp.nullable(),
  /** Nothing is earned of what comes later. */
  ends_on: day,
  held_micros: micros,
  released_micros: micros,
  returned_micros: micros,
});
export type OperatorReferral = z.infer<typeof operatorReferral>;
export const operatorReferrals = z.object({
  referrals: z.array(operatorReferral),
  /** Of the filter, on all pages. */
  total: z.int(),
  next: z.string().nullable(),
});
export type OperatorReferrals = z.infer<typeof operatorReferrals>;

/** GET /api/operator/referrals/{id} */
export const operatorReferralDetail = z.object({
  referral: operatorReferral,
  /** Validated earnings or paid spend so far, that `minimum_micros` of the terms is compared with. */
  base_micros: micros,
  /** Every rule against bringing oneself as it stood when it was looked at last, whether it was met or not. */
  rules: z.array(z.object({ reason: referralReason, met: z.boolean() })),
  checked_at: timestamp,
  terms: referralTerms,
  /** What was decided, newest first: by a rule (`by` null) or by staff. */
  decisions: z.array(
    z.object({
      state: referralState,
      reason: referralReason.nullable(),
      /** What staff wrote; empty of a rule. */
      note: z.string(),
      by: z.string().nullable(),
      decided_at: timestamp,
    }),
  ),
});
export type OperatorReferralDetail = z.infer<typeof operatorReferralDetail>;

/**
 * POST /api/operator/referrals/{id}/refuse and …/allow (recent proof), with what staff will read later: both answer
 * `operatorReferralDetail`. Refusing takes back what is on hold; what was paid stays paid. Allowing puts the rules aside
 * for good. 409 REFERRAL_DECIDED when it is so already, 409 REFERRAL_GONE when either account was deleted.
 */
export const operatorReferralDecision = z.object({
  note: plainText.trim().min(3, { error: 'Say why' }).max(500),
});
export type OperatorReferralDecision = z.input<typeof operatorReferralDecision>;
