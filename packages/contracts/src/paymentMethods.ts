import { z } from 'zod';
import { timestamp } from './common';
import { PAYMENT_METHOD_KINDS } from './constants';

/**
 * A card to pay with or a bank account to be paid on. It lives at the gateway: what is kept here is the gateway's
 * token, which never leaves the server, and what its owner knows it by.
 */
export const paymentMethod = z.object({
  id: z.string(),
  kind: z.enum(PAYMENT_METHOD_KINDS),
  /** Where it is kept; a key of the `settings` namespace (`gateway.<name>`), else shown as it is. */
  gateway: z.string(),
  /** `Visa`, `Mastercard`; a bank's name; null when the gateway does not say. */
  brand: z.string().nullable(),
  last4: z.string().length(4),
  /** `2029-04`, the last month that a card works in; null for bank accounts. */
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  expired: z.boolean(),
  /** The one that is used unless another is chosen; there is exactly one as soon as there is any. */
  is_default: z.boolean(),
  created_at: timestamp,
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** GET /api/settings/payment-methods: the default first, then the newest. */
export const paymentMethodList = z.object({
  /** What may be added: a card for advertisers, a bank account for publishers. */
  kind: z.enum(PAYMENT_METHOD_KINDS),
  methods: z.array(paymentMethod),
  /** Gateways that can keep one; none: the operator has set up none, and nothing can be added. */
  gateways: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type PaymentMethodList = z.infer<typeof paymentMethodList>;

/** POST /api/settings/payment-methods/setups (recent proof; header Idempotency-Key): a visit to the gateway's page. */
export const paymentSetupRequest = z.object({ gateway: z.string().max(40) });
export type PaymentSetupRequest = z.infer<typeof paymentSetupRequest>;
export const paymentSetup = z.object({
  id: z.string(),
  /** The gateway's page, which sends the browser back to /settings/payment-methods?setup=<id>. */
  url: z.string(),
});
export type PaymentSetup = z.infer<typeof paymentSetup>;

/**
 * POST /api/settings/payment-methods (201, or 200 when it was taken in before; the method): takes in what the visit
 * `setup` left at the gateway. 404 for somebody else's, 409 SETUP_OPEN, SETUP_CANCELLED, SETUP_EXPIRED,
 * METHOD_DECLINED, TOO_MANY_METHODS, 502 GATEWAY_FAILED.
 */
export const paymentMethodInput = z.object({ setup: z.string().max(60) });
export type PaymentMethodInput = z.infer<typeof paymentMethodInput>;

/** PATCH /api/settings/payment-methods/:id (recent proof) makes it the default; answers the list. DELETE (recent proof) removes it. */
export const paymentMethodUpdate = z.object({ is_default: z.literal(true) });
export type PaymentMethodUpdate = z.infer<typeof paymentMethodUpdate>;
