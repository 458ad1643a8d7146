import { ESTIMATES } from '@ezdash/contracts';
import { type RequestHandler, Router } from 'express';
import { addressKey } from '../auth/addressKey';
import { createLimiter } from '../auth/createLimiter';
import { currentUser } from '../auth/currentUser';
import type { TaskName } from '../work';

declare module 'express-serve-static-core' {
  interface Request {
    /** Of costly calls: counts the call for the account (or token) that makes it; throws 429. */
    countForAccount?(account: number | string): Promise<void>;
  }
}

/** Calls that share an allowance: the same work by the page, the API and the console. */
export interface CostlyCalls {
  /** Of the limiters in the figures; the one of addresses ends with `-address`. */
  name: string;
  /** `POST /api/assets`, as routers write it. */
  calls: readonly string[];
  /** Calls of one account (null where none is shown), and of one address, in `seconds`. */
  account: number | null;
  address: number;
  seconds: number;
  /** Tasks of the pool that these calls give. */
  tasks?: readonly TaskName[];
}

const MINUTE = 60;
const HOUR = 3_600;
const byPageAndApi = (...calls: readonly string[]) =>
  calls.flatMap((call) => [call, call.replace(' /api/', ' /api/v1/')]);

/**
 * Every call whose cost grows with bytes that are sent, that reads whole files of figures, or asks others' servers. An
 * address has the allowance of about four accounts: an agency's people share one. Work that a call only sometimes needs
 * is counted where that is known (trials of releases, opportunities), and guesses at passwords are in docs/accounts.md.
 */
export const COSTLY_CALLS: readonly CostlyCalls[] = [
  {
    // An agency uploads some 50 creatives at a time, and again when sizes were wrong.
    ...{ name: 'creative-files', account: 120, address: 480, seconds: MINUTE },
    calls: byPageAndApi('POST /api/assets', 'POST /api/assets/uploads/:id/finish'),
    tasks: ['bundle', 'click', 'image', 'video'],
  },
  {
    // Parts of 512 kB: fifteen of the largest videos.
    ...{ name: 'creative-parts', account: 600, address: 1_200, seconds: MINUTE },
    calls: byPageAndApi('PUT /api/assets/uploads/:id'),
  },
  {
    // A file makes or changes up to 1,000 campaigns; the look before does all of it, too.
    ...{ name: 'campaign-imports', account: 10, address: 40, seconds: MINUTE },
    calls: byPageAndApi('POST /api/campaigns/import', 'POST /api/campaigns/import/preview'),
    tasks: ['csv'],
  },
  {
    // Programs fetch a report for each of some campaigns; people, one now and then.
    ...{ name: 'exports', account: 60, address: 240, seconds: MINUTE },
    calls: [
      ...byPageAndApi('GET /api/metrics/export'),
      'GET /api/campaigns/export.csv',
      'GET /api/v1/campaigns/export',
      'GET /api/publisher/no-fill/export',
      'GET /api/v1/no-fill/export',
      'GET /api/advertiser/transactions.csv',
      'GET /api/v1/transactions/export',
      'GET /api/settings/privacy/exports/:id/archive',
      'GET /api/operator/payout-batches/:id.csv',
    ],
  },
  {
    // Bookkeepers open a year's invoices one after the other.
    ...{ name: 'documents', account: 120, address: 480, seconds: MINUTE },
    calls: [
      'GET /api/documents/:id.pdf',
      'GET /api/v1/documents/:id',
      'GET /api/operator/xero/invoices/:id/pdf',
      'GET /debug-tool/xero/invoice/:id/pdf',
    ],
    tasks: ['pdf'],
  },
  {
    // Enough to write an address, too few to knock at doors.
    ...{ name: 'landing-checks', account: 20, address: 80, seconds: MINUTE },
    calls: [
      ...byPageAndApi('POST /api/campaigns/:id/landing-check', 'POST /api/landing-checks'),
      'POST /api/operator/reviews/:id/landing-check',
    ],
  },
  {
    // Enough after an upload to the site, too few to knock at doors.
    ...{ name: 'ads-txt-checks', account: 10, address: 40, seconds: MINUTE },
    calls: byPageAndApi('POST /api/properties/:id/ads-txt/check'),
    tasks: ['adsTxt'],
  },
  {
    // Enough while a tag is put in place, too few to knock at doors.
    ...{ name: 'property-verification', account: 6, address: 24, seconds: MINUTE },
    calls: byPageAndApi('POST /api/properties/:id/verification'),
  },
  {
    // A form that is filled in asks once a second at most.
    ...{ name: 'campaign-estimates', account: ESTIMATES.callsPerMinute, address: 240, seconds: MINUTE },
    calls: byPageAndApi('POST /api/campaigns/estimate'),
  },
  {
    ...{ name: 'floor-advice', account: 60, address: 240, seconds: MINUTE },
    calls: byPageAndApi('GET /api/zones/:id/floor-advice'),
  },
  {
    // Making a decision again takes milliseconds of the ad server's time.
    ...{ name: 'decision-looks', account: 60, address: 240, seconds: MINUTE },
    calls: byPageAndApi('GET /api/decisions/:id'),
  },
  {
    // Each reads two weeks of figures by the hour.
    ...{ name: 'rule-dry-run', account: 20, address: 80, seconds: MINUTE },
    calls: byPageAndApi('POST /api/rules/:id/dry-run'),
  },
  {
    // Screenshots of a conversation.
    ...{ name: 'support-upload', account: 60, address: 240, seconds: HOUR },
    calls: ['POST /api/support/attachments', 'POST /api/operator/conversations/:id/attachments'],
    tasks: ['attachment'],
  },
  {
    // One a minute of each token: more than a team's CI deploys. Each costs seconds of compressing.
    ...{ name: 'release-publish', account: 60, address: 240, seconds: HOUR },
    calls: ['POST /api/releases/:remote', 'POST /api/operator/releases/:remote'],
    tasks: ['archive', 'copies', 'gate'],
  },
  {
    // The description of a local build, up to 2 MB, at each start of a developer's server.
    ...{ name: 'override-links', account: 120, address: 480, seconds: HOUR },
    calls: [
      'POST /api/releases/:remote/override-links',
      'POST /api/operator/releases/:remote/override-links',
    ],
  },
  {
    // Far above what Xero and gateways send; they keep what they could not tell.
    ...{ name: 'webhooks', account: null, address: 600, seconds: MINUTE },
    calls: ['POST /webhooks/xero', 'POST /webhooks/payments/:gateway'],
  },
];

