import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseUrl } from '@ezdash/contracts';
import { z } from 'zod';
import { type MoneyConfig, moneyConfigOf, moneyEnvironment, moneyProblem } from './moneyConfig';

/** What the operator set up wrongly, in one sentence. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function numberBetween(least: number, most: number) {
  const error = `must be a number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, { error });
}

const port = numberBetween(0, 65_535);
const flag = z.enum(['0', '1', 'false', 'true']).transform((text) => text === '1' || text === 'true');
const address = (protocols: string[]) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), {
    error: `must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
  });

/** What people write, in the names that Express and the ad server know. */
const PROXY_NAMES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linklocal'],
  uniquelocal: ['uniquelocal'],
  private: ['loopback', 'linklocal', 'uniquelocal'],
  none: [],
};

/** `192.0.2.1`, `2001:db8::1` or a network of them (`10.1.0.0/16`). */
function isNetwork(text: string): boolean {
  const [, host = '', bits = '0'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(host);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** A misread entry would let strangers choose their own address: nothing is guessed. */
function proxies(text: string, context: z.RefinementCtx): string[] {
  const entries = text.split(',').flatMap((each) => each.trim() || []);
  const unknown = entries.find((entry) => !(Object.hasOwn(PROXY_NAMES, entry) || isNetwork(entry)));
  if (unknown !== undefined)
    context.addIssue({
      code: 'custom',
      message: `must be none, private, loopback, linklocal, uniquelocal or addresses and networks by commas, not ${unknown}`,
    });
  return [...new Set(entries.flatMap((entry) => PROXY_NAMES[entry] ?? [entry]))];
}

/** Addresses and networks by commas. */
function networks(text: string, context: z.RefinementCtx): string[] {
  const entries = text.split(',').flatMap((each) => each.trim() || []);
  const unknown = entries.find((entry) => !isNetwork(entry));
  if (unknown !== undefined)
    context.addIssue({ code: 'custom', message: `must be addresses and networks by commas, not ${unknown}` });
  return entries;
}

/** Files and folders by commas; `none` for no network at all. */
function networkLists(text: string | undefined, context: z.RefinementCtx): string[] | undefined {
  if (text === undefined) return undefined;
  const paths = text.split(',').flatMap((each) => each.trim() || []);
  if (paths.length === 1 && paths[0] === 'none') return [];
  const missing = paths.find((each) => !existsSync(each));
  if (missing !== undefined)
    context.addIssue({
      code: 'custom',
      message: `must be files or folders that exist, or none, not ${missing}`,
    });
  return paths.map((each) => path.resolve(each));
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Tokens travel to it: only this machine itself may be spoken to in the clear. */
function isIssuer(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, username, search, hash } = url;
  const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return safe && username === '' && search === '' && hash === '';
}

const filled = (most: number) =>
  z
    .string({ error: `must be a text of 1 to ${most} characters` })
    .trim()
    .min(1, { error: `must be a text of 1 to ${most} characters` })
    .max(most, { error: `must be a text of 1 to ${most} characters` });
const SCOPES = 'must be a list of scopes without blanks';
const oidcProvider = z.strictObject(
  {
    id: z.string({ error: 'is missing' }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
      error: 'must have 1 to 40 small letters, digits and dashes',
    }),
    name: filled(40),
    issuer: z
      .string({ error: 'is missing' })
      .refine(isIssuer, { error: 'must be an https address (http only on this machine itself)' }),
    client_id: filled(500),
    client_secret: filled(2_000).optional(),
    scopes: z
      .array(z.string({ error: SCOPES }).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: SCOPES }), {
        error: SCOPES,
      })
      .optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'must be an object') },
);
const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

