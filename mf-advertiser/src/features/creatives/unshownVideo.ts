import type { Asset } from '@ezdash/contracts';
import type { CampaignForm } from '../form/campaignForm';

/** What of a campaign keeps its videos out of players. */
export type VideoRules = Pick<CampaignForm, 'frequency_cap'> & Partial<Pick<CampaignForm, 'measured_only'>>;

/**
 * Why no player shows it, as a key of texts: a player cannot count how often somebody saw an ad, and does not measure
 * whether they see it. Null when nothing is in its way.
 */
export const unshownVideo = ({ format }: Pick<Asset, 'format'>, rules: VideoRules) => {
  if (format !== 'video') return null;
  if (rules.frequency_cap !== null) return 'creative.cappedVideo' as const;
  return rules.measured_only ? ('creative.measuredVideo' as const) : null;
};
