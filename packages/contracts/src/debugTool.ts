import { z } from 'zod';
import { plainText, timestamp } from './common';

/** POST /debug-tool/activate */
export const debugActivateRequest = z.object({ admin_email: plainText, admin_password: z.string() });
export type DebugActivateRequest = z.infer<typeof debugActivateRequest>;
export const debugSession = z.object({
  session_token: z.string(),
  expires_at: timestamp,
  admin: z.object({ email: z.string() }),
});
export type DebugSession = z.infer<typeof debugSession>;

/** GET /debug-tool/verify */
export const debugVerify = z.object({
  valid: z.boolean(),
  expires_at: timestamp,
  admin: z.object({ email: z.string() }),
});
export type DebugVerify = z.infer<typeof debugVerify>;

/** GET /debug-tool/audit/check: whether the chain of audited calls is untouched. */
export const debugAuditCheck = z.object({
  whole: z.boolean(),
  /** The first row that does not fit to the one before it; a decimal number. */
  broken_row: z.string().nullable(),
});
export type DebugAuditCheck = z.infer<typeof debugAuditCheck>;

/** GET /debug-tool/page-data */
export const debugPageData = z.object({
  timestamp,
  uri: z.string(),
  url: z.string(),
  authenticated: z.boolean(),
  user: z.object({ id: z.number().int(), email: z.string(), role: z.string() }).nullable(),
  /** Bytes of the server's resident memory. */
  memory_usage: z.number().int(),
  is_spa: z.boolean(),
});
export type DebugPageData = z.infer<typeof debugPageData>;

/** POST /debug-tool/log */
export const debugLogEntry = z.object({
  level: z.enum(['info', 'warning', 'error']),
  message: z.string().max(2_000),
  data: z.unknown(),
  timestamp,
});
export type DebugLogEntry = z.infer<typeof debugLogEntry>;
