import { sql } from 'kysely';
import type { Db } from '../../../api/src/platform/db';

export interface MarketSize {
  advertisers: number;
  campaigns: number;
  creativesPerCampaign: number;
  publishers: number;
  properties: number;
  zones: number;
}

/** Row ids of the market, each a row from 1 on. Campaign n belongs to `advertiserOf[n - 1]`, and so on. */
export interface Market {
  size: MarketSize;
  advertiserOf: readonly number[];
  publisherOf: readonly number[];
  propertyOf: readonly number[];
}

const CATEGORIES = ['news', 'sports', 'technology', 'travel', 'games', 'food', 'finance', 'science'];

/** The larger owners have more: of `count` things the owner of each, by a falling share. */
function shareOut(count: number, owners: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    index < owners ? index + 1 : 1 + Math.floor(owners * ((index * 0.618_034) % 1) ** 1.6),
  );
}

/** Who owns what in a market of this size: always the same. */
export function marketOf(size: MarketSize): Market {
  return {
    size,
    advertiserOf: shareOut(size.campaigns, size.advertisers),
    publisherOf: shareOut(size.properties, size.publishers).map((owner) => owner + size.advertisers),
    propertyOf: shareOut(size.zones, size.properties),
  };
}

/** Fills an empty database with advertisers, campaigns with creatives, publishers, properties and zones. */
export async function makeMarket(db: Db, size: MarketSize): Promise<Market> {
  const market = marketOf(size);
  const { advertiserOf, publisherOf: owners, propertyOf } = market;
  const users = size.advertisers + size.publishers;
  await sql`INSERT INTO app_user (id, email, role, username, verified) OVERRIDING SYSTEM VALUE
    SELECT n, 'person' || n || '@example.test', CASE WHEN n <= ${size.advertisers}::int THEN 'advertiser' ELSE 'publisher' END,
      'Person ' || n, true FROM generate_series(1, ${users}::int) n`.execute(db);
  await sql`INSERT INTO campaign (id, advertiser_id, name, pricing, bid_micros, daily_budget_micros, landing_url, state, pacing)
    OVERRIDING SYSTEM VALUE
    SELECT n, owner, 'Campaign ' || n, CASE WHEN n % 4 = 0 THEN 'CPC' ELSE 'CPM' END, 5000000, 1000000000000,
      'https://shop.example/', 'approved', 'asap'
    FROM unnest(${advertiserOf}::int[]) WITH ORDINALITY AS c (owner, n)`.execute(db);
  await sql`INSERT INTO creative_asset (id, owner_id, sha256, content_type, byte_count, width, height) OVERRIDING SYSTEM VALUE
    SELECT n, n, encode(sha256(n::text::bytea), 'hex'), 'image/png', 20000, 300, 250
    FROM generate_series(1, ${size.advertisers}::int) n`.execute(db);
  await sql`INSERT INTO creative (id, campaign_id, asset_id, name, state) OVERRIDING SYSTEM VALUE
    SELECT (c.id - 1) * ${size.creativesPerCampaign}::int + k, c.id, c.advertiser_id, 'Creative ' || k, 'approved'
    FROM campaign c CROSS JOIN generate_series(1, ${size.creativesPerCampaign}::int) k`.execute(db);
  await sql`INSERT INTO property (id, publisher_id, name, domain, category) OVERRIDING SYSTEM VALUE
    SELECT n, owner, 'Property ' || n, 'site' || n || '.example', (${CATEGORIES}::text[])[1 + n % ${CATEGORIES.length}::int]
    FROM unnest(${owners}::int[]) WITH ORDINALITY AS p (owner, n)`.execute(db);
  await sql`INSERT INTO zone (id, property_id, name, width, height) OVERRIDING SYSTEM VALUE
    SELECT n, property, 'Zone ' || n, 300, 250
    FROM unnest(${propertyOf}::int[]) WITH ORDINALITY AS z (property, n)`.execute(db);
  return market;
}
