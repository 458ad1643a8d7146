import type { Asset } from '@ezdash/contracts';
import { playerLimit } from '@ezdash/contracts/constants';
import type { CampaignForm } from '../form/campaignForm';

/** What of a campaign keeps its videos out of players. */
export type VideoRules = Pick<CampaignForm, 'frequency_cap'> & Partial<Pick<CampaignForm, 'measured_only'>>;

const TEXTS = { frequency_cap: 'creative.cappedVideo', measured_only: 'creative.measuredVideo' } as const;

/** Why no player shows it, as a key of texts; null when nothing is in its way. */
export function unshownVideo({ format }: Pick<Asset, 'format'>, rules: VideoRules) {
  const limit = format === 'video' ? playerLimit(rules) : null;
  return limit && TEXTS[limit];
}
