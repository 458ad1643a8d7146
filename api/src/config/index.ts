import path from 'node:path';
import { parseUrl } from '@ezdash/contracts';
import { z } from 'zod';
import { isLoopbackUrl } from '../platform/address';
import type { ProxyHeader } from '../platform/http';
import {
  type CreativesConfig,
  creativesConfigOf,
  creativesEnvironment,
  creativesProblem,
  creativesWarning,
} from './creatives';
import { type EnvironmentSigns, opensDevDoors, takesLocalBuilds } from './developers';
import {
  type ErrorReportsConfig,
  errorReportsConfigOf,
  errorReportsEnvironment,
  errorReportsProblem,
} from './errorReports';
import { address, flag, numberBetween, port } from './fields';
import { type MoneyConfig, moneyConfigOf, moneyEnvironment, moneyProblem } from './money';
import { networkEnvironment } from './network';
import { type ReferralTermsConfig, referralsEnvironment, referralTermsOf } from './referrals';
import { type ReleaseBucket, releaseBucketOf, releasesEnvironment, releasesProblem } from './releases';
import { type ReverbConfig, reverbConfigOf, reverbEnvironment, reverbProblem } from './reverb';
import { type OidcProvider, socialEnvironment } from './social';
import { findWarnings, type Warning } from './warnings';

export type { CreativesConfig } from './creatives';
export type { XeroConfig } from './money';
export type { ReferralTermsConfig } from './referrals';
export type { ReleaseBucket } from './releases';
export type { OidcProvider } from './social';
export type { Warning } from './warnings';

/** What the operator set up wrongly, in one sentence. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** One, or the nodes of a cluster by commas. */
const redisAddresses = z
  .string()
  .refine(
    (text) => text.split(',').every((each) => /^rediss?:$/.test(parseUrl(each.trim())?.protocol ?? '')),
    { error: 'must be addresses by commas that start with redis:// or rediss://' },
  );

const databaseAddress = address(['postgres:', 'postgresql:', 'socket:']);

/** The environment; empty counts as unset. */
const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  MIGRATIONS_DATABASE_URL: databaseAddress.optional(),
  REDIS_URL: redisAddresses.optional(),
  APP_NAME: z.string().max(60).default('EzDash'),
  APP_URL: address(['http:', 'https:']).optional(),
  DEMO: flag.optional(),
  DEMO_PORT: port.default(8081),
  DEMO_PASSWORD: z.string().min(10, { error: 'must have at least 10 characters' }).optional(),
  DEMO_DAYS: numberBetween(1, 366).default(30),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  AUTO_APPROVE_PROPERTIES: flag.optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().max(320).optional(),
  ...creativesEnvironment,
  ...networkEnvironment,
  ...socialEnvironment,
  ...moneyEnvironment,
  ...errorReportsEnvironment,
  ...reverbEnvironment,
  ...referralsEnvironment,
  ...releasesEnvironment,
  SANDBOX_GATEWAY: flag.optional(),
  DEV_DOORS: flag.optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  NODE_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'must have 1 to 40 small letters, digits and dashes' })
    // The journal of the demo's past.
    .refine((name) => name !== 'past', { error: 'must not be past' })
    .default('n1'),
  NODES: numberBetween(1, 1_000).default(1),
  RAW_EVENT_DAYS: numberBetween(31, 3_650).default(93),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** All that `readConfig` looks at. */
export const environmentNames = Object.keys(environment.shape);

const rolesProblem = (set: { DATABASE_URL?: string; MIGRATIONS_DATABASE_URL?: string }) =>
  set.MIGRATIONS_DATABASE_URL && !set.DATABASE_URL ? 'MIGRATIONS_DATABASE_URL needs DATABASE_URL' : undefined;

/** Dollars a new advertiser of a demo network may spend; see docs/adr/0003. */
const DEMO_SIGNUP_BONUS_MICROS = 50_000_000n;

