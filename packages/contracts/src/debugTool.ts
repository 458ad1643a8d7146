import { z } from 'zod';
import { accountStatus, accountType, user } from './accounts';
import { lineText, plainText, timestamp } from './common';
import { MAX_ROW } from './ids';
import { remoteName } from './remotes';

/**
 * POST /debug-tool/activate. An admin with an authenticator app is answered 422 CODE_NEEDED until `code` comes along: six
 * digits, or a recovery code. 422 FIELDS_MISSING, WRONG_CREDENTIALS, CODE_WRONG; 429 at the sixth wrong try in 15 minutes.
 */
export const debugActivateRequest = z.object({
  admin_email: plainText,
  admin_password: z.string(),
  code: lineText.max(40).optional(),
});
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

/** User of the specification, with its balances in micros. */
export const debugUser = user.pick({
  id: true,
  email: true,
  role: true,
  verified: true,
  status: true,
  account_type: true,
  username: true,
  created_at: true,
  last_login_at: true,
  profile: true,
  balance: true,
});
export type DebugUser = z.infer<typeof debugUser>;

/** Whose eyes the page is seen with: nothing can be changed meanwhile. Also `view` of the page's bootstrap JSON. */
export const debugView = z.object({
  user: z.object({ id: z.int(), email: z.string(), name: z.string() }),
  admin: z.object({ email: z.string() }),
  ends_at: timestamp,
});
export type DebugView = z.infer<typeof debugView>;

/** GET /debug-tool/user/current: whom the page belongs to, null for a guest. */
export const debugUserAnswer = z.object({ user: debugUser.nullable() });
export type DebugUserAnswer = z.infer<typeof debugUserAnswer>;

export const DEBUG_PROPERTIES = ['status', 'account_type'] as const;
/**
 * POST /debug-tool/user/update-property, for the page's user (recent proof). An account type is sent by its id. With a
 * `reason` a status is an operator's verdict, and its owner is told by mail; without one it is a trial, and nobody is.
 */
export const debugPropertyUpdate = z.discriminatedUnion('property', [
  z.object({
    property: z.literal('status'),
    value: accountStatus,
    reason: plainText.trim().max(500).optional(),
  }),
  z.object({ property: z.literal('account_type'), value: z.int() }),
]);
export type DebugPropertyUpdate = z.infer<typeof debugPropertyUpdate>;

/** One change made by the tool; `from` and `to` are texts as they are stored (a status, an account type's id). */
export const debugPropertyChange = z.object({
  id: z.int(),
  user: z.object({ id: z.int(), email: z.string() }),
  property: z.enum(DEBUG_PROPERTIES),
  from: z.string(),
  to: z.string(),
  changed_at: timestamp,
  undone_at: timestamp.nullable(),
  /** It was not undone, and nobody changed the property since. */
  can_undo: z.boolean(),
});
export type DebugPropertyChange = z.infer<typeof debugPropertyChange>;

/** Answer of update-property and of undo; `change` is null when everything was as wished already. */
export const debugPropertyAnswer = z.object({ user: debugUser, change: debugPropertyChange.nullable() });
export type DebugPropertyAnswer = z.infer<typeof debugPropertyAnswer>;

/** GET /debug-tool/user/changes: the latest 10 of the page's user, newest first. */
export const debugPropertyChanges = z.object({ changes: z.array(debugPropertyChange) });
export type DebugPropertyChanges = z.infer<typeof debugPropertyChanges>;
/** POST /debug-tool/user/undo (recent proof): 404; 409 CHANGED_SINCE when it is not as that change left it. */
export const debugUndoRequest = z.object({ change_id: z.int().min(1).max(MAX_ROW) });

/** GET /debug-tool/account-types */
export const debugAccountTypes = z.object({ account_types: z.array(accountType) });
export type DebugAccountTypes = z.infer<typeof debugAccountTypes>;
/** GET /debug-tool/user/features: of the page's user; {} for a guest. */
export const debugFeatures = z.object({ features: z.record(z.string(), z.boolean()) });
export type DebugFeatures = z.infer<typeof debugFeatures>;

/** GET /debug-tool/users?search=: at most 10 advertisers and publishers by id, e-mail address, name or company. */
export const debugFoundUsers = z.object({
  users: z.array(
    debugUser.pick({ id: true, email: true, role: true, status: true }).extend({ name: z.string() }),
  ),
});
export type DebugFoundUsers = z.infer<typeof debugFoundUsers>;
/**
 * POST /debug-tool/view (recent proof): see the pages as an advertiser or publisher sees them, for 30 minutes at most, read
 * only. 404, 409 VIEW_NOT_POSSIBLE (an admin's account). POST /debug-tool/view/stop ends it. The page is loaded anew after both.
 */