/** JSON with its mistakes named; never what a field holds, since one of them is a secret. */
function oidcProviders(text: string, context: z.RefinementCtx): OidcProvider[] {
  const complain = (message: string): OidcProvider[] => {
    context.addIssue({ code: 'custom', message });
    return [];
  };
  const given = parseJson(text);
  if (!Array.isArray(given)) return complain('must be a JSON array of providers');
  const parsed = given.map((each: unknown) => oidcProvider.safeParse(each));
  const mistakes = parsed.flatMap(({ error }, index) =>
    (error?.issues ?? []).map((issue) => {
      const what =
        issue.code === 'unrecognized_keys' ? `has no place for ${issue.keys.join(', ')}` : issue.message;
      return [`provider ${index + 1}:`, ...issue.path.slice(0, 1).map(String), what].join(' ');
    }),
  );
  if (mistakes.length > 0) return complain(mistakes.join(', '));
  const providers = parsed.flatMap(({ data }) => data ?? []);
  const twice = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) < index);
  if (twice) return complain(`two providers have the id ${twice.id}`);
  return providers.map(({ id, name, issuer, client_id, client_secret, scopes = DEFAULT_SCOPES }) => ({
    id,
    name,
    issuer,
    clientId: client_id,
    clientSecret: client_secret,
    scopes: [...new Set(['openid', ...scopes])],
  }));
}

/** A project's address at Sentry: pages get it, so the secret of its old form has no place in it. */
function isDsn(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, username, password, pathname, search, hash } = url;
  const isOpen = /^https?:$/.test(protocol) && /^\w+$/.test(username) && password === '';
  return isOpen && search === '' && hash === '' && /^(\/[\w.-]+)*\/\d+$/.test(pathname);
}
const dsn = z
  .string()
  .refine(isDsn, { error: 'must be a DSN without a secret, as https://KEY@HOST/PROJECT' })
  .optional();

/** One, or the nodes of a cluster by commas. */
const redisAddresses = z
  .string()
  .refine(
    (text) => text.split(',').every((each) => /^rediss?:$/.test(parseUrl(each.trim())?.protocol ?? '')),
    { error: 'must be addresses by commas that start with redis:// or rediss://' },
  );

/** They stand in addresses and signatures, between slashes and colons. */
const reverbName = z
  .string()
  .regex(/^[\w.-]{1,100}$/, { error: 'must have 1 to 100 letters, digits, dots and dashes' })
  .optional();

/** The environment; empty counts as unset. */
const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: address(['postgres:', 'postgresql:', 'socket:']).optional(),
  REDIS_URL: redisAddresses.optional(),
  APP_NAME: z.string().max(60).default('EzDash'),
  APP_URL: address(['http:', 'https:']).optional(),
  DEMO: flag.optional(),
  DEMO_PORT: port.default(8081),
  DEMO_PASSWORD: z.string().min(10, { error: 'must have at least 10 characters' }).optional(),
  DEMO_DAYS: numberBetween(1, 90).default(30),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  AUTO_APPROVE_PROPERTIES: flag.optional(),
  TRUST_PROXY: z.string().default('loopback').transform(proxies),
  GEO_CITY_DATABASE: z
    .string()
    .refine(existsSync, { error: 'must be a file that exists' })
    .transform((file) => path.resolve(file))
    .optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().max(320).optional(),
  ...moneyEnvironment,
  SANDBOX_GATEWAY: flag.optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  OIDC_PROVIDERS: z.string().default('[]').transform(oidcProviders),
  INTERNAL_NETWORKS: z.string().default('').transform(networks),
  DATA_CENTRE_NETWORKS: z.string().optional().transform(networkLists),
  TRAFFIC_LIMITS: z.string().default(''),
  NODE_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'must have 1 to 40 small letters, digits and dashes' })
    // The journal of the demo's past.
    .refine((name) => name !== 'past', { error: 'must not be past' })
    .default('n1'),
  NODES: numberBetween(1, 1_000).default(1),
  SENTRY_DSN: dsn,
  SENTRY_DSN_API: dsn,
  SENTRY_DSN_MF_ADVERTISER: dsn,
  SENTRY_DSN_MF_PUBLISHER: dsn,
  SENTRY_DSN_MF_AUTH: dsn,
  SENTRY_DSN_MF_SETTINGS: dsn,
  SENTRY_DSN_MF_DEBUG: dsn,
  SENTRY_ENVIRONMENT: z
    .string()
    .regex(/^(?!None$)[\w.-]{1,64}$/, { error: 'must have 1 to 64 letters, digits, dots and dashes' })
    .optional(),
  REVERB_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,253}$/, { error: 'must be the name of a host, without scheme and port' })
    .optional(),
  REVERB_PORT: numberBetween(1, 65_535).optional(),
  REVERB_SCHEME: z.enum(['http', 'https']).default('https'),
  REVERB_APP_ID: reverbName,
  REVERB_APP_KEY: reverbName,
  REVERB_APP_SECRET: reverbName,
  RAW_EVENT_DAYS: numberBetween(31, 3_650).default(93),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Dollars a new advertiser of a demo network may spend; see docs/adr/0003. */
