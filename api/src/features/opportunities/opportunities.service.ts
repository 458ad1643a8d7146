import { OPPORTUNITIES, type Opportunity, type OpportunityList, publicId } from '@ezdash/contracts';
import { createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { EstimateService, Widening } from '../estimates';
import { raiseBid, raiseBudget } from './auctions';
import { isTooFew, type LookedAt } from './LookedAt';
import { chooseCampaigns, readLookedAt } from './opportunities.readModel';
import { addWidth, questionOf } from './widths';
import { excludeZone } from './zones';

const CALLS_PER_MINUTE = 60;
/** How long an answer is good while the same campaigns run as they are, and how many are kept. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 500;

export interface OpportunityService {
  /**
   * What would do an advertiser's running campaigns good, the most money first; at most some minutes old. Throws
   * TooManyRequestsError when an account asks too often.
   */
  list(advertiserId: number): Promise<OpportunityList>;
}

export interface OpportunityDeps {
  db: Db;
  clock: Clock;
  estimates: Pick<EstimateService, 'widen'>;
}

/** What is at stake at the least, a day. */
const stakeOf = ({ saves_micros: saves, costs_micros: costs }: Opportunity): number =>
  (saves ?? costs)?.low ?? 0;

const byStake = (a: Opportunity, b: Opportunity): number =>
  stakeOf(b) - stakeOf(a) || a.key.localeCompare(b.key, 'en');

/** All that is known of one campaign; the most at stake first. Pure. */
export function opportunitiesOf(looked: LookedAt, widenings: readonly Widening[]): Opportunity[] {
  return [
    raiseBid(looked),
    raiseBudget(looked),
    ...widenings.map((widening) => addWidth(looked, widening)),
    excludeZone(looked),
  ]
    .filter((found) => found !== null)
    .sort(byStake)
    .slice(0, OPPORTUNITIES.mostOfCampaign);
}

interface Kept {
  key: string;
  untilMs: number;
  answer: Promise<OpportunityList>;
}

export function createOpportunityService({ db, clock, estimates }: OpportunityDeps): OpportunityService {
  const calls = createLimiter({ name: 'opportunities', points: CALLS_PER_MINUTE, durationSeconds: 60 });
  const kept = new Map<number, Kept>();

  async function widenings(advertiserId: number, all: readonly LookedAt[]) {
    const asked = all.flatMap((looked) => {
      const question = questionOf(looked);
      return question === null ? [] : [{ looked, question }];
    });
    const most = asked.slice(0, OPPORTUNITIES.mostWidened);
    return estimates.widen(
      advertiserId,
      new Map(most.map(({ looked, question }) => [looked.campaign.id, question])),
    );
  }

  async function work(
    advertiserId: number,
    chosen: Awaited<ReturnType<typeof chooseCampaigns>>,
  ): Promise<OpportunityList> {
    const all = await readLookedAt(db, advertiserId, chosen, clock.now());
    const wider = await widenings(advertiserId, all);
    const found = all.map((looked) => opportunitiesOf(looked, wider.get(looked.campaign.id) ?? []));
    return {
      running: chosen.running,
      looked_at: all.length,
      too_few: all.filter((looked, at) => isTooFew(looked) && found[at]?.length === 0).length,
      days: OPPORTUNITIES.days,
      opportunities: found.flat().sort(byStake).slice(0, OPPORTUNITIES.mostShown),
    };
  }

  return {
    async list(advertiserId) {
      await calls.consume(String(advertiserId));
      const chosen = await chooseCampaigns(db, advertiserId, clock.now());
      // Whatever is changed of a campaign is another question.
      const key = chosen.campaigns
        .map(({ id, updatedAt }) => `${publicId('campaign', id)} ${updatedAt.getTime()}`)
        .join();
      const known = kept.get(advertiserId);
      if (known && known.key === key && clock.nowMs() < known.untilMs)
        return { ...(await known.answer), running: chosen.running };
      const answer = work(advertiserId, chosen);
      kept.delete(advertiserId);
      // The oldest comes first in a map.
      for (const old of kept.keys()) {
        if (kept.size < MOST_KEPT) break;
        kept.delete(old);
      }
      kept.set(advertiserId, { key, untilMs: clock.nowMs() + KEPT_MS, answer });
      answer.catch(() => {
        if (kept.get(advertiserId)?.answer === answer) kept.delete(advertiserId);
      });
      return answer;
    },
  };
}
