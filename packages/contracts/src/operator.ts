import { z } from 'zod';
import { accountStatus, role } from './accounts';
import { lineText, plainText, timestamp } from './common';
import { CATEGORIES, PROPERTY_STATES, ZONE_KINDS, ZONE_STATES } from './constants';
import { debugSessionRow, debugUser } from './debugTool';
import { MAX_ROW } from './ids';
import { operatorAccess } from './operatorAccounts';
import { VERIFICATION_METHODS } from './propertyRules';

/** GET /api/operator/overview: what waits for the network's staff. Counts and the oldest of each, null when nothing waits. */
const waiting = z.object({ count: z.int(), oldest_at: timestamp.nullable() });
export const operatorOverview = z.object({
  /** Campaigns whose creatives wait for a decision. */
  campaigns: waiting,
  properties: waiting,
  conversations: waiting,
  /** Bank transfers that were announced and have not arrived. */
  bank_transfers: waiting,
  /** Asked for and not yet decided; approved and not yet sent. */
  payouts_requested: waiting,
  payouts_approved: waiting,
  /** Accounts that are pending. */
  accounts: waiting,
  dead_letters: waiting,
  /** Invoices that Xero refused. */
  failed_invoices: waiting,
  /** What this admin changed today (UTC), newest first, at most 10. */
  recent: z.array(
    z.object({
      id: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.int(),
      happened_at: timestamp,
    }),
  ),
});
export type OperatorOverview = z.infer<typeof operatorOverview>;

/** GET /api/operator/users?search&role&status&before: newest first, 50 at a time. */
export const operatorUserQuery = z.object({
  search: lineText.max(200).optional(),
  role: role.optional(),
  status: accountStatus.optional(),
  /** Id of the last row that is known. */
  before: z.coerce.number().int().min(1).max(MAX_ROW).optional(),
});
export type OperatorUserQuery = z.infer<typeof operatorUserQuery>;
export const operatorUserRow = debugUser
  .pick({
    id: true,
    email: true,
    role: true,
    verified: true,
    status: true,
    account_type: true,
    created_at: true,
    last_login_at: true,
  })
  .extend({
    name: z.string(),
    /** As in the page's figures; micros. */
    balance: z.int(),
    /** When the owner's wish to delete the account is carried out. */
    deletes_at: timestamp.nullable(),
  });
export type OperatorUserRow = z.infer<typeof operatorUserRow>;
export const operatorUsers = z.object({ users: z.array(operatorUserRow), total: z.int() });
export type OperatorUsers = z.infer<typeof operatorUsers>;

/** GET /api/operator/users/{id} */
export const operatorUserDetail = z.object({
  user: debugUser,
  status_reason: z.string().nullable(),
  features: z.record(z.string(), z.boolean()),
  campaigns: z.object({ total: z.int(), running: z.int() }).nullable(),
  properties: z.object({ total: z.int(), approved: z.int() }).nullable(),
  /** Of an advertiser: the operator who looks after it; null while nobody does. Left out for others. */
  manager: z.object({ id: z.int(), name: z.string(), active: z.boolean() }).nullable().optional(),
  access: operatorAccess,
  /**
   * What staff changed, newest first, at most 10. Of `sign_ins` and `second_step`, `from` is how many sign-ins were ended
   * and `reason` is what staff wrote beside it.
   */
  changes: z.array(
    z.object({
      property: z.string(),
      from: z.string(),
      to: z.string(),
      reason: z.string().nullable(),
      by: z.string(),
      changed_at: timestamp,
    }),
  ),
});
export type OperatorUserDetail = z.infer<typeof operatorUserDetail>;
/** POST /api/operator/users/{id}/status (recent proof): 409 LAST_ADMIN, 422 without a reason for its owner to read. */
export const operatorStatusChange = z.object({
  status: accountStatus,
  reason: plainText.trim().max(500).nullable(),
});
export type OperatorStatusChange = z.infer<typeof operatorStatusChange>;
/** POST /api/operator/users/{id}/account-type (recent proof). Both answer `operatorUserDetail`. */
export const operatorTypeChange = z.object({ account_type_id: z.int() });
/**
 * POST /api/operator/users/{id}/manager (recent proof): who looks after an advertiser's account, or nobody. Its owner sees
 * it while the account type has managed campaigns. 422 for who is no active operator, 409 NOT_ADVERTISER. Answers
 * `operatorUserDetail`.
 */
