import { type Insertable, sql } from 'kysely';
import { type Db, inTransaction, type RequestHourlyTable, type RollupHourlyTable } from '../../platform/db';
import { type MadeUser, makeCampaign, makeCreative, makeProperty, makeZone } from '../../testing';
import { post } from '../ledger';

/** Numbers that are the same at every run. */
export function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

export interface Owned {
  campaigns: { id: number; creative: number }[];
  zones: { id: number; property: number }[];
}

/** Three campaigns of an advertiser, and three zones of a publisher's property. */
export async function makeOwned(db: Db, by: MadeUser, on: MadeUser): Promise<Owned> {
  const owned: Owned = { campaigns: [], zones: [] };
  const property = await makeProperty(db, { publisher_id: on.id });
  for (let index = 0; index < 3; index += 1) {
    const campaign = await makeCampaign(db, { advertiser_id: by.id });
    const creative = await makeCreative(db, { campaign_id: campaign.id });
    owned.campaigns.push({ id: campaign.id, creative: creative.id });
    const zone = await makeZone(db, {
      property_id: property.id,
      last_request_at: '2026-11-21T12:00:00Z',
    });
    owned.zones.push({ id: zone.id, property: property.id });
  }
  return owned;
}

/** Ten days of hourly rollups, the spend rows that belong to them, and what they come to in the ledger. */
export async function fill(
  db: Db,
  owned: Owned,
  by: MadeUser,
  on: MadeUser,
  random: (below: number) => number,
): Promise<void> {
  const rollups: Insertable<RollupHourlyTable>[] = [];
  const requests: Insertable<RequestHourlyTable>[] = [];
  let spent = 0n;
  let paid = 0n;
  for (let hoursAgo = 0; hoursAgo < 240; hoursAgo += 1 + random(3)) {
    const hour = new Date(Date.UTC(2026, 10, 21, 12) - hoursAgo * 3_600_000);
    const campaign = owned.campaigns[random(3)];
    const zone = owned.zones[random(3)];
    if (!campaign || !zone) continue;
    const country = ['CH', 'DE', 'US', 'ZZ'][random(4)] ?? 'CH';
    const ids = { zone_id: zone.id, publisher_id: on.id, property_id: zone.property };
    const at = { hour, country, device: 1 + random(2), ...ids };
    const impressions = BigInt(random(500));
    const spend = BigInt(random(2_000_000));
    const payout = (spend * 8n) / 10n;
    spent += spend;
    paid += payout;
    rollups.push({
      ...at,
      campaign_id: campaign.id,
      creative_id: campaign.creative,
      advertiser_id: by.id,
      impressions,
      viewables: impressions / 2n,
      clicks: impressions / 100n,
      invalid: BigInt(random(9)),
      spend_micros: spend,
      payout_micros: payout,
    });
    requests.push({ ...at, reason: 0, requests: impressions + BigInt(random(50)) });
    requests.push({ ...at, reason: 8, requests: BigInt(random(200)) });
  }
  await db.insertInto('rollup_hourly').values(rollups).execute();
  await db.insertInto('request_hourly').values(requests).execute();
  await sql`
    INSERT INTO campaign_spend (campaign_id, day, spend_micros)
    SELECT campaign_id, (hour AT TIME ZONE 'UTC')::date, sum(spend_micros) FROM rollup_hourly
    WHERE advertiser_id = ${by.id} GROUP BY 1, 2`.execute(db);
  await inTransaction(db, (trx) =>
    post(trx, {
      idempotencyKey: `test:${by.id}`,
      kind: 'ad_spend',
      occurredAt: new Date('2026-11-21T12:00:00Z'),
      description: '',
      postings: [
        { kind: 'advertiser_cash', ownerId: by.id, amountMicros: -spent },
        { kind: 'publisher_pending', ownerId: on.id, amountMicros: paid },
        { kind: 'network_revenue', ownerId: null, amountMicros: spent - paid },
      ],
    }),
  );
}
