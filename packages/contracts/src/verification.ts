import { z } from 'zod';
import { timestamp } from './common';
import { VERIFICATION_METHODS, VERIFICATION_OUTCOMES } from './propertyRules';

export const verificationMethod = z.enum(VERIFICATION_METHODS);
export const verificationOutcome = z.enum(VERIFICATION_OUTCOMES);

/** What the last look found by one method. */
export const verificationFinding = z.object({
  method: verificationMethod,
  outcome: verificationOutcome,
  /** Of the site's answer; null when there was none, or of DNS. */
  status: z.number().int().nullable(),
  /** What was asked last: an address, or names of DNS. */
  address: z.string(),
  /** What stood there in place of the token, shortened; null when nothing did. */
  seen: z.string().nullable(),
});
export type VerificationFinding = z.infer<typeof verificationFinding>;

/** GET and POST /api/properties/{id}/verification: how the site is shown to be the publisher's, and whether it was. */
export const propertyVerification = z.object({
  property_id: z.string(),
  domain: z.string(),
  /** `lost`: it was verified, and the token is not there any more. */
  state: z.enum(['unverified', 'verified', 'lost']),
  /** What is to be put where, to copy. One of them is enough. */
  token: z.string(),
  meta_tag: z.string(),
  file: z.object({ url: z.string(), content: z.string() }),
  /** Any of the names. */
  dns: z.object({ names: z.array(z.string()), value: z.string() }),
  /** By which it was found; null unless it is verified. */
  method: verificationMethod.nullable(),
  verified_at: timestamp.nullable(),
  lost_at: timestamp.nullable(),
  checked_at: timestamp.nullable(),
  /** What the last look found, one for each method; empty when nobody has looked. */
  findings: z.array(verificationFinding),
  /** Of a verified property: looks one after the other that did not find the token, and since when. */
  failures: z.number().int(),
  failing_since: timestamp.nullable(),
  /** When the network looks again by itself; null: only when asked. */
  next_check_at: timestamp.nullable(),
});
export type PropertyVerification = z.infer<typeof propertyVerification>;
