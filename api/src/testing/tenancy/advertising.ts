import { randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
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

const asset: Make = async ({ app: { test }, visitors: { advertiser } }) =>
  publicId('asset', (await makeAsset(test.db, { owner_id: advertiser.id })).id);

export const conversionGoal: Make = async ({ visitors }) => {
  const made = await visitors
    .client('advertiser who owns it')
    .post<{ id: string }>('/api/conversion-goals', { name: marked('goal') });
  return made.body.id;
};

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

export const ADVERTISING_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PATCH /api/campaigns/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/operator/campaigns/:id': async () => ({ priority: 'house' }),
  'PATCH /api/v1/campaigns/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/campaigns/actions': async (world) => ({ action: 'pause', ids: [await campaign(world)] }),
  'POST /api/v1/campaigns/actions': async (world) => ({ action: 'pause', ids: [await campaign(world)] }),
  'PUT /api/v1/campaigns/:id/creatives': async (world) => ({
    creatives: [{ asset_id: await asset(world), name: 'Somebody', alt: 'was here' }],
  }),
  'PATCH /api/conversion-goals/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/conversion-goals/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/properties/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/properties/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/properties/:id/zones': async () => ZONE,
  'POST /api/v1/properties/:id/zones': async () => ZONE,
  'PATCH /api/zones/:id': async () => ({ name: 'Somebody was here' }),
  'PATCH /api/v1/zones/:id': async () => ({ name: 'Somebody was here' }),
  'POST /api/operator/reviews/:id': async () => ({ decision: 'approve', reasons: [], message: '' }),
  'POST /api/operator/properties/:id': async () => ({ decision: 'approve', message: '' }),
};