export interface Config {
  production: boolean;
  port: number;
  /** Address to listen on; 0.0.0.0 means all. */
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl?: string;
  /** Of the role that owns the tables; undefined: DATABASE_URL's. */
  migrationsDatabaseUrl?: string;
  redisUrl?: string;
  appName: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  creatives: CreativesConfig;
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
  /** Payment methods may be kept at a gateway that moves no money; by default in a demo network, and only where `devDoors` are. */
  sandboxGateway: boolean;
  signupBonusMicros: bigint;
  money: MoneyConfig;
  /** What accounts earn that bring others. */
  referrals: ReferralTermsConfig;
  /** Which peers' `proxyHeader` is believed; names, addresses, networks; empty: nobody's. */
  trustProxy: string[];
  /** How many connections may be open at once; undefined: as the system's limit of open files allows. */
  sockets: { connections?: number; perAddress?: number };
  proxyHeader: ProxyHeader;
  /** Doors for developers stand open (`Mount.developers`). */
  devDoors: boolean;
  warnings: Warning[];
  /** A database of cities in MaxMind's format; without one regions are unknown. */
  geoCityDatabase: string | undefined;
  /** The operator's own networks: visits from there are never counted. */
  internalNetworks: string[];
  /** Networks inside that addresses of users may lead to: landing pages, postbacks. None but in development and tests. */
  outboundAllowed: string[];
  /** Name servers in the place of the system's; undefined: the system's. */
  nameServers: string[] | undefined;
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
  /** Null: releases lie in `dataDir` alone. */
  releaseBucket: ReleaseBucket | null;
  /** Browsers may be given builds of remotes on their own machine. */
  localBuilds: boolean;
  /** Path of the Chromium that releases are tried in; null: one of the usual places. */
  gateBrowser: string | null;
  /** Days of raw events kept; rollups and the ledger stay for good. */
  rawEventDays: number;
  logLevel: string;
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
  const appUrl = (set.APP_URL ?? `http://localhost:${set.PORT}`).replace(/(?<!\/)\/+$/, '');
  const creatives = creativesConfigOf(set, { appUrl, isPortNamed: given.PORT !== undefined });
  const problem =
    rolesProblem(set) ??
    moneyProblem(set) ??
    errorReportsProblem(set) ??
    reverbProblem(set) ??
    releasesProblem(set) ??
    creativesProblem(set, creatives, appUrl);
  if (problem) throw new ConfigError(`The environment is set up wrongly: ${problem}.`);
  const demo = set.DEMO ?? set.DATABASE_URL === undefined;
  // An address of the machine itself: a proxy in front of it is the developer's own.
  const trustProxy = set.TRUST_PROXY ?? (isLoopbackUrl(appUrl) ? ['loopback'] : []);
  const signs: EnvironmentSigns = {
    nodeEnv: given.NODE_ENV,
    appUrl: set.APP_URL,
    devDoors: set.DEV_DOORS,
    demo,
    trustProxy,
  };
  const devDoors = opensDevDoors(signs);
  return {
    production: set.NODE_ENV === 'production',
    port: set.PORT,
    host: set.HOST,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    migrationsDatabaseUrl: set.MIGRATIONS_DATABASE_URL,
    redisUrl: set.REDIS_URL,
    appName: set.APP_NAME,
    appUrl,
    creatives,
    demo,
    demoPort: set.DEMO_PORT,
    demoPassword: set.DEMO_PASSWORD,
    demoDays: set.DEMO_DAYS,
    sandboxGateway: (set.SANDBOX_GATEWAY ?? demo) && devDoors,
    adminFactorRequired: set.ADMIN_SECOND_FACTOR === 'required',
    autoApproveProperties: set.AUTO_APPROVE_PROPERTIES ?? demo,
    signupBonusMicros: demo ? DEMO_SIGNUP_BONUS_MICROS : 0n,
    money: moneyConfigOf(set, { appName: set.APP_NAME, demo }),
    referrals: referralTermsOf(set),
    sockets: { connections: set.MAX_CONNECTIONS, perAddress: set.MAX_CONNECTIONS_PER_ADDRESS },
    trustProxy,
    proxyHeader: set.PROXY_HEADER,
    devDoors,
    warnings: [
      ...findWarnings({ appUrl, namesProxies: set.TRUST_PROXY !== undefined, devDoors }),
      ...[creativesWarning({ appUrl, creatives }) ?? []].flat(),
    ],
    geoCityDatabase: set.GEO_CITY_DATABASE,
    internalNetworks: set.INTERNAL_NETWORKS,
    outboundAllowed: set.OUTBOUND_ALLOWED,
    nameServers: set.DNS_SERVERS.length > 0 ? set.DNS_SERVERS : undefined,
    dataCentreLists: set.DATA_CENTRE_NETWORKS,
    trafficLimits: set.TRAFFIC_LIMITS,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    supportEmail: set.SUPPORT_EMAIL ?? `support@${new URL(appUrl).hostname}`,
    oidcProviders: set.OIDC_PROVIDERS,
    nodeName: set.NODE_NAME,
    nodes: set.NODES,
    errorReports: errorReportsConfigOf(set, { nodeEnv: set.NODE_ENV }),
    reverb: reverbConfigOf(set),
    releaseBucket: releaseBucketOf(set),
    localBuilds: takesLocalBuilds(signs),
    gateBrowser: set.GATE_BROWSER ?? set.CHROMIUM_PATH ?? null,
    rawEventDays: set.RAW_EVENT_DAYS,
    logLevel: set.LOG_LEVEL,
  };
}
