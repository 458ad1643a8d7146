import { createHash, randomUUID } from 'node:crypto';
import { publicId, rowId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { makeAsset, makeCampaign, makeCreative, makeProperty, makeZone } from '../factories';
import { marked } from './visitors';
import type { Make, World } from './world';

export const campaign: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await makeCampaign(test.db, {
    advertiser_id: advertiser.id,
    name: marked('campaign'),
    state: 'in_review',
  });
  await makeCreative(test.db, { campaign_id: id, name: marked('creative'), state: 'in_review' });
  return publicId('campaign', id);
};

const propertyRow = ({ app: { test }, visitors: { publisher } }: World) =>
  makeProperty(test.db, { publisher_id: publisher.id, name: marked('property'), state: 'approved' });

export const property: Make = async (world) => publicId('property', (await propertyRow(world)).id);

export const zone: Make = async (world) => {
  const { id: property_id } = await propertyRow(world);
  return publicId('zone', (await makeZone(world.app.test.db, { property_id, name: marked('zone') })).id);
};

/** An image of the advertiser's, in no campaign. */
export const asset: Make = async ({ app: { test }, visitors: { advertiser } }) =>
  publicId('asset', (await makeAsset(test.db, { owner_id: advertiser.id })).id);

export const conversionGoal: Make = async ({ visitors }) => {
  const made = await visitors
    .client('advertiser who owns it')
    .post<{ id: string }>('/api/conversion-goals', { name: marked('goal') });
  return made.body.id;
};

export const savedReport: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { id } = await test.db
    .insertInto('metrics_report')
    .values({
      advertiser_id: advertiser.id,
      name: marked(`report ${randomUUID()}`),
      query: 'group=campaign',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('metricsReport', id);
};

const REPORT = () => ({ name: marked(randomUUID()), query: 'group=country' });
const SCHEDULE = async () => ({ every: 'day', hour: 7, timezone: 'UTC' });

export const campaignDraft: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO campaign_draft (advertiser_id, name, step, form, created_at, updated_at)
    VALUES (${advertiser.id}, ${marked('draft')}, 'general', '{}', now(), now()) RETURNING id`.execute(
    test.db,
  );
  return publicId('campaignDraft', rows[0]?.id ?? 0);
};

/** A change of a campaign that its owner can take back: it was renamed. */
export async function campaignChange({ app: { test } }: World, campaignId: string): Promise<string> {
  const row = rowId('campaign', campaignId);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO campaign_change (campaign_id, at, kind, actor, changes)
    SELECT id, now(), 'changed', 'system', jsonb_build_object('name', jsonb_build_object('before', 'As it was', 'after', name))
    FROM campaign WHERE id = ${row} RETURNING id`.execute(test.db);
  return publicId('campaignChange', rows[0]?.id ?? 0);
}

/** A decision that showed the advertiser's campaign in the publisher's zone, by its impression. */
export const decision: Make = async (world) => {
  const { test } = world.app;
  const { id: property_id } = await propertyRow(world);
  const { id: zone_id } = await makeZone(test.db, { property_id, name: marked('zone') });
  const { advertiser, publisher } = world.visitors;
  const { id: campaign_id } = await makeCampaign(test.db, {
    advertiser_id: advertiser.id,
    name: marked('campaign'),
  });
  const { id: creative_id } = await makeCreative(test.db, { campaign_id, name: marked('creative') });
  const decided_at = new Date();
  const time = decided_at.getTime().toString(16).padStart(12, '0');
  const decision_id = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  await test.db
    .insertInto('ad_event')
    .values({
      decision_id,
      kind: 1,
      decided_at,
      happened_at: decided_at,
      advertiser_id: advertiser.id,
      campaign_id,
      creative_id,
      publisher_id: publisher.id,
      property_id,
      zone_id,
      country: 'DE',
      device: 1,
    })
    .execute();
  return decision_id;
};

const ZONE = {
  name: marked('zone'),
  size: { width: 300, height: 250 },
  floor_micros: 0,
  fallback: 'collapse',
};

const viewInput = () => ({
  name: marked(`view ${randomUUID().slice(0, 8)}`),
  settings: { group: 'all', pricing: null, q: '', sort: 'name', direction: 'ascending', columns: null },
});

