import type { AccountsService } from './features/accounts';
import type { CampaignsFeature } from './features/campaigns';
import { createConsoleFeature } from './features/console';
import type { DebugToolFeature } from './features/debug-tool';
import { addDebugUser } from './features/debug-user';
import { createDebugViewFeature } from './features/debug-view';
import type { Mail } from './features/mail';
import { createOperatorUsersFeature } from './features/operator-users';
import { endViews } from './features/realtime';
import { createStandingService } from './features/standing';
import { requireRecentProof } from './platform/auth';
import type { Db } from './platform/db';
import type { Jobs } from './platform/jobs';
import type { AppContext } from './startup/startApp';

export interface StaffParts {
  jobs: Jobs;
  mail: Mail;
  accounts: AccountsService;
  campaigns: CampaignsFeature;
  debugTool: DebugToolFeature;
}

/** What the network's staff do with accounts: look at them, decide about them, see the pages with their owners' eyes. */
export function wireStaff(
  { db, clock, log }: AppContext,
  { jobs, mail, accounts, campaigns, debugTool }: StaffParts,
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
  const users = createOperatorUsersFeature({
    db,
    clock,
    accounts,
    standing,
    campaigns: campaigns.campaigns,
    checkProof: requireRecentProof,
  });
  return {
    mounts: [...users.mounts, ...createConsoleFeature({ db, clock, jobs }).mounts],
    viewOf: views.viewOf,
    viewFor: views.viewFor,
    exportOf: async (userId: number, on: Db = db) => ({
      views: await views.exportOf(userId, on),
      changes: await standing.exportOf(userId, on),
    }),
    forget: standing.forget,
    start: views.start,
    stop: views.stop,
  };
}
