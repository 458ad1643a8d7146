import { z } from 'zod';
import { errorBody, lineText, plainText, timestamp } from './common';
import { remoteName } from './remotes';

/**
 * Releases of remotes as teams and operators handle them. The same calls stand at two addresses: `/api/releases/…` with a
 * bearer token (`rel_…`, of one remote's team or of operators) and `/api/operator/releases/…` for the console (changes ask
 * for a recent proof). A call about another remote than the token's is answered 404 `NO_SUCH_REMOTE`.
 */

/** Of a release: what semver allows, build included, and nothing that a path or an address would mind. */
export const releaseVersion = z
  .string()
  .max(80)
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, {
    error: 'A version is written like 1.4.0',
  });
/** Why somebody changed what visitors get; shown in the history. */
export const changeReason = plainText.trim().max(500).default('');
/** Visitors in hundredths of a percent would be too fine for anybody: a canary's share is in tenths, 0.1 to 99.9. */
export const canaryPercent = z.number().min(0.1).max(99.9).multipleOf(0.1);

/** What the gate looks at. Each is a line of the verdict. */
export const GATE_CHECKS = [
  /** Every file is there, is described, and has the bytes its hash says. */
  'integrity',
  /** The contract it needs is one that this server still serves. */
  'contract',
  /** The shell provides every shared package in a version that satisfies it. */
  'shared',
  /** Built with the federation that the shell provides the runtime of. */
  'plugin',
  /** Entry, first renderings, manifest and texts are no larger than agreed. */
  'budget',
  /** Its namespace and the addresses of its pages are nobody else's: neither the shell's nor another remote's. */
  'addresses',
  /** No rule of a style sheet reaches what is not the remote's. */
  'styles',
  /** The entry loads in a browser. */
  'entry',
  /** Every module it says it exposes is there, and exports a component. */
  'exposes',
  /** The first page of each module renders, without its server. */
  'render',
] as const;
export const gateCheckId = z.enum(GATE_CHECKS);
export type GateCheckId = z.infer<typeof gateCheckId>;

export const gateCheck = z.object({
  check: gateCheckId,
  /** `skipped`: not looked at, because one before it failed or because somebody chose to; `detail` says which. */
  outcome: z.enum(['passed', 'failed', 'skipped']),
  /** For people: what was found, one sentence. */
  detail: z.string(),
});
export type GateCheck = z.infer<typeof gateCheck>;

/** A verdict belongs to a release and to the shell that it was judged with. */
export const gateVerdict = z.object({
  passed: z.boolean(),
  checks: z.array(gateCheck),
  /** `buildId` of the shell. */
  shell_build: z.string(),
  checked_at: timestamp,
});
export type GateVerdict = z.infer<typeof gateVerdict>;

/** 409 `GATE_REFUSED`: nothing was changed, and this is why. */
export const gateRefusal = errorBody.extend({ verdict: gateVerdict });
export type GateRefusal = z.infer<typeof gateRefusal>;

/** A published release. */
export const releaseInfo = z.object({
  remote: remoteName,
  version: z.string(),
  published_at: timestamp,
  /** Who published it: a token's label, an admin's e-mail (`admin` for a team's token), or `start` for what the server found built. */
  publisher: z.string(),
  /** Of its sources; null when nobody said. */
  commit: z.string().nullable(),
  contract_version: z.int(),
  plugin_version: z.string(),
  /** Shared package → range it needs. */
  shared: z.record(z.string(), z.string()),
  /** All files, as served without compression and with it. */
  byte_count: z.int(),
  brotli_byte_count: z.int(),
  /** Whether it has an archive of types, at `/remotes/{remote}/{version}/types.zip`. */
  has_types: z.boolean(),
  /** Everybody was given it at some time: a rollback may lead to it. */
  was_active: z.boolean(),
  /** The newest verdict with the shell that this server has; null: not judged yet. */
  verdict: gateVerdict.nullable(),
  /** Browsers that had trouble with it, and how many were given it, in the last 24 hours. */
  trouble: z.object({ failures: z.int(), page_loads: z.int() }),
});
export type ReleaseInfo = z.infer<typeof releaseInfo>;

