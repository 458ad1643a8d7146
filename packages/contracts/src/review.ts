import { z } from 'zod';
import { campaign } from './campaigns';
import { plainText, timestamp } from './common';

/** What a reviewer may tick; texts under `debug:review.reason.<code>`. */
export const REJECTION_REASONS = ['misleading', 'landing-page', 'category', 'quality', 'rights'] as const;
export const rejectionReason = z.enum(REJECTION_REASONS);

/** GET /api/operator/reviews: campaigns in review, oldest first. */
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
    }),
  ),
  decided_today: z.number().int(),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

/** POST /api/operator/reviews/{campaign id} */
export const reviewDecision = z
  .object({
    decision: z.enum(['approve', 'reject']),
    reasons: z.array(rejectionReason),
    message: plainText.trim().max(1_000),
  })
  .refine((d) => d.decision === 'approve' || d.reasons.length > 0, {
    path: ['reasons'],
    error: 'To reject, say why',
  });
export type ReviewDecision = z.infer<typeof reviewDecision>;
