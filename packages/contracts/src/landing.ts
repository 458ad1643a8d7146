import { z } from 'zod';
import { timestamp, webUrl } from './common';
import { LANDING_OUTCOMES } from './landingRules';

export const landingOutcome = z.enum(LANDING_OUTCOMES);
export type LandingOutcome = z.infer<typeof landingOutcome>;

/** POST /api/landing-checks: an address before it is saved; nothing is kept of it. */
export const landingCheckInput = z.object({ url: webUrl });
export type LandingCheckInput = z.infer<typeof landingCheckInput>;

/** What a look at a landing page found; its macros are filled in with example values. */
export const landingResult = z.object({
  /** The address with its macros as they are written. */
  url: z.string(),
  outcome: landingOutcome,
  /** Of the page's answer; null when there was none. */
  status: z.number().int().nullable(),
  /** Where the redirects ended; null when there were none, or no answer. */
  final_url: z.string().nullable(),
  /** Redirects on the way. */
  hops: z.number().int(),
  took_ms: z.number().int(),
  checked_at: timestamp,
});
export type LandingResult = z.infer<typeof landingResult>;

/** GET and POST /api/campaigns/{id}/landing-check: null when nobody has looked at the address it has now. */
export const landingCheck = z.object({
  result: landingResult.nullable(),
  /** Since when no page was found; null when the last look found one. */
  failing_since: timestamp.nullable(),
});
export type LandingCheck = z.infer<typeof landingCheck>;