const DEMO_SIGNUP_BONUS_MICROS = 50_000_000n;

/** Where people may have an account that signs them in here, by OpenID Connect. */
export interface OidcProvider {
  /** In addresses: `/auth/social/<id>/…`. */
  id: string;
  /** As the button names it. */
  name: string;
  /** Its discovery document lies under it. */
  issuer: string;
  clientId: string;
  /** Undefined: a public client, by PKCE alone. */
  clientSecret?: string;
  /** With `openid` among them. */
  scopes: string[];
}

/** Where errors are reported to; all null: nowhere. */
export interface ErrorReportsConfig {
  /** Of the pages. */
  dsn: string | null;
  /** Remote → its team's own project. */
  remotes: Record<string, string>;
  /** Of the server; the pages' own unless it has another. */
  apiDsn: string | null;
  environment: string;
}

/** How the app is known to its broadcaster; what is undefined comes from DATA_DIR. */
export interface ReverbConfig {
  /** An outside one; undefined: the server's own. */
  outside?: { host: string; port: number; scheme: 'http' | 'https' };
  appId?: string;
  key?: string;
  secret?: string;
}

export interface Config {
  production: boolean;
  port: number;
  /** Address to listen on; 0.0.0.0 means all. */
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl?: string;
  redisUrl?: string;
  appName: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  /**
   * A network to try out: demo accounts, a demo property, a bonus for new advertisers. By default whenever the
   * database is the embedded one.
   */
  demo: boolean;
  demoPort: number;
  /** Undefined: made at random by the demo. */
  demoPassword?: string;
  demoDays: number;
  autoApproveProperties: boolean;
  /** The debug tool and the console open to admins with an authenticator app alone. */
  adminFactorRequired: boolean;
  /** Payment methods may be kept at a gateway that moves no money; by default in a demo network, in production never. */
  sandboxGateway: boolean;
  signupBonusMicros: bigint;
  money: MoneyConfig;
  /** Express' `trust proxy`: which peers' X-Forwarded-For is believed; names, addresses, networks; empty: nobody's. */
  trustProxy: string[];
  /** A database of cities in MaxMind's format; without one regions are unknown. */
  geoCityDatabase: string | undefined;
  /** The operator's own networks: visits from there are never counted. */
  internalNetworks: string[];
  /** Files or folders that name the networks of data centres; undefined: those the server knows; empty: none. */
  dataCentreLists: string[] | undefined;
  /** How much from one address is taken for people's, as the ad server reads it. */
  trafficLimits: string;
  /** Of this server's journal: each of several servers on one database has its own. */
  nodeName: string;
  /** How many ad servers share the database at least; with more than one, budgets are shared out from the start. */
  nodes: number;
  /** Undefined: mails stay in the outbox. */
  smtpUrl?: string;
  /** `Name <address>`; undefined: no-reply at the app's host. */
  mailFrom?: string;
  /** Where people write to; support at the app's host unless it is set. */
  supportEmail: string;
  /** Empty: nobody signs in with an account elsewhere. */
  oidcProviders: OidcProvider[];
  errorReports: ErrorReportsConfig;
  reverb: ReverbConfig;
  /** Days of raw events kept; rollups and the ledger stay for good. */
  rawEventDays: number;
  logLevel: string;
}

