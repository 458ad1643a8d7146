import { createAccountAccess } from './features/account-access';
import type { AccountsService } from './features/accounts';
import type { CampaignsFeature } from './features/campaigns';
import { createConsoleFeature } from './features/console';
import type { DebugToolFeature } from './features/debug-tool';
import { addDebugUser } from './features/debug-user';
import { createDebugViewFeature } from './features/debug-view';
import type { FactorsService } from './features/factors';
import { createHoldsFeature, type HoldNews } from './features/holds';
import type { Mail } from './features/mail';
import { createSeatsFeature } from './features/openrtb';
import { createOperatorUsersFeature } from './features/operator-users';
import { endViews, type Publisher } from './features/realtime';
import { createReversalsFeature } from './features/reversals';
import { createStaffFeature } from './features/staff';
import { createStandingService } from './features/standing';
import { requireRecentProof } from './platform/auth';
import type { Db, Trx } from './platform/db';
import type { Jobs } from './platform/jobs';
import type { AppContext } from './startup/startApp';

export interface StaffParts {
  jobs: Jobs;
  mail: Mail;
  publisher: Publisher;
  accounts: AccountsService;
  factors: FactorsService;
  campaigns: CampaignsFeature;
  debugTool: DebugToolFeature;
  /** Tells publishers what becomes of earnings on hold. */
  onHoldChanged(trx: Trx, news: HoldNews): Promise<void>;
}

/** What the network's staff do with accounts: look at them, decide about them, see the pages with their owners' eyes. */
export function wireStaff(
  { config, db, clock, log }: AppContext,
  { jobs, mail, publisher, accounts, factors, campaigns, debugTool, onHoldChanged }: StaffParts,
) {
  const standing = createStandingService({ db, clock, log, mail });
  addDebugUser({ db, clock, accounts, standing, debugTool });
  const views = createDebugViewFeature({
    db,
    clock,
    accounts,
    debugTool,
    page: debugTool.page,
    sessions: debugTool.service,
    log,
    onEnded: (ended, on) => endViews(on, ended),
  });
  const checkProof = requireRecentProof;
  const access = createAccountAccess({ db, clock, log, factors });
  const users = createOperatorUsersFeature({
    db,
    clock,
    accounts,
    standing,
    campaigns: campaigns.list,
    access,
    checkProof,
  });
  const { audit } = debugTool.service;
  const staff = createStaffFeature({ db, clock, log, mail, audit, appName: config.appName, checkProof });
  const seats = createSeatsFeature({ db, clock, checkProof });
  const reversals = createReversalsFeature({
    db,
    clock,
    jobs,
    publisher,
    checkProof,
  });
  const holds = createHoldsFeature({
    db,
    clock,
    jobs,
    log,
    publisher,
    checkProof,
    beginReversal: reversals.begin,
    onChanged: onHoldChanged,
  });
  return {
    mounts: [users, staff, seats, createConsoleFeature({ db, clock, jobs }), reversals, holds].flatMap(
      (feature) => feature.mounts,
    ),
    viewOf: views.viewOf,
    viewFor: views.viewFor,
    exportOf: async (userId: number, on: Db = db) => ({
      views: await views.exportOf(userId, on),
      changes: await standing.exportOf(userId, on),
      access: await access.exportOf(userId, on),
    }),
    forget: async (trx: Trx, userId: number) => {
      await standing.forget(trx, userId);
      await access.forget(trx, userId);
      await staff.service.forget(trx, userId);
    },
    start: () => {
      views.start();
      holds.start();
    },
    stop: () => {
      holds.stop();
      views.stop();
    },
  };
}
