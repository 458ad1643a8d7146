import type { CampaignEstimate, EstimateInput } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { actionRatePpm, createLearner, readActionCounts } from '../serving';
import { createSampler, type SamplerDeps } from './createSampler';
import { type Asker, estimate } from './estimate';
import { isOwn } from './sample.repo';
import { type Widening, widen } from './widen';

/** How long the same question gets the same answer, and how many of them are kept. */
const KEPT_MS = 60_000;
const MOST_KEPT = 500;
/** New campaigns are no row. */
const NEW = 0;

export interface EstimateService {
  /**
   * What a campaign that is being written could have had of the last days' traffic. Throws NotFoundError for somebody
   * else's campaign.
   */
  estimate(advertiserId: number, input: EstimateInput): Promise<CampaignEstimate>;
  /**
   * Of campaigns as they are, by their public ids: what each leaves out by one size, country or device alone. Whose they
   * are is the caller's to know.
   */
  widen(
    advertiserId: number,
    campaigns: ReadonlyMap<string, EstimateInput>,
  ): Promise<ReadonlyMap<string, Widening[]>>;
}

interface Kept {
  answer: CampaignEstimate;
  untilMs: number;
}

/** What the engine takes the campaign's rates for: its own, or those of one that nobody has seen yet. */
async function ratesOf(
  db: Db,
  { pricing }: EstimateInput,
  campaignId: number | null,
  learner: ReturnType<typeof createLearner>,
): Promise<Asker['ratePpm']> {
  if (pricing === 'CPM') return () => 0;
  if (pricing === 'CPC') {
    const ctrPpm = (await learner.read()).ctrPpm(campaignId ?? NEW);
    return () => ctrPpm;
  }
  const counts = campaignId === null ? new Map() : await readActionCounts(db, [campaignId]);
  const { conversions = 0, impressions = 0 } = counts.get(campaignId ?? NEW) ?? {};
  return (bidMicros) => actionRatePpm(bidMicros, conversions, impressions);
}

export function createEstimateService(deps: SamplerDeps): EstimateService {
  const { db, clock } = deps;
  const sampler = createSampler(deps);
  // As expected: a drawn rate would move the estimate while nobody changes anything.
  const learner = createLearner({ db, now: clock.nowMs, explores: false });
  const kept = new Map<string, Kept>();

  function keep(key: string, answer: CampaignEstimate): void {
    // The oldest comes first in a map.
    for (const old of kept.keys()) {
      if (kept.size < MOST_KEPT) break;
      kept.delete(old);
    }
    kept.set(key, { answer, untilMs: clock.nowMs() + KEPT_MS });
  }

  async function rowOf(advertiserId: number, id: string | null): Promise<number | null> {
    if (id === null) return null;
    const row = publicRowId('campaign', id);
    if (row === null || !(await isOwn(db, advertiserId, row))) throw new NotFoundError('No such campaign');
    return row;
  }

  return {
    async estimate(advertiserId, input) {
      const campaignId = await rowOf(advertiserId, input.campaign_id);
      const key = `${advertiserId} ${JSON.stringify(input)}`;
      const known = kept.get(key);
      if (known && clock.nowMs() < known.untilMs) return known.answer;
      kept.delete(key);
      const sample = await sampler.read();
      const ratePpm = await ratesOf(db, input, campaignId, learner);
      const answer = estimate(input, sample, { advertiserId, campaignId, ratePpm });
      keep(key, answer);
      return answer;
    },
    async widen(advertiserId, campaigns) {
      const sample = await sampler.read();
      const found = new Map<string, Widening[]>();
      for (const [id, input] of campaigns) {
        const campaignId = publicRowId('campaign', id);
        const ratePpm = await ratesOf(db, input, campaignId, learner);
        found.set(id, await widen(input, sample, { advertiserId, campaignId, ratePpm }));
      }
      return found;
    },
  };
}