export const releasePin = z.object({
  /** Public id of an account, or of one of its sessions. */
  subject: z.discriminatedUnion('kind', [
    /** `email` is empty for a team's token: whose account it is, is not for them. */
    z.object({ kind: z.literal('user'), user_id: z.string(), email: z.string() }),
    z.object({ kind: z.literal('session'), session: z.string() }),
  ]),
  version: z.string(),
  until: timestamp.nullable(),
});
export type ReleasePin = z.infer<typeof releasePin>;

export const releasePlan = z.object({
  id: z.int(),
  version: z.string(),
  at: timestamp,
  why: z.string(),
  by: z.string(),
});
export type ReleasePlan = z.infer<typeof releasePlan>;

/** What visitors get of a remote. */
export const remoteState = z.object({
  remote: remoteName,
  /** Null: nothing was ever activated. */
  active: z.object({ version: z.string(), since: timestamp }).nullable(),
  /** Where a rollback leads, and what a page falls back to. */
  previous: z.string().nullable(),
  canary: z.object({ version: z.string(), percent: z.number(), since: timestamp }).nullable(),
  pins: z.array(releasePin),
  /** Activations to come, soonest first. */
  planned: z.array(releasePlan),
  /** What the server is built with, when nobody was ever given it: people have decided, and activate it or not. */
  built: z.string().nullable(),
});
export type RemoteState = z.infer<typeof remoteState>;

/** A remote in the list of them. */
export const remoteSummary = remoteState.extend({
  /** Who answers for it, as the manifest of its active release says, or of its newest; null when that names nobody. */
  team: z.string().nullable(),
  /** Of the active release: browsers that had trouble with it, and how many were given it, in the last 24 hours. */
  trouble: z.object({ failures: z.int(), page_loads: z.int() }),
});
export type RemoteSummary = z.infer<typeof remoteSummary>;

/** GET /: every remote that the caller may handle, by name. */
export const remoteStates = z.object({ remotes: z.array(remoteSummary) });
export type RemoteStates = z.infer<typeof remoteStates>;
/** GET /{remote}: its state and its releases, newest first, 50 at most; `before` goes on. */
export const remoteReleasesQuery = z.object({ before: releaseVersion.optional() });
export const remoteReleases = z.object({
  state: remoteState,
  releases: z.array(releaseInfo),
  next: z.string().nullable(),
});
export type RemoteReleases = z.infer<typeof remoteReleases>;

/**
 * POST /{remote}: publishes. Body: a ZIP archive (`application/zip`, 30 MB at most) of `release.json` and every file it
 * describes, nothing else but `sources.json` of the inspector. Query `commit`. 201 with what was published; 200 when these
 * bytes were published before; 409 `VERSION_TAKEN` for other bytes; 422 `RELEASE_BROKEN` with what is wrong with it.
 * In the console it asks for a recent proof before the bytes are read.
 */
export const publishQuery = z.object({
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .optional(),
});

/**
 * POST /{remote}/check: the gate's verdict, 200 whatever it says: for operators made now, for a team the one that is known,
 * which a refusal is for ten minutes. 429 after 60 trials an hour, those of activations, canaries, pins and plans among them.
 */
export const checkReleaseRequest = z.object({ version: releaseVersion });

/** What every change is answered with. `verdict` is null where no gate stands in the way (rollback, unpin, stop). */
export const releaseChange = z.object({ state: remoteState, verdict: gateVerdict.nullable() });
export type ReleaseChange = z.infer<typeof releaseChange>;

/**
 * POST /{remote}/activate: through the gate, then for everybody; a canary of the remote ends. With `at` it is planned, and
 * goes through the gate then once more. 409 `GATE_REFUSED` with `verdict` beside the error's fields.
 */
export const activateReleaseRequest = z.object({
  version: releaseVersion,
  why: changeReason,
  at: timestamp.optional(),
});
export type ActivateReleaseRequest = z.input<typeof activateReleaseRequest>;
/** POST /{remote}/plans/{id}/cancel: `changeBody`. 404 when it is none, or has happened. */
/** POST /{remote}/canary: through the gate, then for a share of visitors. Of the same release again: another share. */
export const canaryReleaseRequest = z.object({
  version: releaseVersion,
  percent: canaryPercent,
  why: changeReason,
});
export type CanaryReleaseRequest = z.input<typeof canaryReleaseRequest>;
/** POST /{remote}/canary/stop: everybody has the active release again. 409 `NO_CANARY`. */
export const changeBody = z.object({ why: changeReason });
/** POST /{remote}/rollback: to the release before, or to `to`, which visitors had once. No gate: it must not wait. 409 `NOTHING_BEFORE`. */
export const rollbackReleaseRequest = z.object({ to: releaseVersion.optional(), why: changeReason });
export type RollbackReleaseRequest = z.input<typeof rollbackReleaseRequest>;

