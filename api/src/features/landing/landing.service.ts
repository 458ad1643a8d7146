import { type LandingCheck, type LandingResult, publicId, reachesPage } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import type { Outbound } from '../../platform/outbound';
import { publicRowId } from '../figures';
import * as repo from './landing.repo';
import { type Look, lookAtLanding } from './lookAtLanding';
import { nextLook } from './nextLook';

export interface LandingService {
  /** An address that nobody has saved yet; nothing is kept. */
  look(url: string): Promise<LandingResult>;
  /** What is known of a campaign's page; another advertiser's does not exist (404). */
  get(advertiserId: number, id: string): Promise<LandingCheck>;
  /** Looks now, and keeps what was found. */
  check(advertiserId: number, id: string): Promise<LandingCheck>;
  /** Rows of campaigns that run or are in review and whose pages are to be looked at; a reviewer awaits some of them. */
  due(limit: number): Promise<{ id: number; isAwaited: boolean }[]>;
  /** Looks at the page of a campaign that runs or is in review, and keeps what was found; false for others. */
  checkLookedAt(campaignId: number): Promise<boolean>;
  /** Running campaigns, by public id, whose page two looks did not find: what their owner should know. */
  broken(
    advertiserId: number,
  ): Promise<{ id: string; outcome: string; status: number | null; since: Date }[]>;
}

export interface LandingServiceDeps {
  db: Db;
  clock: Clock;
  outbound: Outbound;
  random?: () => number;
}

const resultOf = (url: string, look: Look, checkedAt: Date): LandingResult => ({
  url,
  outcome: look.outcome,
  status: look.status,
  final_url: look.finalUrl,
  hops: look.hops,
  took_ms: look.tookMs,
  checked_at: checkedAt.toISOString(),
});

/** A kept look as the contract has it. */
export const presentLanding = (row: repo.LandingRow): LandingResult => ({
  url: row.url,
  outcome: row.outcome,
  status: row.status,
  final_url: row.final_url,
  hops: row.hops,
  took_ms: row.took_ms,
  checked_at: row.checked_at.toISOString(),
});

const present = (row: repo.LandingRow | undefined): LandingCheck => ({
  result: row ? presentLanding(row) : null,
  failing_since: row?.failing_since?.toISOString() ?? null,
});

export function createLandingService({
  db,
  clock,
  outbound,
  random = Math.random,
}: LandingServiceDeps): LandingService {
  async function own(advertiserId: number, id: string): Promise<repo.LandingCampaign> {
    const row = publicRowId('campaign', id);
    const campaign = row === null ? undefined : await repo.findOwn(db, advertiserId, row);
    if (!campaign) throw new NotFoundError('No such campaign');
    return campaign;
  }

  async function lookAndKeep(campaign: repo.LandingCampaign): Promise<void> {
    const before = await repo.findCheck(db, campaign);
    const look = await lookAtLanding(outbound, campaign.landing_url);
    const now = clock.now();
    const failures = reachesPage(look.outcome) ? 0 : (before?.failures ?? 0) + 1;
    await repo.keepCheck(db, {
      campaign_id: campaign.id,
      url: campaign.landing_url,
      outcome: look.outcome,
      status: look.status,
      final_url: look.finalUrl,
      hops: look.hops,
      took_ms: look.tookMs,
      checked_at: now,
      failures,
      failing_since: failures === 0 ? null : (before?.failing_since ?? now),
      next_at: nextLook(now, failures, random()),
    });
  }

  /** Looks that are under way. Whoever asks for the same meanwhile gets what that one finds. */
  const looks = new Map<string, Promise<LandingResult>>();
  const checks = new Map<string, Promise<void>>();
  function once<T>(running: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
    const known = running.get(key);
    if (known) return known;
    const begun = begin().finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  }
  const checkOnce = (campaign: repo.LandingCampaign) =>
    once(checks, `${campaign.id} ${campaign.landing_url}`, () => lookAndKeep(campaign));

  return {
    look: (url) =>
      once(looks, url, async () => resultOf(url, await lookAtLanding(outbound, url), clock.now())),

    async get(advertiserId, id) {
      return present(await repo.findCheck(db, await own(advertiserId, id)));
    },

    async check(advertiserId, id) {
      const campaign = await own(advertiserId, id);
      await checkOnce(campaign);
      return present(await repo.findCheck(db, campaign));
    },

    due: (limit) => repo.findDue(db, clock.now(), limit),

    async checkLookedAt(campaignId) {
      const campaign = await repo.findLookedAt(db, campaignId);
      if (campaign) await checkOnce(campaign);
      return campaign !== undefined;
    },

    async broken(advertiserId) {
      const rows = await repo.findBroken(db, advertiserId);
      return rows.map(({ campaign_id, outcome, status, failing_since }) => ({
        id: publicId('campaign', campaign_id),
        outcome,
        status,
        since: failing_since,
      }));
    },
  };
}
