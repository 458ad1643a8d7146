import type { CampaignIndex } from './CampaignIndex';
import type { SnapshotCreative } from './entries';
import type { Zones } from './Zones';

/**
 * Everything a decision reads. The campaigns lie in one index, and those that changed since it was built in a second,
 * small one; a campaign is in one of them only, or what the first has of it is closed. Neither changes: another change
 * makes another small one. What a campaign does right now (money, hours) is the gate's.
 */
export interface Snapshot {
  /** The index, and the small one of what has changed since when there is any. */
  indexes: readonly CampaignIndex[];
  zones: Zones;
  /**
   * Running or not: a click on an old page must still lead to the landing page that was approved. Changes add to it.
   */
  creativesById: Map<number, SnapshotCreative>;
}

/** How many campaigns may be decided for. */
export const campaignCount = ({ indexes }: Snapshot): number =>
  indexes.reduce((sum, index) => sum + index.campaigns.length, 0);
