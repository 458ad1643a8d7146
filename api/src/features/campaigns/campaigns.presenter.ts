import { type Campaign, type Creative, type DeliveryFigures, publicId } from '@ezdash/contracts';
import { presentAsset } from '../creatives';
import { fieldsOf } from './campaignChange';
import { type CampaignMoney, deriveState, shortageOf } from './campaignState';
import type { CampaignRow, CreativeRow, StoredCreativeState } from './campaigns.repo';
import type { Paced } from './paceLine';

const CREATIVE_STATES: Readonly<Record<StoredCreativeState, Creative['state']>> = {
  in_review: 'inReview',
  approved: 'approved',
  rejected: 'rejected',
  archived: 'archived',
  stopped: 'stopped',
};

export function presentCreative(row: CreativeRow): Creative {
  return {
    id: publicId('creative', row.id),
    name: row.name,
    alt: row.alt,
    state: CREATIVE_STATES[row.state],
    state_reason: row.state_reason,
    review_note: row.review_note,
    share: row.share,
    image: presentAsset({ ...row, id: row.asset_id }),
  };
}

/** What nothing but money keeps from being shown. */
const ON_MONEY: ReadonlySet<Campaign['state']> = new Set(['running', 'budgetReached', 'unfunded']);

/** Everything a campaign's answer is made of. */
export interface CampaignParts {
  row: CampaignRow;
  creatives: CreativeRow[];
  figures: DeliveryFigures;
  money: CampaignMoney;
  /** Of today's budget, where an even pace would stand now, 0–1. */
  due: (campaign: Paced) => number;
}

export function presentCampaign({ row, creatives, figures, money, due }: CampaignParts, now: Date): Campaign {
  const fields = fieldsOf(row);
  const subject = {
    state: row.state,
    stateReason: row.state_reason,
    pricing: fields.pricing,
    bidMicros: fields.bid_micros,
    dailyBudgetMicros: fields.daily_budget_micros,
    totalBudgetMicros: fields.total_budget_micros,
    impressionLimit: fields.impression_limit,
    clickLimit: row.click_limit,
    priority: row.priority,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  };
  const { state, reason } = deriveState(subject, money, now);
  return {
    id: publicId('campaign', row.id),
    priority: row.priority,
    ...fields,
    state,
    state_reason: reason,
    shortage: ON_MONEY.has(state) ? shortageOf(subject, money) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    creatives: creatives.map(presentCreative),
    figures,
    today: {
      spend_micros: money.spentTodayMicros,
      budget_micros: fields.daily_budget_micros,
      due: due({ state, pacing: fields.pacing }),
    },
  };
}
