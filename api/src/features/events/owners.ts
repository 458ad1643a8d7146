import type { Db } from '../../platform/db';
import type { Owners } from './billing';
import { findAdvertisers, findZoneOwners } from './events.repo';
import type { IngestEvent } from './journalRecords';

/**
 * Who owns campaigns and zones. A campaign never changes its advertiser nor a zone its property, so what was read
 * once stays true.
 */
export function createOwners() {
  const advertisers = new Map<number, number>();
  const zones = new Map<number, { propertyId: number; publisherId: number }>();
  return {
    /** Reads what these events need and is not known yet. */
    async load(db: Db, events: readonly IngestEvent[]): Promise<void> {
      const campaignIds = new Set<number>();
      const zoneIds = new Set<number>();
      for (const event of events) {
        if (!advertisers.has(event.campaignId)) campaignIds.add(event.campaignId);
        if (!zones.has(event.zoneId)) zoneIds.add(event.zoneId);
      }
      if (campaignIds.size > 0)
        for (const row of await findAdvertisers(db, [...campaignIds]))
          advertisers.set(row.id, row.advertiserId);
      if (zoneIds.size > 0)
        for (const row of await findZoneOwners(db, [...zoneIds]))
          zones.set(row.id, { propertyId: row.propertyId, publisherId: row.publisherId });
    },
    of({ campaignId, zoneId }: IngestEvent): Owners | null {
      const advertiserId = advertisers.get(campaignId);
      const zone = zones.get(zoneId);
      if (advertiserId === undefined || zone === undefined) return null;
      return { advertiserId, publisherId: zone.publisherId, propertyId: zone.propertyId };
    },
  };
}

export type OwnersCache = ReturnType<typeof createOwners>;
