import { type Campaign, type Creative, type DeliveryFigures, publicId } from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { presentAsset } from '../creatives';
import { shareOfDay } from '../figures';
import { type CampaignMoney, deriveState } from './campaignState';
import type { CampaignRow, CreativeRow, StoredCreativeState } from './campaigns.repo';

const CREATIVE_STATES: Readonly<Record<StoredCreativeState, Creative['state']>> = {
  in_review: 'inReview',
  approved: 'approved',
  rejected: 'rejected',
  archived: 'archived',
};

export function presentCreative(row: CreativeRow): Creative {
  return {
    id: publicId('creative', row.id),
    name: row.name,
    alt: row.alt,
    state: CREATIVE_STATES[row.state],
    state_reason: row.state_reason,
    image: presentAsset({ ...row, id: row.asset_id }),
  };
}

/** Everything a campaign's answer is made of. */
export interface CampaignParts {
  row: CampaignRow;
  creatives: CreativeRow[];
  figures: DeliveryFigures;
  money: CampaignMoney;
}

export function presentCampaign({ row, creatives, figures, money }: CampaignParts, now: Date): Campaign {
  const total = row.total_budget_micros;
  const dailyBudgetMicros = toNumber(row.daily_budget_micros);
  const bidMicros = toNumber(row.bid_micros);
  const totalBudgetMicros = total === null ? null : toNumber(total);
  const { state, reason } = deriveState(
    {
      state: row.state,
      stateReason: row.state_reason,
      pricing: row.pricing,
      bidMicros,
      dailyBudgetMicros,
      totalBudgetMicros,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    },
    money,
    now,
  );
  return {
    id: publicId('campaign', row.id),
    name: row.name,
    pricing: row.pricing,
    bid_micros: bidMicros,
    daily_budget_micros: dailyBudgetMicros,
    total_budget_micros: totalBudgetMicros,
    pacing: row.pacing,
    landing_url: row.landing_url,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    countries: row.countries,
    devices: row.devices,
    frequency_cap:
      row.cap_impressions === null || row.cap_window_seconds === null
        ? null
        : { count: row.cap_impressions, seconds: row.cap_window_seconds },
    state,
    state_reason: reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    creatives: creatives.map(presentCreative),
    figures,
    today: { spend_micros: money.spentTodayMicros, budget_micros: dailyBudgetMicros, due: shareOfDay(now) },
  };
}
