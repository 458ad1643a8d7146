import { z } from 'zod';
import { lineText, positiveMicros, timestamp } from './common';
import { MAX_ROW } from './ids';

/**
 * POST /api/operator/deposits (recent proof; header Idempotency-Key): a bank transfer that came in and that nobody had
 * announced; 201 with the payment (`operatorPayment`), 200 when the same key has booked it before. The balance gets the whole
 * amount. The same `reference` counts once: 409 BANK_REFERENCE_USED, whose message names the earlier booking. 409
 * IDEMPOTENCY_KEY_USED for the same key with other contents; 422 with `errors` for an account that is no advertiser's or was
 * deleted, a part of a cent, and more than can be booked at once.
 */
export const operatorDeposit = z.object({
  advertiser_id: z.int().min(1).max(MAX_ROW),
  amount_micros: positiveMicros,
  /** The bank's own, as its statement has it. */
  reference: lineText.min(1).max(120),
  /** When it came in; now unless given. It is booked now in either case. */
  occurred_at: timestamp.optional(),
});
export type OperatorDeposit = z.input<typeof operatorDeposit>;
