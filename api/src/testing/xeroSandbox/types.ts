import type { Webhooks } from './webhooks';

/** An organisation in Xero: a tenant that the app may be connected to. */
export interface SandboxOrganisation {
  /** A UUID. */
  id: string;
  name: string;
  /** Of Xero's list; the sandbox's organisations trade in every currency of it. */
  baseCurrency: string;
  countryCode: string;
}

/** What Xero allows an app towards one tenant; `app` is over all of them. */
export interface SandboxLimits {
  concurrent: number;
  minute: number;
  day: number;
  appMinute: number;
}

export interface XeroSandboxOptions {
  /** A free one by default. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  clientId?: string;
  clientSecret?: string;
  /** Compared to the letter, as Xero does. */
  redirectUris?: readonly string[];
  /** At least one; two by default. */
  organisations?: readonly SandboxOrganisation[];
  limits?: Partial<SandboxLimits>;
  /** 30 minutes, as Xero's. */
  accessTokenSeconds?: number;
  /** How long an exchanged refresh token still answers: 30 minutes, as Xero's. */
  refreshRetrySeconds?: number;
  /** How long an answer is kept under its Idempotency-Key: 6 minutes, as Xero's. */
  idempotencySeconds?: number;
  /** Where changes of invoices are told; without it they are told on demand alone. */
  webhookUrl?: string;
  webhookKey?: string;
  /** Pauses before a webhook that was not taken is sent again. */
  webhookRetryMs?: readonly number[];
  /** Of the faults that come by themselves. */
  chaos?: Chaos;
}

export const FAULT_KINDS = [
  'rateLimit',
  'status',
  'hangBefore',
  'hangAfter',
  'resetBefore',
  'resetAfter',
  'slow',
  'invalidAnswer',
  'expiredAccessToken',
  'revokedConnection',
] as const;
/**
 * - `rateLimit` 429 although no limit is reached; `status` a 5xx without the work being done.
 * - `hangBefore` / `hangAfter` no answer at all, before or after the work; `resetBefore` / `resetAfter` the connection is
 *   cut instead. After the work the invoice exists, and the caller does not know.
 * - `slow` the work waits; `invalidAnswer` an answer against Xero's description, which the sandbox must notice.
 * - `expiredAccessToken` the token of the call is no longer good; `revokedConnection` somebody disconnected the app.
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /**
   * An operation of the description, `token`, `connections`, `revocation`, `accounting` (any of it; the default) or
   * `everything`, which is all of these.
   */
  on?: string;
  /** 1 by default. */
  times?: number;
  /** Of `status`: 503 by default. */
  status?: number;
  /** Of `rateLimit`: 1 by default. */
  retryAfterSeconds?: number;
  /** Of `rateLimit`: `minute` by default. */
  problem?: RateLimitProblem;
  /** Of `slow`: 1,000 by default. */
  delayMs?: number;
  /** Of `status`: kept under the Idempotency-Key, as Xero keeps errors of calls that it had begun. */
  isRemembered?: boolean;
}

export type RateLimitProblem = 'concurrent' | 'minute' | 'day' | 'appminute';

/** Faults by themselves: the same seed and the same calls bring the same faults. */
export interface Chaos {
  seed: number;
  /** From 0 to 1 each; their sum at most 1. */
  probabilities: Partial<Record<FaultKind, number>>;
  /** `accounting` by default; as in Fault. */
  on?: string;
  /** Of `slow` (50 by default), `rateLimit` (1) and `status` (503). */
  delayMs?: number;
  retryAfterSeconds?: number;
  status?: number;
}

/** One call and its answer, compared with Xero's description. */
export interface Exchange {
  id: number;
  /** ISO 8601, by the sandbox's clock. */
  at: string;
  method: string;
  path: string;
  /** Of the description; `token`, `authorize`, …; `unknown` when the description has no such call. */
  operation: string;
  tenantId: string | null;
  idempotencyKey: string | null;
  /** Null when nothing was answered. */
  status: number | null;
  /** What of the call is against the description. */
  requestErrors: readonly string[];
  /** What of the sandbox's own answer is. */
  answerErrors: readonly string[];
  fault: FaultKind | null;
  /** Answered from what was kept under the Idempotency-Key. */
  isReplay: boolean;
  /** Of calls to the accounting; never of the identity, whose bodies are secrets. */
  requestBody: unknown;
  answerBody: unknown;
}

/** The most that was seen, refused calls included. */
export interface Peak {
  /** Under way at once towards one tenant. */
  concurrent: number;
  /** Towards one tenant in any 60 s. */
  minute: number;
}

export interface SandboxState {
  organisations: {
    id: string;
    name: string;
    contacts: number;
    invoices: number;
    payments: number;
    isConnected: boolean;
  }[];
  /** Invoices that count (neither voided nor deleted) by their reference. */
  invoicesByReference: Record<string, number>;
  /** The references that more than one counts under. */
  duplicates: Record<string, number>;
  exchanges: { total: number; invalid: number; byOperation: Record<string, number> };
  tokens: { exchanged: number; refreshed: number; retried: number; refused: number };
  webhooks: { sent: number; taken: number };
  peak: Peak;
}

export interface XeroSandbox {
  /** Both `XERO_ISSUER` and `XERO_API_URL`. */
  readonly url: string;
  readonly issuer: string;
  readonly apiUrl: string;
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookKey: string;
  readonly redirectUris: readonly string[];
  readonly organisations: readonly SandboxOrganisation[];
  /** What the app is started with. */
  readonly environment: Readonly<Record<string, string>>;

  /** The latest 5,000, and every one that was against the description. */
  readonly exchanges: readonly Exchange[];
  invalidExchanges(): Exchange[];
  readonly peak: Peak;
  state(): SandboxState;
  readonly webhooks: Webhooks;

  fault(fault: Fault): void;
  /** Those that have not struck yet; faults by chance stay. */
  clearFaults(): void;
  setChaos(chaos: Chaos | null): void;
  setLimits(limits: Partial<SandboxLimits>): void;
  /** Its time, ahead of the machine’s: tokens expire, windows pass. */
  advance(ms: number): void;
  /** Every access token that is out is good no longer; refresh tokens stay. */
  expireAccessTokens(): void;
  /** Somebody disconnects the app in Xero: one organisation, or all. */
  revokeConnections(tenantId?: string): void;
  /** What a person does on the page behind the address; answers where their browser is sent. */
  authorize(authorizeUrl: string, decision?: { organisation?: string; isDenied?: boolean }): Promise<string>;

  /** As it was at the start: empty books, no faults asked for, nothing counted. Tokens and connections stay. */
  reset(): void;
  close(): Promise<void>;
}