export const campaignView: Make = async ({ visitors }) => {
  const made = await visitors
    .client('advertiser who owns it')
    .post<{ id: string }>('/api/campaigns/views', viewInput());
  return made.body.id;
};

const budgets = async (world: World) => ({
  ids: [await campaign(world)],
  change: { set_micros: 77_000_000 },
});
const budgetsUndo = async (world: World) => ({
  changed: [{ id: await campaign(world), before_micros: 77_000_000, after_micros: 10_000_000 }],
});
const bids = async (world: World) => ({
  ids: [await campaign(world)],
  change: { set_micros: 7_700_000 },
});
const bidsUndo = async (world: World) => ({
  changed: [{ id: await campaign(world), before_micros: 7_700_000, after_micros: 1_000_000 }],
});

const estimate = async (world: World) => ({
  targeting: {},
  pricing: 'CPM',
  campaign_id: await campaign(world),
});

/** On the publisher's own property. */
const blockEntry = async (world: World) => ({
  kind: 'domain',
  value: 'somebody.example',
  properties: [await property(world)],
});

export const ADVERTISING_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PUT /api/campaign-drafts/:id': async () => ({ name: 'Mine now', step: 'general', form: {}, version: 1 }),
  'PUT /api/metrics-reports/:id': async () => REPORT(),
  'PUT /api/v1/metrics-reports/:id': async () => REPORT(),
  'PUT /api/metrics-reports/:id/schedule': SCHEDULE,
  'PUT /api/v1/metrics-reports/:id/schedule': SCHEDULE,
  'PATCH /api/campaigns/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/operator/campaigns/:id': async () => ({ priority: 'house' }),
  'PATCH /api/v1/campaigns/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/campaigns/views': async () => ({ ...viewInput(), name: 'Somebody was here' }),
  'POST /api/v1/campaigns/views': async () => ({ ...viewInput(), name: 'A token was here' }),
  'PUT /api/campaigns/views/:id': async () => viewInput(),
  'PUT /api/v1/campaigns/views/:id': async () => viewInput(),
  'POST /api/campaigns/budgets': budgets,
  'POST /api/v1/campaigns/budgets': budgets,
  'POST /api/campaigns/budgets/undo': budgetsUndo,
  'POST /api/v1/campaigns/budgets/undo': budgetsUndo,
  'POST /api/campaigns/bids': bids,
  'POST /api/v1/campaigns/bids': bids,
  'POST /api/campaigns/bids/undo': bidsUndo,
  'POST /api/v1/campaigns/bids/undo': bidsUndo,
  'POST /api/campaigns/estimate': estimate,
  'POST /api/v1/campaigns/estimate': estimate,
  'POST /api/campaigns/actions': async (world) => ({ action: 'pause', ids: [await campaign(world)] }),
  'POST /api/v1/campaigns/actions': async (world) => ({ action: 'pause', ids: [await campaign(world)] }),
  'PUT /api/v1/campaigns/:id/creatives': async (world) => ({
    creatives: [{ asset_id: await asset(world), name: 'Somebody', alt: 'was here' }],
  }),
  'PATCH /api/conversion-goals/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/conversion-goals/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/properties/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/properties/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/property-blocks': blockEntry,
  'POST /api/property-blocks/remove': blockEntry,
  'POST /api/v1/property-blocks': blockEntry,
  'POST /api/v1/property-blocks/remove': blockEntry,
  'POST /api/properties/:id/zones': async () => ZONE,
  'POST /api/v1/properties/:id/zones': async () => ZONE,
  'PATCH /api/zones/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/zones/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/operator/reviews/:id': async () => ({ decision: 'approve', reasons: [], message: '' }),
  'POST /api/operator/properties/:id': async () => ({ decision: 'approve', message: '' }),
};

/** A file of the advertiser's that has begun to arrive. */
export const upload: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const id = randomUUID();
  await test.db
    .insertInto('asset_upload')
    .values({
      id,
      owner_id: advertiser.id,
      name: marked('upload'),
      content_type: 'video/mp4',
      byte_count: 1_000,
      sha256: createHash('sha256').update(id).digest('hex'),
      created_at: new Date(),
    })
    .execute();
  return id;
};