export const debugViewRequest = z.object({ user_id: z.int().min(1).max(MAX_ROW) });
export const debugViewAnswer = z.object({ view: debugView.nullable() });
export type DebugViewAnswer = z.infer<typeof debugViewAnswer>;

/**
 * POST /debug-tool/prove: opens for five minutes what answers 403 REAUTH_REQUIRED. 422 WRONG_PASSWORD, CODE_NEEDED, CODE_WRONG;
 * counted as tries to activate are.
 */
export const debugProveRequest = z.object({
  password: z.string(),
  code: lineText.max(40).optional(),
});
export type DebugProveRequest = z.infer<typeof debugProveRequest>;
export const debugProveAnswer = z.object({ proven_until: timestamp });
export type DebugProveAnswer = z.infer<typeof debugProveAnswer>;

/**
 * GET /debug-tool/sessions: live sessions of all admins, newest first. POST /debug-tool/sessions/{id}/end (404; recent
 * proof for another admin's), which answers the same list.
 */
export const debugSessionRow = z.object({
  id: z.int(),
  current: z.boolean(),
  admin: z.object({ email: z.string() }),
  /** As `Chrome 141, Linux`. */
  device: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  /** Unless it is used before. */
  ends_at: timestamp,
});
export const debugSessions = z.object({ sessions: z.array(debugSessionRow) });
export type DebugSessions = z.infer<typeof debugSessions>;

/** GET /debug-tool/remotes: the server's releases, and which of them this session's pages are given instead of the active one. */
export const debugRemotes = z.object({
  remotes: z.array(
    z.object({
      name: remoteName,
      /** What everybody gets. */
      active: z.string(),
      override: z.object({ version: z.string(), ends_at: timestamp }).nullable(),
      /** Newest first, at most 20. `problems`: why the shell cannot run it; such a one is refused. */
      releases: z.array(
        z.object({ version: z.string(), published_at: timestamp, problems: z.array(z.string()) }),
      ),
    }),
  ),
});
export type DebugRemotes = z.infer<typeof debugRemotes>;
/**
 * POST /debug-tool/remotes/override: another release of the server's list for this browser, an hour; null ends it. 404 for one
 * that is not in the list, 409 RELEASE_DOES_NOT_FIT. Answers as GET does; the page is loaded anew.
 */
export const debugOverrideRequest = z.object({ remote: remoteName, version: plainText.max(80).nullable() });

/**
 * Beside a build's files but none of them, what the ids of its elements stand for: hidden names are never answered, only the
 * debug tool reads it.
 */
export const SOURCES_FILE = '.sources.json';
/**
 * GET /debug-tool/inspector/{remote or shell}/{version}: what the short ids of a release's elements stand for. The shell's
 * version is its build, as the page's `shell-build` names it. 404 for a release that was built without.
 */
export const inspectorMap = z.object({
  name: z.string(),
  version: z.string(),
  files: z.array(z.string()),
  /** Value of `data-c` → file (index), line (from 1), component, what is written there (`div`, `Button`). */
  sites: z.record(z.string(), z.tuple([z.int(), z.int(), z.string(), z.string()])),
});
export type InspectorMap = z.infer<typeof inspectorMap>;

export const TRACE_KINDS = ['request', 'sql', 'job', 'xero', 'mail', 'broadcast', 'log'] as const;
/** One thing that happened on the server because of a click. Never parameters of a query, bodies, tokens. */
export const traceSpan = z.object({
  kind: z.enum(TRACE_KINDS),
  /** `GET /api/campaigns/:id`, the text of a query, the name of a queue or an event. */
  name: z.string(),
  failed: z.boolean(),
  started_at: timestamp,
  /** Milliseconds, to the microsecond; null for what has no length. */
  duration_ms: z.number().nullable(),
  request_id: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** Name of the server process. */
  node: z.string(),
});
export type TraceSpan = z.infer<typeof traceSpan>;
/** GET /debug-tool/traces: the latest 50 of this debug session, newest first. */
export const traceList = z.object({
  traces: z.array(
    z.object({
      correlation_id: z.string(),
      began_at: timestamp,
      /** Of the first request. */
      name: z.string(),
      spans: z.int(),
      failed: z.boolean(),
      /** From the first beginning to the last end. */
      duration_ms: z.number(),
    }),
  ),
});
export type TraceList = z.infer<typeof traceList>;
/** GET /debug-tool/traces/{correlation id}: in the order of their beginnings, at most 1,000; empty when nothing is known. */
export const traceAnswer = z.object({ correlation_id: z.string(), spans: z.array(traceSpan) });
export type TraceAnswer = z.infer<typeof traceAnswer>;
