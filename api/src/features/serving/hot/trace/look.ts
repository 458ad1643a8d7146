import { FATES } from '@ezdash/contracts';
import type { Candidate, Decision, DecisionContext } from '../decision';
import type { CampaignIndex } from '../index/CampaignIndex';
import type { SnapshotCampaign } from '../index/entries';
import { fatesOf } from './fates';
import type { TraceCandidate } from './Trace';

const MOST_BIDS = 200;

export interface TracedIndex {
  index: CampaignIndex;
  /** FATES codes by position. */
  fates: Uint8Array;
}

/** A decision with what became of every campaign. */
export interface Look {
  indexes: readonly TracedIndex[];
  /** The eCPM that the winner's price had to beat, of the auction and of another advertiser; 0 without one. */
  runnerUpEcpmMicros: number;
}

export function presentCandidate(candidate: Candidate): TraceCandidate {
  const { campaign, creative, priceMicros, payoutMicros, propensityPpm } = candidate;
  return {
    campaignId: campaign.id,
    creativeId: creative.id,
    priceMicros,
    payoutMicros,
    ecpmMicros: campaign.ecpmMicros,
    propensityPpm,
  };
}

/**
 * Marks whoever set the winner's price, and answers the eCPM that was to be beaten; 0 when there was none. That is the
 * first successor, or one with a frequency cap who was passed over so that the last has none.
 */
function findRunnerUp(traced: readonly TracedIndex[], { candidates }: Decision): number {
  const [winner, ...successors] = candidates;
  if (!winner || winner.campaign.priority === 'house') return 0;
  const { advertiserId } = winner.campaign;
  const isRival = (campaign: SnapshotCampaign) =>
    campaign.priority === 'auction' && campaign.advertiserId !== advertiserId;
  const successor = successors.find(({ campaign }) => isRival(campaign));
  const successorEcpm = successor?.campaign.ecpmMicros ?? 0;
  let best: { fates: Uint8Array; position: number; ecpmMicros: number } | null = null;
  for (const { index, fates } of traced)
    for (let position = index.auctionFrom; position < index.houseFrom; position += 1) {
      const ecpmMicros = index.ecpmMicros[position] ?? 0;
      // Nobody behind it in this index bids more than the successor does, who is asked first.
      if (ecpmMicros <= successorEcpm) break;
      if (fates[position] !== FATES.outbid && fates[position] !== FATES.outranked) continue;
      const campaign = index.campaigns[position];
      if (campaign === undefined || !isRival(campaign)) continue;
      if (best === null || ecpmMicros > best.ecpmMicros) best = { fates, position, ecpmMicros };
      // Those behind it in this index bid less.
      break;
    }
  if (best === null) return successorEcpm;
  if (best.fates[best.position] === FATES.outbid && !winner.campaign.fixed)
    best.fates[best.position] = FATES['runner-up'];
  return best.ecpmMicros;
}

/**
 * Marks who lost to its own account: whoever of the auction comes first in the answer is of its advertiser. A higher bid would
 * have moved the place from one of them to the other. What rivals bid in between has no part in it, or an account would find
 * out by moving a bid that loses.
 */
function markOwn(traced: readonly TracedIndex[], { candidates }: Decision): void {
  const first = candidates.find(({ campaign }) => campaign.priority === 'auction');
  if (!first) return;
  for (const { index, fates } of traced)
    for (const position of index.ofAdvertiser(first.campaign.advertiserId))
      if (fates[position] === FATES.outbid || fates[position] === FATES['runner-up'])
        fates[position] = FATES['outbid-by-own'];
}

/** What the best of those bid who were live: of each index the first, the best of all in front. */
export function bidsOf({ indexes }: Look): [number, number][] {
  const bids: [number, number][] = [];
  for (const { index, fates } of indexes) {
    let found = 0;
    for (let position = 0; position < fates.length && found < MOST_BIDS; position += 1) {
      const campaign = index.campaigns[position];
      if ((fates[position] ?? 0) < FATES.outranked || campaign === undefined) continue;
      bids.push([campaign.id, campaign.ecpmMicros]);
      found += 1;
    }
  }
  return bids.sort(([, a], [, b]) => b - a).slice(0, MOST_BIDS);
}

/** Works out all fates; `states` are the gates' at the time of the decision, one for each index. */
export function lookAt(
  indexes: readonly CampaignIndex[],
  states: readonly Uint8Array[],
  context: DecisionContext,
  decision: Decision,
): Look {
  // A zone that serves nothing asks nobody.
  const isAsked = context.zone.refusal === null;
  const traced = indexes.map((index, at) => ({
    index,
    fates: isAsked
      ? fatesOf(index, states[at] ?? new Uint8Array(0), context, decision)
      : new Uint8Array(index.campaigns.length),
  }));
  const runnerUpEcpmMicros = findRunnerUp(traced, decision);
  markOwn(traced, decision);
  return { indexes: traced, runnerUpEcpmMicros };
}
