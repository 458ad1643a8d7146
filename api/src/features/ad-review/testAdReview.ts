import { publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { makeAdvertiser, makeCampaign, makeCreative } from '../../testing';

export interface RanAd {
  advertiserId: number;
  creativeId: number;
  /** Public ids. */
  advertiser: string;
  creative: string;
}

export interface RanFields {
  publisherId: number;
  propertyId: number;
  zoneId: number;
  landing?: string;
  category?: string | null;
  company?: string | null;
  hour?: string;
  impressions?: number;
  earningsMicros?: number;
}

/** Counts one more hour of an ad. */
export async function runAgain(db: Db, ad: RanAd & { campaignId: number }, fields: RanFields): Promise<void> {
  const { impressions = 1_000, earningsMicros = 2_000_000 } = fields;
  await db
    .insertInto('rollup_hourly')
    .values({
      hour: fields.hour ?? '2026-11-20T10:00:00Z',
      campaign_id: ad.campaignId,
      creative_id: ad.creativeId,
      zone_id: fields.zoneId,
      property_id: fields.propertyId,
      publisher_id: fields.publisherId,
      advertiser_id: ad.advertiserId,
      country: 'DE',
      device: 1,
      impressions: BigInt(impressions),
      viewables: BigInt(Math.floor(impressions / 2)),
      clicks: 7n,
      payout_micros: BigInt(earningsMicros),
      spend_micros: BigInt(earningsMicros * 2),
    })
    .execute();
}

/** An ad of an advertiser of its own that ran in a zone. */
export async function makeRan(db: Db, fields: RanFields): Promise<RanAd & { campaignId: number }> {
  const { landing = 'https://www.shop.example/sale', category = null, company = 'Shoes Ltd' } = fields;
  const { id: advertiserId } = await makeAdvertiser(db, { company_name: company });
  const { id: campaignId } = await makeCampaign(db, {
    advertiser_id: advertiserId,
    landing_url: landing,
    approved_landing_url: landing,
    category,
  });
  const { id: creativeId } = await makeCreative(db, { campaign_id: campaignId, alt: 'Shoes for everybody' });
  const ad = {
    advertiserId,
    creativeId,
    campaignId,
    advertiser: publicId('advertiser', advertiserId),
    creative: publicId('creative', creativeId),
  };
  await runAgain(db, ad, fields);
  return ad;
}
