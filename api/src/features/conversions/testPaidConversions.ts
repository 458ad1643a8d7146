import {
  type ConversionGoal,
  type ConversionGoalKey,
  type ConversionList,
  PRICING_CODES,
  publicId,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import type { makeCampaign, TestClient } from '../../testing';
import { makeAdvertiser } from '../../testing';
import { balances, verify } from '../ledger';
import type { ConversionWorld, Place } from './testConversions';

type AdvertiserGiven = Parameters<typeof makeAdvertiser>[1];
type CampaignGiven = Parameters<typeof makeCampaign>[1];

export const PRICE = 4_000_000;
export const PAYOUT = 3_200_000;

export interface PaidPlace extends Place {
  client: TestClient;
  /** The goal that the campaign pays for. */
  goal: string;
}

export interface PaidOptions {
  advertiser?: AdvertiserGiven;
  campaign?: CampaignGiven;
  goal?: object;
}

const NO_FIGURES = { impressions: 0, clicks: 0, conversions: 0, spend: 0, payout: 0 };
type Figures = typeof NO_FIGURES;

/** What tests of campaigns that pay for conversions do with a world of theirs. */
export function paidTools(world: () => ConversionWorld) {
  const keys = new Map<string, string>();

  /** A goal as a campaign may pay for: its reports need the key. */
  async function makeGoal(client: TestClient, fields: object = {}): Promise<string> {
    const wanted = { name: 'Order', requires_key: true, ...fields };
    const { body } = await client.post<ConversionGoal>('/api/conversion-goals', wanted);
    const { key } = (await client.get<ConversionGoalKey>(`/api/conversion-goals/${body.id}/key`)).body;
    keys.set(body.id, key);
    return body.id;
  }

  /** A campaign that agreed on 4.00 for a conversion of its goal, of which the publisher gets 3.20. */
  async function paidPlace({ advertiser, campaign, goal }: PaidOptions = {}): Promise<PaidPlace> {
    const { app, test } = world();
    const made = await makeAdvertiser(test.db, advertiser);
    const client = app.client();
    await client.signIn(made);
    const goalId = await makeGoal(client, goal);
    const place = await world().place(made, {
      pricing: 'CPA',
      bid_micros: 5_000_000n,
      goal_ids: [rowId('conversionGoal', goalId) ?? 0],
      ...campaign,
    });
    const decided = { pricing: PRICING_CODES.CPA, priceMicros: PRICE, payoutMicros: PAYOUT };
    return { ...place, ...decided, client, goal: goalId };
  }

  /** As the advertiser's server reports, which has the goal's key. */
  const report = (goal: string, clickId: string, more = '') =>
    reportByAnybody(goal, clickId, `${more}&key=${encodeURIComponent(keys.get(goal) ?? '')}`);
  async function reportByAnybody(goal: string, clickId: string, more = ''): Promise<string> {
    const { status, body } = await world()
      .app.client()
      .get<{ status: string }>(`/postback?goal=${goal}&click_id=${clickId}&value=49.90${more}`);
    return status === 200 ? body.status : String(status);
  }

  /** Verdicts and prices of a goal, newest first. */
  const listed = async ({ client, goal }: PaidPlace): Promise<[string, number][]> =>
    (await client.get<ConversionList>(`/api/conversion-goals/${goal}/conversions`)).body.conversions.map(
      ({ verdict, price_micros }) => [verdict, price_micros],
    );

  const moneyOf = async ({ advertiser, publisherId }: PaidPlace) => {
    const { advertiser_cash, advertiser_bonus } = await balances(world().test.db, advertiser.id);
    const { publisher_pending } = await balances(world().test.db, publisherId);
    return {
      cash: Number(advertiser_cash),
      bonus: Number(advertiser_bonus),
      pending: Number(publisher_pending),
    };
  };

  /** Figures of a campaign over all time, and what its budgets count as spent, by day. */
  async function figuresOf({ campaignId }: Place) {
    const { db } = world().test;
    const { rows } = await sql<Figures>`
      SELECT coalesce(sum(impressions), 0)::int AS impressions, coalesce(sum(clicks), 0)::int AS clicks,
        coalesce(sum(conversions), 0)::int AS conversions, coalesce(sum(spend_micros), 0)::int AS spend,
        coalesce(sum(payout_micros), 0)::int AS payout
      FROM rollup_hourly WHERE campaign_id = ${campaignId}`.execute(db);
    const days = await sql<{ day: string; spend: number }>`
      SELECT day::text AS day, spend_micros::int AS spend FROM campaign_spend
      WHERE campaign_id = ${campaignId} AND spend_micros <> 0 ORDER BY day`.execute(db);
    const [figures = NO_FIGURES] = rows;
    return { ...figures, budget: Object.fromEntries(days.rows.map(({ day, spend }) => [day, spend])) };
  }

  const differences = async () => (await verify(world().test.db)).differences;
  const campaignOf = ({ campaignId }: Place) => publicId('campaign', campaignId);

  return {
    makeGoal,
    paidPlace,
    report,
    reportByAnybody,
    listed,
    moneyOf,
    figuresOf,
    differences,
    campaignOf,
  };
}
