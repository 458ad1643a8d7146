import type { Campaign } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import {
  balancesOf,
  dayOf,
  deliveryByCampaign,
  NO_DELIVERY,
  type Period,
  spendableOf,
  spendOf,
} from '../figures';
import { findGoalHalts } from './campaignGoals';
import { presentCampaign } from './campaigns.presenter';
import {
  type CampaignRow,
  type CampaignSelector,
  type CreativeRow,
  findCampaigns,
  findCreatives,
  findHalts,
  findLifeCounts,
} from './campaigns.repo';
import { dueShare, type Paced, type PaceLine } from './paceLine';

/** A campaign as its owner sees it, with the numbers of its rows for joins within the server. */
export interface CampaignView {
  id: number;
  advertiserId: number;
  submittedAt: Date | null;
  campaign: Campaign;
}

function groupCreatives(creatives: CreativeRow[]): Map<number, CreativeRow[]> {
  const groups = new Map<number, CreativeRow[]>();
  for (const creative of creatives) {
    const group = groups.get(creative.campaign_id);
    if (group) group.push(creative);
    else groups.set(creative.campaign_id, [creative]);
  }
  return groups;
}

const distinct = (numbers: number[]) => [...new Set(numbers)];

/**
 * Campaigns with their creatives, state, figures of the period and today's spend: some set-based queries, however many there
 * are. Without a period there are no figures; without a line everybody's pace is the day's.
 */
export async function readCampaigns(
  db: Db,
  selector: CampaignSelector,
  period: Period | null,
  now: Date,
  paceLine?: PaceLine,
): Promise<CampaignView[]> {
  const rows: CampaignRow[] = await findCampaigns(db, selector);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const advertiserIds = distinct(rows.map((row) => row.advertiser_id));
  const creatives = groupCreatives(await findCreatives(db, ids));
  const figures = period ? await deliveryByCampaign(db, advertiserIds, period) : new Map<number, never>();
  const spend = await spendOf(db, ids, dayOf(now));
  const balances = await balancesOf(db, advertiserIds);
  const counts = await findLifeCounts(db, rows);
  const halts = await findHalts(db, advertiserIds);
  const goalHalts = await findGoalHalts(db, rows);
  return rows.map((row) => {
    const spent = spend.get(row.id);
    const balance = balances.get(row.advertiser_id);
    const money = {
      spentTodayMicros: spent?.todayMicros ?? 0,
      spentTotalMicros: spent?.totalMicros ?? 0,
      impressions: counts.get(row.id)?.impressions ?? 0,
      clicks: counts.get(row.id)?.clicks ?? 0,
      balanceMicros: balance === undefined ? 0 : spendableOf(balance),
      halt: halts.get(row.advertiser_id) ?? goalHalts.get(row.id) ?? null,
    };
    const parts = {
      row,
      creatives: creatives.get(row.id) ?? [],
      figures: figures.get(row.id) ?? { ...NO_DELIVERY },
      money,
      due: (campaign: Paced) => dueShare(row.id, campaign, now, paceLine),
    };
    return {
      id: row.id,
      advertiserId: row.advertiser_id,
      submittedAt: row.submitted_at,
      campaign: presentCampaign(parts, now),
    };
  });
}
