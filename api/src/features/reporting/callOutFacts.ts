import { publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import * as repo from './callOutFacts.repo';
import { isSilent } from './isSilent';

/** What is known of a campaign beside its state. */
export interface CampaignFact {
  reviewedAt: Date | null;
  /** Of what may have kept it from being shown until then: a review, its start, its owner's last change. */
  changedAt: Date;
  /** The last hour in which it was shown, within `SHOWN_DAYS`. */
  lastShownAt: Date | null;
  /** When a rule paused it, if it is paused by one. */
  ruleStoppedAt: Date | null;
  /** When the first of its rejected creatives was rejected. */
  creativeRejectedAt: Date | null;
  /** The same of those that the network stopped. */
  creativeStoppedAt: Date | null;
}

/** What the call-outs of an advertiser need to know beside the campaigns and the money. */
export interface CallOutFacts {
  now: Date;
  /** By public id. */
  campaigns: ReadonlyMap<string, CampaignFact>;
  fundsOutSince: Date | null;
  /** Goals whose reports have stopped coming. */
  silentGoals: readonly repo.GoalReports[];
  failingPostbacks: readonly repo.FailingPostback[];
  /** Rules that changed something within a day. */
  acts: readonly repo.RuleActs[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A goal that was silent for longer is not used any more. */
const REPORTS_DAYS = 14;

export const noFacts = (now: Date): CallOutFacts => ({
  now,
  campaigns: new Map(),
  fundsOutSince: null,
  silentGoals: [],
  failingPostbacks: [],
  acts: [],
});

async function findSilentGoals(db: Db, advertiserId: number, now: Date): Promise<repo.GoalReports[]> {
  const goals = await repo.findGoalReports(db, advertiserId, new Date(now.getTime() - REPORTS_DAYS * DAY_MS));
  const silent: repo.GoalReports[] = [];
  for (const goal of goals) {
    // Most goals report: the clicks are counted of the few that are quiet for long.
    if (!isSilent({ ...goal, clicksBefore: 0, clicksSince: 1 }, now)) continue;
    const clicks = await repo.countClicks(db, advertiserId, goal);
    if (isSilent({ ...goal, ...clicks }, now)) silent.push(goal);
  }
  return silent;
}

/** Of these campaigns, and of the account. `shownAt` says when each of them was last shown. */
export async function readCallOutFacts(
  db: Db,
  advertiserId: number,
  ids: readonly number[],
  shownAt: ReadonlyMap<number, Date>,
  now: Date,
): Promise<CallOutFacts> {
  const campaigns = await repo.findCampaignFacts(db, advertiserId, ids);
  return {
    now,
    campaigns: new Map(
      campaigns.map(({ id, ...fact }) => [
        publicId('campaign', id),
        { ...fact, lastShownAt: shownAt.get(id) ?? null },
      ]),
    ),
    fundsOutSince: await repo.findFundsOutSince(db, advertiserId),
    silentGoals: await findSilentGoals(db, advertiserId, now),
    failingPostbacks: await repo.findFailingPostbacks(db, advertiserId),
    acts: await repo.findRuleActs(db, advertiserId, new Date(now.getTime() - DAY_MS)),
  };
}