export const operatorManagerChange = z.object({ manager_id: z.int().positive().max(MAX_ROW).nullable() });
export type OperatorManagerChange = z.infer<typeof operatorManagerChange>;

/** GET /api/operator/audit?before&admin&path&refused&changes: calls of the debug tool and the console, newest first, 50 at a time. */
export const operatorAuditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  admin: lineText.max(254).optional(),
  path: lineText.max(200).optional(),
  /** Only what was refused. */
  refused: z.enum(['true', 'false']).optional(),
  /** Only what changed something: carried out, and neither a look (GET, HEAD) nor a line of the log. Nothing with `refused`. */
  changes: z.enum(['true', 'false']).optional(),
});
export const operatorAuditRow = z.object({
  /** Decimal. */
  id: z.string(),
  admin: z.string().nullable(),
  debug_session_id: z.int().nullable(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  detail: z.record(z.string(), z.unknown()),
  happened_at: timestamp,
  hash: z.string(),
});
export type OperatorAuditRow = z.infer<typeof operatorAuditRow>;
export const operatorAudit = z.object({ rows: z.array(operatorAuditRow), more: z.boolean() });
export type OperatorAudit = z.infer<typeof operatorAudit>;
/** GET /api/operator/debug-sessions, POST /api/operator/debug-sessions/{id}/end: as those of the debug tool. */
export const operatorDebugSessions = z.object({ sessions: z.array(debugSessionRow) });
export type OperatorDebugSessions = z.infer<typeof operatorDebugSessions>;

/** GET /api/operator/properties?state=: sites that wait for a decision (pending), those that wait longest first. */
export const operatorProperty = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  category: z.enum(CATEGORIES),
  language: z.string(),
  state: z.enum(PROPERTY_STATES),
  state_reason: z.string().nullable(),
  created_at: timestamp,
  zone_count: z.int(),
  /** Those that are not archived, in the order they were made. */
  zones: z.array(
    z.object({
      id: z.string().optional(),
      state: z.enum(ZONE_STATES).optional(),
      name: z.string(),
      kind: z.enum(ZONE_KINDS),
      width: z.int(),
      height: z.int(),
      /** When the tag on the site last asked for an ad; null: never. */
      last_request_at: timestamp.nullable(),
    }),
  ),
  /** Properties of other publishers with the same domain. */
  same_domain: z.int(),
  /** The domain as people read it, when it has letters beyond ASCII. */
  domain_shown: z.string().optional(),
  /** By which the publisher has shown that the site is theirs; null: not at all. */
  verification: z
    .object({ method: z.enum(VERIFICATION_METHODS), verified_at: timestamp })
    .nullable()
    .optional(),
  /** Properties of other publishers, verified or approved, whose domain looks like this one. */
  lookalikes: z.array(z.string()).optional(),
  publisher: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    status: accountStatus,
    /** How many of their properties are approved. */
    approved: z.int(),
  }),
});
export type OperatorProperty = z.infer<typeof operatorProperty>;
export const operatorPropertyQueue = z.object({ properties: z.array(operatorProperty) });
export type OperatorPropertyQueue = z.infer<typeof operatorPropertyQueue>;
/** POST /api/operator/properties/{id}: whether ads may be shown there; the publisher reads the message. */
export const propertyDecision = z
  .object({ decision: z.enum(['approve', 'reject']), message: plainText.trim().max(1_000).default('') })
  .refine((decision) => decision.decision === 'approve' || decision.message !== '', {
    path: ['message'],
    error: 'To reject, say why',
  });
export type PropertyDecision = z.infer<typeof propertyDecision>;