/**
 * Whom a pin is for: an account by public id or e-mail, or a session by its id on the page of an account's sessions. By
 * e-mail for operators alone: a team is answered 403 `OPERATORS_ONLY`, whether there is such an account or not.
 */
export const pinSubject = z.union([
  z.object({ user: lineText.min(1).max(254) }),
  z.object({ session: lineText.min(1).max(80) }),
]);
export type PinSubject = z.infer<typeof pinSubject>;
/** POST /{remote}/pin: through the gate, then for one account or one session, before canary and active. */
export const pinReleaseRequest = z.object({
  version: releaseVersion,
  subject: pinSubject,
  until: timestamp.nullable().default(null),
  why: changeReason,
});
export type PinReleaseRequest = z.input<typeof pinReleaseRequest>;
/** POST /{remote}/unpin. 404 `NO_SUCH_PIN`. */
export const unpinReleaseRequest = z.object({ subject: pinSubject, why: changeReason });
export type UnpinReleaseRequest = z.input<typeof unpinReleaseRequest>;

export const RELEASE_EVENTS = [
  'published',
  /** A server was built with it, and did not make it active: `why` says what stood against that. */
  'built',
  'started',
  'activated',
  'rolled_back',
  'canary',
  'canary_ended',
  'pinned',
  'unpinned',
  'planned',
  'plan_cancelled',
  'plan_refused',
  /** Somebody said yes to an override link; it was taken back. */
  'taken',
  'taken_back',
] as const;
/** GET /{remote}/history?before=ID: who did what, when and why; newest first, 50 at most. */
export const releaseHistoryQuery = z.object({ before: z.coerce.number().int().positive().optional() });
export const releaseHistory = z.object({
  events: z.array(
    z.object({
      id: z.int(),
      event: z.enum(RELEASE_EVENTS),
      version: z.string(),
      /** Only of a canary. */
      percent: z.number().nullable(),
      /** Of a pin or an override: `u_…`, or the session. */
      subject: z.string().nullable(),
      /** E-mail of the account that it is for; left out where there is none, and for a team's token. */
      subject_email: z.string().optional(),
      /** Only of a plan. */
      at: timestamp.nullable(),
      /** A token's label, an admin's e-mail (`admin` for a team's token), `start`, or `network` for what happened by itself. */
      by: z.string(),
      why: z.string(),
      happened_at: timestamp,
    }),
  ),
  next: z.int().nullable(),
});
export type ReleaseHistory = z.infer<typeof releaseHistory>;
export type ReleaseEvent = ReleaseHistory['events'][number];

/** A token of a remote's team (`remote`), or of operators (null): what it opens, never what it is. */
export const releaseToken = z.object({
  id: z.int(),
  remote: remoteName.nullable(),
  label: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
});
export type ReleaseToken = z.infer<typeof releaseToken>;
/** GET /tokens (operators' tokens and the console): those that open something first, then the rest. */
export const releaseTokens = z.object({ tokens: z.array(releaseToken) });
export type ReleaseTokens = z.infer<typeof releaseTokens>;
/** What the history calls those who are no token. */
const RESERVED_LABELS: ReadonlySet<string> = new Set(['start', 'command', 'network', 'admin', 'member']);
/** POST /tokens (the same): 201 `releaseTokenMade`. */
export const releaseTokenInput = z.object({
  remote: remoteName.nullable(),
  label: lineText
    .min(1)
    .max(60)
    .refine((label) => !RESERVED_LABELS.has(label.toLowerCase()), { error: 'Choose another name' }),
  /** Days it opens something. */
  days: z.int().min(1).max(365).default(90),
});
export type ReleaseTokenInput = z.input<typeof releaseTokenInput>;
/** `secret` is told this once. */
export const releaseTokenMade = z.object({ token: releaseToken, secret: z.string() });
export type ReleaseTokenMade = z.infer<typeof releaseTokenMade>;
/** POST /tokens/{id}/revoke: `releaseTokens`. 404 when there is none, or it is revoked. */

