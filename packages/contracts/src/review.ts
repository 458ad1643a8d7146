import { z } from 'zod';
import { campaign } from './campaigns';
import { plainText, timestamp } from './common';
import { landingResult } from './landing';
import { stop } from './stops';

/** POST /api/operator/reviews/{campaign id}/landing-check: looks at the landing page now, and keeps what was found. */
export const reviewLanding = z.object({ landing: landingResult.nullable() });
export type ReviewLanding = z.infer<typeof reviewLanding>;

/** What a reviewer may tick; texts under `debug:review.reason.<code>`. */
export const REJECTION_REASONS = ['misleading', 'landing-page', 'category', 'quality', 'rights'] as const;
export const rejectionReason = z.enum(REJECTION_REASONS);

/** GET /api/operator/reviews: campaigns in review, oldest first, a hundred at most. */
export const reviewQueue = z.object({
  reviews: z.array(
    z.object({
      campaign,
      advertiser: z.object({
        id: z.number().int(),
        name: z.string(),
        email: z.string(),
        account_type: z.string(),
        approved: z.number().int(),
        decided: z.number().int(),
      }),
      submitted_at: timestamp,
      /** What the network found at the landing page; null: nobody has looked at the address it has now. */
      landing: landingResult.nullable().optional(),
      /** Display URLs of its text ads that name another domain than the landing page's. */
      foreign_display_urls: z.array(z.string()).optional(),
      /** In force for the campaign or for files of its creatives: an approval lifts those of what it approves. */
      stops: z.array(stop).optional(),
    }),
  ),
  /** Campaigns in review in all, shown here or not. */
  waiting: z.number().int().optional(),
  /** Creatives of all of them. */
  waiting_creatives: z.number().int().optional(),
  decided_today: z.number().int(),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

/** A creative that is rejected by itself: its owner reads the reasons there. */
export const creativeRejection = z.object({
  id: z.string(),
  reasons: z.array(rejectionReason).min(1, { error: 'To reject a creative, say why' }),
  message: plainText.trim().max(1_000),
});
export type CreativeRejection = z.infer<typeof creativeRejection>;

/**
 * POST /api/operator/reviews/{campaign id}. Without `creatives` all of them share the campaign's verdict; with some, these
 * are rejected and the others approved, whatever becomes of the campaign. An approved campaign runs with the others. 422
 * under `creatives` for an HTML5 creative whose click nobody has seen work.
 */
export const reviewDecision = z
  .object({
    decision: z.enum(['approve', 'reject']),
    reasons: z.array(rejectionReason),
    message: plainText.trim().max(1_000),
    creatives: z.array(creativeRejection).max(20).optional(),
    /** HTML5 creatives whose click the reviewer made in the preview and saw open the click's address. */
    clicked: z.array(z.string()).max(20).optional(),
  })
  .refine((d) => d.decision === 'approve' || d.reasons.length > 0, {
    path: ['reasons'],
    error: 'To reject, say why',
  });
export type ReviewDecision = z.infer<typeof reviewDecision>;
