import { z } from 'zod';
import { lineText, micros, plainText, positiveMicros, timestamp } from './common';
import { compareInstants } from './instants';
import { PROMO_REFUSALS, PROMO_TYPES } from './moneyRules';

export const promoType = z.enum(PROMO_TYPES);
export type PromoType = z.infer<typeof promoType>;
const code = lineText.toUpperCase().max(40);

/** A public code that its reader can use now. GET /api/advertiser/promo-codes */
export const offeredPromo = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  discount_type: promoType,
  /** Percent, or currency units. */
  discount_value: z.number(),
  bonus_most_micros: micros.nullable(),
  minimum_micros: micros.nullable(),
  valid_until: timestamp.nullable(),
});
export type OfferedPromo = z.infer<typeof offeredPromo>;
export const offeredPromoList = z.object({ promo_codes: z.array(offeredPromo) });
export type OfferedPromoList = z.infer<typeof offeredPromoList>;

/** POST /api/advertiser/promo-codes/preview: nothing is used up. `amount_micros` of the deposit; null: none is meant. */
export const promoPreviewRequest = z.object({ code, amount_micros: positiveMicros.nullable() });
export type PromoPreviewRequest = z.input<typeof promoPreviewRequest>;
export const promoPreview = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), promo: offeredPromo, bonus_micros: micros }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(PROMO_REFUSALS),
    /** When it starts or ended, what the minimum is, in which currency: what the reason's text needs. */
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type PromoPreview = z.infer<typeof promoPreview>;

/** POST /api/advertiser/promo-codes/redeem (201; 200 when it was sent before): a bonus balance. 409 PROMO_REFUSED with `reason`. */
export const promoRedeemRequest = z.object({ use_id: z.uuid(), code });
export type PromoRedeemRequest = z.input<typeof promoRedeemRequest>;
export const promoRedeemed = z.object({ code: z.string(), bonus_micros: micros });
export type PromoRedeemed = z.infer<typeof promoRedeemed>;

/** A code with every field of the specification: GET /debug-tool/promo-codes, GET /api/operator/promo-codes. */
export const promoCode = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  discount_type: promoType,
  discount_value: z.number(),
  is_active: z.boolean(),
  is_public: z.boolean(),
  is_expired: z.boolean(),
  is_not_started: z.boolean(),
  is_usage_exhausted: z.boolean(),
  usage_count: z.int(),
  usage_limit: z.int().nullable(),
  /** 0–100; null without a limit. */
  usage_percentage: z.number().nullable(),
  /** In currency units. */
  minimum_amount: z.number().nullable(),
  minimum_amount_currency: z.string(),
  valid_from: timestamp.nullable(),
  valid_until: timestamp.nullable(),
  /** Name or e-mail address. */
  creator: z.string().nullable(),
});
export type PromoCode = z.infer<typeof promoCode>;
export const promoCodeList = z.object({
  data: z.array(promoCode),
  total: z.int(),
  active_count: z.int(),
  expired_count: z.int(),
  exhausted_count: z.int(),
});
export type PromoCodeList = z.infer<typeof promoCodeList>;

/** What the operator's page knows beyond it. */
export const operatorPromoCode = promoCode.extend({
  bonus_most_micros: micros.nullable(),
  per_account_limit: z.int(),
  new_accounts_only: z.boolean(),
  account_types: z.array(z.string()),
  account: z.string().nullable(),
  /** Bonus given by it, less what was taken back. */
  given_micros: micros,
  /** Deposits that it came with. */
  deposited_micros: micros,
});
export type OperatorPromoCode = z.infer<typeof operatorPromoCode>;
export const operatorPromoCodeList = promoCodeList.extend({ data: z.array(operatorPromoCode) });
export type OperatorPromoCodeList = z.infer<typeof operatorPromoCodeList>;

/**
 * POST /api/operator/promo-codes (201), PUT /api/operator/promo-codes/:id (recent proof). The code and its type are fixed
 * once it was used: 409 PROMO_IN_USE.
 */
export const promoCodeInput = z
  .object({
    code: code.regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, {
      error: 'Use 3 to 40 letters, digits, dashes and underscores',
    }),
    name: lineText.min(1).max(120),
    description: plainText.trim().max(500).default(''),
    discount_type: promoType,
    /** Percent (two decimals) or currency units (two decimals). */
    discount_value: z.number().positive().max(1_000_000),
    bonus_most_micros: positiveMicros.nullable().default(null),
    is_active: z.boolean(),
    is_public: z.boolean(),
    usage_limit: z.int().positive().max(1_000_000).nullable(),
    per_account_limit: z.int().positive().max(1_000).default(1),
    minimum_amount: z.number().positive().max(1_000_000).nullable(),
    new_accounts_only: z.boolean().default(false),
    account_types: z.array(plainText.max(40)).max(5).default([]),
    /** E-mail address of the one account that it is for. */
    account: lineText.max(254).nullable().default(null),
    valid_from: timestamp.nullable(),
    valid_until: timestamp.nullable(),
  })
  .refine(({ valid_from: from, valid_until: until }) => !from || !until || compareInstants(from, until) < 0, {
    path: ['valid_until'],
    error: 'It ends before it begins',
  });
export type PromoCodeInput = z.input<typeof promoCodeInput>;