export interface CostlyCallLimits {
  /** In front of everything that reads a body. */
  byAddress: RequestHandler;
  /** Behind the sign-in; doors that take tokens call `countForAccount` themselves. */
  byAccount: RequestHandler;
}

/** Enforces the table: 429 with Retry-After beyond an allowance. */
export function limitCostlyCalls(table: readonly CostlyCalls[] = COSTLY_CALLS): CostlyCallLimits {
  // A router of its own matches addresses as the routes' own do.
  const byAddress = Router();
  for (const { name, calls, account, address, seconds: durationSeconds } of table) {
    const accounts = account === null ? null : createLimiter({ name, points: account, durationSeconds });
    const addresses = createLimiter({ name: `${name}-address`, points: address, durationSeconds });
    const count: RequestHandler = async (req, _res, next) => {
      await addresses.consume(addressKey(req.ip));
      if (accounts)
        req.countForAccount = (key) => {
          // Several mounts may lie on the way to the route.
          req.countForAccount = undefined;
          return accounts.consume(String(key));
        };
      next('router');
    };
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      byAddress[method.toLowerCase() as 'get' | 'post' | 'put'](path, count);
    }
  }
  return {
    // A router answers OPTIONS by itself, and would tell which calls there are.
    byAddress: (req, res, next) => (req.method === 'OPTIONS' ? next() : byAddress(req, res, next)),
    byAccount: async (req, _res, next) => {
      const user = currentUser(req as Parameters<typeof currentUser>[0]);
      if (user) await req.countForAccount?.(user.id);
      next();
    },
  };
}
