import { randomInt } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { csrfToken, send } from './account';
import { makePng } from './png';

/** A campaign as the server takes it; amounts in micros. `wish` says what matters to the test. */
export function campaignInput(wish: object = {}) {
  return {
    name: 'A campaign',
    pricing: 'CPM',
    bid_micros: 2_000_000,
    daily_budget_micros: 10_000_000,
    total_budget_micros: null,
    pacing: 'asap',
    landing_url: 'https://example.com/',
    starts_at: null,
    ends_at: null,
    countries: [],
    devices: ['desktop', 'phone', 'tablet', 'tv'],
    frequency_cap: null,
    creatives: [],
    submit: false,
    ...wish,
  };
}

/** Makes a campaign of one 300×250 image without the pages, and has it approved. */
export async function runCampaign(
  advertiser: APIRequestContext,
  admin: APIRequestContext,
  wish: { name: string; bid_micros: number },
): Promise<void> {
  const stored = await advertiser.post('/api/assets', {
    data: makePng(300, 250, randomInt(0xffffff)),
    headers: { 'Content-Type': 'image/png', 'X-CSRF-TOKEN': await csrfToken(advertiser) },
  });
  const asset = (await stored.json()) as { id: string };
  const creatives = [{ asset_id: asset.id, name: wish.name, alt: wish.name }];
  const made = await send(advertiser, 'POST', '/api/campaigns', {
    ...campaignInput({ ...wish, creatives, submit: true }),
  });
  if (!made.ok()) throw new Error(`The campaign was refused: ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  const queue = (await (await admin.get('/api/operator/reviews')).json()) as {
    reviews: { campaign: { id: string }; submitted_at: string }[];
  };
  const waiting = queue.reviews.find(({ campaign }) => campaign.id === id);
  if (!waiting) throw new Error(`${id} is not in the review queue`);
  const decided = await send(
    admin,
    'POST',
    `/api/operator/reviews/${id}?submitted_at=${encodeURIComponent(waiting.submitted_at)}`,
    { decision: 'approve', reasons: [], message: '' },
  );
  if (!decided.ok()) throw new Error(`The approval was refused: ${await decided.text()}`);
}