/**
 * POST /{remote}/override-links: an address that leads to the question whether this browser is to use one release of the
 * list, for `minutes`; signed, and good for this environment alone. Through the gate: 409 `GATE_REFUSED` with `verdict`;
 * 409 `RELEASE_DOES_NOT_FIT`. On an environment that is not production, `local` may name a build on the opener's own machine instead (`http://localhost:…`).
 */
export const overrideLinkRequest = z.object({
  version: releaseVersion.optional(),
  /** `release.json` of a build that is served at `origin`. */
  local: z.object({ origin: z.string().max(60), release: z.unknown() }).optional(),
  minutes: z.int().min(5).max(1_440).default(60),
});
export type OverrideLinkRequest = z.input<typeof overrideLinkRequest>;
export const overrideLink = z.object({ url: z.string(), ends_at: timestamp });
export type OverrideLink = z.infer<typeof overrideLink>;

/** Body of POST /api/release-overrides/preview and of POST /api/release-overrides. */
export const overrideRequest = z.object({ link: lineText.max(3_000) });
export type OverrideRequest = z.infer<typeof overrideRequest>;

/**
 * Why a link cannot be used now: it has expired, is of another environment, is none of ours, names a release that is not
 * here (any more), one that the gate does not let pass, asks for a sign-in, or for a person of the remote's team.
 */
export const overrideProblem = z.enum([
  'over',
  'elsewhere',
  'broken',
  'gone',
  'not_passed',
  'sign_in',
  'not_allowed',
]);
export type OverrideProblem = z.infer<typeof overrideProblem>;

/** POST /api/release-overrides/preview: what a link would give. Changes nothing. `release` is null when nothing is known. */
export const overridePreview = z.object({
  problem: overrideProblem.nullable(),
  release: z
    .object({
      remote: remoteName,
      version: z.string(),
      /** The label of its own team's token that published it; null when nothing but the release names a team. */
      team: z.string().nullable(),
      /** Null for a build on one's own machine, and for a release that was not judged. */
      verdict: z.object({ passed: z.boolean(), checked_at: timestamp }).nullable(),
      /** Of a build on one's own machine: where it is served. */
      origin: z.string().nullable(),
      ends_at: timestamp,
    })
    .nullable(),
});
export type OverridePreview = z.infer<typeof overridePreview>;

/** A release that this browser alone is given. */
export const releaseOverride = z.object({
  id: z.int(),
  remote: remoteName,
  version: z.string(),
  taken_at: timestamp,
  ends_at: timestamp,
});
export type ReleaseOverride = z.infer<typeof releaseOverride>;
/** GET /api/release-overrides: of this browser. DELETE takes all of them back, DELETE /{id} one of them: 204. */
export const releaseOverrides = z.object({ overrides: z.array(releaseOverride) });
export type ReleaseOverrides = z.infer<typeof releaseOverrides>;
/**
 * POST /api/release-overrides: 201. `landing` is the first page of the release that the person may open. Otherwise the
 * preview's problem as a code: `LINK_OVER` (410), `LINK_ELSEWHERE`, `LINK_BROKEN` (400), `RELEASE_GONE` (404),
 * `GATE_NOT_PASSED` (409), `SIGN_IN_REQUIRED` (401), `NOT_ON_TEAM` (403).
 */
export const overrideTaken = z.object({ landing: z.string() });
export type OverrideTaken = z.infer<typeof overrideTaken>;

/**
 * GET /api/operator/releases/{remote}/team: who may take overrides of the remote beside admins, and who has one now. POST
 * `remoteTeamRequest` adds somebody (404 `NO_SUCH_ACCOUNT`), POST …/team/{id}/remove takes them off, and with it what they
 * use; POST /{remote}/overrides/{id}/revoke takes one back. All answer how it is then.
 */
export const remoteTeam = z.object({
  /** `id` is the account's public id. */
  members: z.array(
    z.object({ id: z.string(), email: z.string(), added_by: z.string(), added_at: timestamp }),
  ),
  overrides: z.array(
    releaseOverride.extend({
      /** Null: a build of one's own machine, in a browser that was signed out. */
      email: z.string().nullable(),
    }),
  ),
});
export type RemoteTeam = z.infer<typeof remoteTeam>;
export const remoteTeamRequest = z.object({ email: lineText.min(1).max(254) });
export type RemoteTeamRequest = z.infer<typeof remoteTeamRequest>;
