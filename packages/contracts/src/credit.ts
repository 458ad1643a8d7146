import { z } from 'zod';
import { micros, plainText, timestamp } from './common';
import { CREDIT_STATES } from './moneyRules';

/** Of a statement. */
export const creditState = z.enum(['open', 'settled', 'overdue']);
export type CreditState = z.infer<typeof creditState>;

/** GET /api/operator/credit-lines: who may owe, who owes and for how long. */
export const creditLine = z.object({
  account: z.object({ id: z.string(), email: z.string(), company: z.string(), account_type: z.string() }),
  state: z.enum(CREDIT_STATES),
  limit_micros: micros,
  owed_micros: micros,
  terms_days: z.int(),
  /** Debt by age since its due date: not due, 1–30 days, 31–60, 61–90, more. */
  ageing_micros: z.object({
    current: micros,
    days_30: micros,
    days_60: micros,
    days_90: micros,
    older: micros,
  }),
  note: z.string(),
  agreed_at: timestamp,
});
export type CreditLine = z.infer<typeof creditLine>;
export const creditLineList = z.object({ lines: z.array(creditLine) });
export type CreditLineList = z.infer<typeof creditLineList>;

/**
 * PUT /api/operator/credit-lines/:id (recent proof): agrees or changes a line. 409 TYPE_HAS_NO_CREDIT for an account
 * whose type has none. An overdue line opens by payment, not by hand: 409 LINE_OVERDUE.
 */
export const creditLineInput = z.object({
  limit_micros: micros.nonnegative().max(10_000_000 * 1_000_000),
  terms_days: z.int().min(1).max(90),
  state: z.enum(['open', 'paused', 'closed']),
  why: plainText.trim().min(3).max(500),
});
export type CreditLineInput = z.infer<typeof creditLineInput>;
