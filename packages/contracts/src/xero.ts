import { z } from 'zod';
import { lineText, timestamp } from './common';

/** Payment of the specification. `type_color` and `status_color` are tones of the app: ok, warn, bad, mute. */
export const xeroPayment = z.object({
  id: z.string(),
  type: z.string(),
  type_color: z.string(),
  status: z.string(),
  status_color: z.string(),
  currency: z.string(),
  /** Decimal, as 1000.00. */
  amount: z.string(),
  /** What the balance got, bonus included; decimal. */
  credit: z.string(),
  gateway: z.string(),
  account_email: z.string(),
  transaction_id: z.string().nullable(),
  external_transaction_id: z.string().nullable(),
  created_at: timestamp,
  /** As `5 minutes ago`. */
  created_ago: z.string(),
  has_invoice: z.boolean(),
  invoice_id: z.string().nullable(),
});
export type XeroPayment = z.infer<typeof xeroPayment>;

/** Fields of the specification: GET /debug-tool/xero/status. The operator's page asks the same of GET /api/operator/xero. */
export const xeroStatus = z.object({
  /** connected; otherwise with credentials it is Expired, without Not Connected. */
  status: z.object({ connected: z.boolean(), has_credentials: z.boolean() }),
  token: z.object({ expires_human: z.string(), expires_in: z.int() }).nullable(),
  config: z.object({
    client_id: z.string(),
    /** Masked: the last four characters at most. */
    client_secret: z.string(),
    auto_create: z.boolean(),
    redirect_uri: z.string(),
  }),
  recent_payments: z.array(xeroPayment),
  actions: z.object({ auth_url: z.string(), package_auth_url: z.string() }),
  /** The organisation that is connected, and others that the sign-in opened. */
  tenant: z.object({ id: z.string(), name: z.string() }).nullable(),
  tenants: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Invoices that are wanted and not there yet, and those that Xero refused. */
  waiting: z.int(),
  failed: z.int(),
});
export type XeroStatus = z.infer<typeof xeroStatus>;

/** GET /debug-tool/xero/recent-payments: the latest 10. */
export const xeroPaymentList = z.object({ payments: z.array(xeroPayment) });
export type XeroPaymentList = z.infer<typeof xeroPaymentList>;

/** POST /debug-tool/xero/auth: 409 XERO_NO_KEYS without an app, 502 XERO_FAILED. */
export const xeroAuthAnswer = z.object({ success: z.boolean(), auth_url: z.string() });
export type XeroAuthAnswer = z.infer<typeof xeroAuthAnswer>;

/** POST /debug-tool/xero/invoice/{id}: 201, or 200 when there is one; 409 INVOICE_NOT_POSSIBLE, 409 XERO_NOT_CONNECTED, 502 XERO_FAILED. */
export const xeroInvoiceAnswer = z.object({
  success: z.boolean(),
  invoice_id: z.string(),
  invoice_number: z.string().nullable(),
});
export type XeroInvoiceAnswer = z.infer<typeof xeroInvoiceAnswer>;

/** What the popup tells the page that opened it. */
export const xeroMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('xero-auth-success') }),
  z.object({ type: z.literal('xero-auth-error'), error: z.string() }),
]);
export type XeroMessage = z.infer<typeof xeroMessage>;

/**
 * PUT /api/operator/xero (recent proof): which organisation, whether invoices are made by themselves, and the app that we
 * are at Xero when it is not in the environment (both together; 409 XERO_CONNECTED while another one's connection is there).
 */
export const xeroSettings = z.object({
  tenant_id: z.uuid().optional(),
  auto_create: z.boolean().optional(),
  client_id: lineText.min(1).max(120).optional(),
  client_secret: lineText.min(1).max(200).optional(),
});
export type XeroSettings = z.infer<typeof xeroSettings>;