/** An outside one knows its apps: nothing that is made here would open it. */
function reverbOf(set: z.output<typeof environment>): ReverbConfig {
  const { REVERB_HOST: host, REVERB_SCHEME: scheme, REVERB_PORT } = set;
  const names = ['REVERB_APP_ID', 'REVERB_APP_KEY', 'REVERB_APP_SECRET'] as const;
  const missing = names.filter((name) => set[name] === undefined);
  if (host !== undefined && missing.length > 0)
    throw new ConfigError(
      `The environment is set up wrongly: REVERB_HOST needs ${missing.join(', ')} beside it.`,
    );
  return {
    outside:
      host === undefined ? undefined : { host, scheme, port: REVERB_PORT ?? (scheme === 'https' ? 443 : 80) },
    appId: set.REVERB_APP_ID,
    key: set.REVERB_APP_KEY,
    secret: set.REVERB_APP_SECRET,
  };
}

const DSN_OF_REMOTE = /^SENTRY_DSN_(MF_[A-Z]+)$/;

/** Without the pages' own DSN there is no telling where a report goes that is no remote's. */
function errorReportsOf(set: z.output<typeof environment>): ErrorReportsConfig {
  const { SENTRY_DSN = null, SENTRY_DSN_API = SENTRY_DSN, SENTRY_ENVIRONMENT, NODE_ENV } = set;
  const remotes = Object.entries(set).flatMap(([name, value]): [string, string][] => {
    const [, remote] = DSN_OF_REMOTE.exec(name) ?? [];
    return remote && typeof value === 'string' ? [[remote.toLowerCase().replace('_', '-'), value]] : [];
  });
  if (SENTRY_DSN === null && remotes.length > 0)
    throw new ConfigError('The environment is set up wrongly: a SENTRY_DSN_MF_… needs SENTRY_DSN beside it.');
  return {
    dsn: SENTRY_DSN,
    remotes: Object.fromEntries(remotes),
    apiDsn: SENTRY_DSN_API,
    environment: SENTRY_ENVIRONMENT ?? NODE_ENV,
  };
}

/** Reads the environment; throws ConfigError that names every wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = environment.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
    throw new ConfigError(`The environment is set up wrongly: ${problems.join('; ')}.`);
  }
  const set = result.data;
  const problem = moneyProblem(set);
  if (problem) throw new ConfigError(`The environment is set up wrongly: ${problem}.`);
  const appUrl = (set.APP_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '');
  const demo = set.DEMO ?? set.DATABASE_URL === undefined;
  return {
    production: set.NODE_ENV === 'production',
    port: set.PORT,
    host: set.HOST,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    appName: set.APP_NAME,
    appUrl,
    demo,
    demoPort: set.DEMO_PORT,
    demoPassword: set.DEMO_PASSWORD,
    demoDays: set.DEMO_DAYS,
    sandboxGateway: (set.SANDBOX_GATEWAY ?? demo) && set.NODE_ENV !== 'production',
    adminFactorRequired: set.ADMIN_SECOND_FACTOR === 'required',
    autoApproveProperties: set.AUTO_APPROVE_PROPERTIES ?? demo,
    signupBonusMicros: demo ? DEMO_SIGNUP_BONUS_MICROS : 0n,
    money: moneyConfigOf(set, { appName: set.APP_NAME, demo }),
    trustProxy: set.TRUST_PROXY,
    geoCityDatabase: set.GEO_CITY_DATABASE,
    internalNetworks: set.INTERNAL_NETWORKS,
    dataCentreLists: set.DATA_CENTRE_NETWORKS,
    trafficLimits: set.TRAFFIC_LIMITS,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    supportEmail: set.SUPPORT_EMAIL ?? `support@${new URL(appUrl).hostname}`,
    oidcProviders: set.OIDC_PROVIDERS,
    nodeName: set.NODE_NAME,
    nodes: set.NODES,
    errorReports: errorReportsOf(set),
    reverb: reverbOf(set),
    rawEventDays: set.RAW_EVENT_DAYS,
    logLevel: set.LOG_LEVEL,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
