import { randomInt } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { csrfToken, send } from './account';
import { consoleHeaders } from './consoleHeaders';
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
    targeting: { devices: { include: ['desktop', 'phone', 'tablet', 'tv'] } },
    frequency_cap: null,
    creatives: [],
    submit: false,
    ...wish,
  };
}

/** Stores a file as a creative's content; answers its id. */
export async function storeAsset(
  advertiser: APIRequestContext,
  data: Buffer,
  type: string,
  query = '',
): Promise<string> {
  const stored = await advertiser.post(`/api/assets${query}`, {
    data,
    headers: { 'Content-Type': type, 'X-CSRF-TOKEN': await csrfToken(advertiser) },
  });
  if (!stored.ok()) throw new Error(`The file was refused: ${await stored.text()}`);
  return ((await stored.json()) as { id: string }).id;
}

/** Stores the words of a native or a text ad; answers its id. */
export async function storeWords(
  advertiser: APIRequestContext,
  format: 'native' | 'text',
  words: object,
): Promise<string> {
  const stored = await send(advertiser, 'POST', `/api/assets/${format}`, { click_chain: null, ...words });
  if (!stored.ok()) throw new Error(`The words were refused: ${await stored.text()}`);
  return ((await stored.json()) as { id: string }).id;
}

interface Wish {
  name: string;
  bid_micros: number;
  creatives: { asset_id: string; name: string; alt: string }[];
  [field: string]: unknown;
}

type Verdict = { decision: 'approve' | 'reject'; reasons: string[]; message: string };
const APPROVED: Verdict = { decision: 'approve', reasons: [], message: '' };

const approved: { advertiser: APIRequestContext; id: string }[] = [];

/** Pauses the campaigns of a test that ends: their bids would keep the ads of the next tests off the demo's pages. */
export async function pauseApproved(): Promise<void> {
  // Of an account that the test has closed or signed out, or a network that it has stopped, nothing runs here.
  for (const { advertiser, id } of approved.splice(0))
    await send(advertiser, 'POST', '/api/campaigns/actions', { ids: [id], action: 'pause' }).catch(() => {});
}

/** Makes a campaign without the pages, and has it approved, or judged otherwise; answers its id. */
export async function approveCampaign(
  advertiser: APIRequestContext,
  admin: APIRequestContext,
  wish: Wish,
  verdict = APPROVED,
): Promise<string> {
  const made = await send(advertiser, 'POST', '/api/campaigns', campaignInput({ ...wish, submit: true }));
  if (!made.ok()) throw new Error(`The campaign was refused: ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  const path = '/api/operator/reviews';
  const queue = (await (await admin.get(path, { headers: consoleHeaders(admin, path) })).json()) as {
    reviews: { campaign: { id: string }; submitted_at: string }[];
  };
  const waiting = queue.reviews.find(({ campaign }) => campaign.id === id);
  if (!waiting) throw new Error(`${id} is not in the review queue`);
  const decided = await send(
    admin,
    'POST',
    `/api/operator/reviews/${id}?submitted_at=${encodeURIComponent(waiting.submitted_at)}`,
    verdict,
  );
  if (!decided.ok()) throw new Error(`The approval was refused: ${await decided.text()}`);
  approved.push({ advertiser, id });
  return id;
}

/** The same with one 300×250 image. */
export async function runCampaign(
  advertiser: APIRequestContext,
  admin: APIRequestContext,
  wish: { name: string; bid_micros: number },
): Promise<void> {
  const asset_id = await storeAsset(advertiser, makePng(300, 250, randomInt(0xffffff)), 'image/png');
  await approveCampaign(advertiser, admin, {
    ...wish,
    creatives: [{ asset_id, name: wish.name, alt: wish.name }],
  });
}
