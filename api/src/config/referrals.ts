import { MICROS } from '@ezdash/contracts/constants';
import { z } from 'zod';
import { numberBetween } from './fields';

/** What the network gives for accounts that others bring. Who was brought keeps the terms of that day. */
export interface ReferralTermsConfig {
  /** Basis points of the validated earnings of a publisher who was brought. */
  publisherShareBps: number;
  /** Of the paid spend of an advertiser who was brought. */
  advertiserShareBps: number;
  /** For so long after the sign-up. */
  months: number;
  /** From so much on an account counts. */
  minimumMicros: bigint;
  holdDays: number;
}

const MOST_PERCENT = 50;
const BPS_PER_PERCENT = 100;
const error = `must be a number from 0 to ${MOST_PERCENT} with two decimals at most`;
const percent = z.coerce
  .number({ error })
  .refine((value) => value >= 0 && value <= MOST_PERCENT && Number.isInteger(Math.round(value * 1e6) / 1e4), {
    error,
  });

/** The variables about referrals. */
export const referralsEnvironment = {
  REFERRAL_PUBLISHER_PERCENT: percent.default(5),
  REFERRAL_ADVERTISER_PERCENT: percent.default(5),
  REFERRAL_MONTHS: numberBetween(1, 60).default(12),
  REFERRAL_MINIMUM: numberBetween(0, 100_000).default(10),
  REFERRAL_HOLD_DAYS: numberBetween(0, 180).default(30),
};
type ReferralSettings = z.output<z.ZodObject<typeof referralsEnvironment>>;

export const referralTermsOf = (set: ReferralSettings): ReferralTermsConfig => ({
  publisherShareBps: Math.round(set.REFERRAL_PUBLISHER_PERCENT * BPS_PER_PERCENT),
  advertiserShareBps: Math.round(set.REFERRAL_ADVERTISER_PERCENT * BPS_PER_PERCENT),
  months: set.REFERRAL_MONTHS,
  minimumMicros: BigInt(set.REFERRAL_MINIMUM) * BigInt(MICROS),
  holdDays: set.REFERRAL_HOLD_DAYS,
});
