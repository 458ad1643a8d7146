import type { DecisionContext } from '../decision';
import type { SizedCreatives, SnapshotCampaign, SnapshotCreative } from '../index/entries';
import { WHOLE_PPM } from './creativeWeights';
import { mix } from './mix';

const UINT32 = 4_294_967_296;
/** Keeps this draw apart from those that campaigns take part in with the same number of their own. */
const CREATIVES = 0x5bd1e995;

/** Which of a campaign's creatives one decision shows. Kept between decisions, so that a draw makes nothing. */
export class CreativeDraw {
  /** What was drawn; null when the campaign has nothing to show there. */
  creative: SnapshotCreative | null = null;
  /** The probability with which it was drawn among those that could be, in millionths. */
  propensityPpm = WHOLE_PPM;

  /** Draws one that fits the zone, is not on the page and may be shown, by the weights that were learnt. */
  draw(campaign: SnapshotCampaign, context: DecisionContext): SnapshotCreative | null {
    this.creative = null;
    this.propensityPpm = WHOLE_PPM;
    const { creatives } = campaign;
    for (let index = 0; index < creatives.length; index += 1) {
      const sized = creatives[index];
      if (sized?.size !== context.zone.size) continue;
      if (sized.weights === null) this.takeOnly(campaign, sized, context);
      else this.drawOne(campaign, sized, sized.weights, context);
      break;
    }
    return this.creative;
  }

  private takeOnly(campaign: SnapshotCampaign, { list }: SizedCreatives, context: DecisionContext): void {
    const creative = list[0];
    if (creative === undefined) return;
    // Where anything may be shown, whoever only sets the price is not looked at any closer.
    if (showsAnything(context) || isShowable(campaign, creative, context)) this.creative = creative;
  }

  private drawOne(
    campaign: SnapshotCampaign,
    { list }: SizedCreatives,
    weights: Int32Array,
    context: DecisionContext,
  ): void {
    const isFree = showsAnything(context);
    let total = WHOLE_PPM;
    if (!isFree) {
      total = 0;
      for (let index = 0; index < list.length; index += 1) {
        const creative = list[index];
        if (creative !== undefined && isShowable(campaign, creative, context)) total += weights[index] ?? 0;
      }
      if (total === 0) return;
    }
    let left = Math.floor((mix(context.random, campaign.id ^ CREATIVES) * total) / UINT32);
    for (let index = 0; index < list.length; index += 1) {
      const creative = list[index];
      const weight = weights[index] ?? 0;
      if (creative === undefined || (!isFree && !isShowable(campaign, creative, context))) continue;
      if (left < weight) {
        this.creative = creative;
        this.propensityPpm = isFree ? weight : Math.round((weight * WHOLE_PPM) / total);
        return;
      }
      left -= weight;
    }
  }
}

/** Whether every creative of the zone's size may be shown there. */
export const showsAnything = ({ zone: { blocks, narrowing }, exclude }: DecisionContext): boolean =>
  narrowing === null && (blocks === null || blocks.creatives.length === 0) && exclude.length === 0;

function isShowable(
  campaign: SnapshotCampaign,
  creative: SnapshotCreative,
  { zone, exclude }: DecisionContext,
): boolean {
  if (exclude.includes(creative.id)) return false;
  if (zone.blocks?.creatives.includes(creative.id)) return false;
  return zone.narrowing === null || zone.narrowing.accepts(campaign, creative);
}
