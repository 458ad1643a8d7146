import { OPPORTUNITIES, type Opportunity, type OpportunityList, publicId } from '@ezdash/contracts';
import { createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { EstimateService, Widening } from '../estimates';
import { raiseBid, raiseBudget } from './auctions';
import { isTooFew, type LookedAt } from './LookedAt';
import { areUnchanged, type Chosen, chooseCampaigns, readLookedAt } from './opportunities.readModel';
import { addWidth, questionOf } from './widths';
import { excludeZone } from './zones';

const CALLS_PER_MINUTE = 60;
/** How long an answer is good while the same campaigns run as they are, and how many are kept. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 500;
/** How long it holds which campaigns spent most: of all that is asked, that is the dearest. */
const CHOICE_MS = 30_000;

export interface OpportunityService {
  /**
   * What would do an advertiser's running campaigns good, savings first, then the most money; at most some minutes old. Throws
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

const savingsFirst = (a: Opportunity, b: Opportunity): number =>
  Number(b.saves_micros !== null) - Number(a.saves_micros !== null) || byStake(a, b);

/**
 * As many as there are places: some of them are kept for savings, which larger amounts to spend would push out; the others
 * go to the most at stake. Savings first. Pure.
 */
export function foremost(found: readonly Opportunity[], places: number): Opportunity[] {
  const sorted = found.toSorted(byStake);
  const kept = sorted.filter((one) => one.saves_micros !== null).slice(0, OPPORTUNITIES.placesForSavings);
  const others = sorted.filter((one) => !kept.includes(one));
  return [...kept, ...others].slice(0, places).sort(savingsFirst);
}

/** All that is known of one campaign; savings first, then the most at stake. Pure. */
export function opportunitiesOf(looked: LookedAt, widenings: readonly Widening[]): Opportunity[] {
  const all = [
    raiseBid(looked),
    raiseBudget(looked),
    ...widenings.map((widening) => addWidth(looked, widening)),
    excludeZone(looked),
  ];
  return foremost(
    all.filter((found) => found !== null),
    OPPORTUNITIES.mostOfCampaign,
  );
}

interface Kept {
  key: string;
  untilMs: number;
  answer: Promise<OpportunityList>;
}

/** Sets one, of so many at most. */
function keep<Value>(kept: Map<number, Value>, advertiserId: number, value: Value): void {
  kept.delete(advertiserId);
  // The oldest comes first in a map.
  for (const old of kept.keys()) {
    if (kept.size < MOST_KEPT) break;
    kept.delete(old);
  }
  kept.set(advertiserId, value);
}

export function createOpportunityService({ db, clock, estimates }: OpportunityDeps): OpportunityService {
  const calls = createLimiter({ name: 'opportunities', points: CALLS_PER_MINUTE, durationSeconds: 60 });
  const kept = new Map<number, Kept>();
  const choices = new Map<number, { chosen: Chosen; untilMs: number }>();

  async function choose(advertiserId: number): Promise<Chosen> {
    const known = choices.get(advertiserId);
    if (known && clock.nowMs() < known.untilMs && (await areUnchanged(db, known.chosen))) return known.chosen;
    const chosen = await chooseCampaigns(db, advertiserId, clock.now());
    choices.delete(advertiserId);
    // Who waits for a first campaign to run sees it at once.
    if (chosen.running > 0) keep(choices, advertiserId, { chosen, untilMs: clock.nowMs() + CHOICE_MS });
    return chosen;
  }

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

  async function work(advertiserId: number, chosen: Chosen): Promise<OpportunityList> {
    const all = await readLookedAt(db, advertiserId, chosen, clock.now());
    const wider = await widenings(advertiserId, all);
    const found = all.map((looked) => opportunitiesOf(looked, wider.get(looked.campaign.id) ?? []));
    return {
      running: chosen.running,
      looked_at: all.length,
      too_few: all.filter((looked, at) => isTooFew(looked) && found[at]?.length === 0).length,
      days: OPPORTUNITIES.days,
      opportunities: foremost(found.flat(), OPPORTUNITIES.mostShown),
    };
  }

  return {
    async list(advertiserId) {
      await calls.consume(String(advertiserId));
      const chosen = await choose(advertiserId);
      // Whatever is changed of a campaign is another question.
      const key = chosen.campaigns
        .map(({ id, updatedAt }) => `${publicId('campaign', id)} ${updatedAt.getTime()}`)
        .join();
      const known = kept.get(advertiserId);
      if (known && known.key === key && clock.nowMs() < known.untilMs)
        return { ...(await known.answer), running: chosen.running };
      const answer = work(advertiserId, chosen);
      keep(kept, advertiserId, { key, untilMs: clock.nowMs() + KEPT_MS, answer });
      answer.catch(() => {
        if (kept.get(advertiserId)?.answer === answer) kept.delete(advertiserId);
      });
      return answer;
    },
  };
}
