import type { Campaign } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { findLifeCounts } from '../campaigns';
import { dayOf, spendOf } from '../figures';
import type { Left } from './LookedAt';

const DAY_MS = 86_400_000;

/** What campaigns spent and had over their lives, in micros and events. */
export interface Life {
  spendMicros: number;
  impressions: number;
  clicks: number;
}

const NOTHING: Life = { spendMicros: 0, impressions: 0, clicks: 0 };

/** Campaign → its life so far; events only where one of them is limited. */
export async function readLives(
  db: Db,
  campaigns: readonly { id: number; campaign: Campaign }[],
  now: Date,
): Promise<Map<number, Life>> {
  const spend = await spendOf(
    db,
    campaigns.map(({ id }) => id),
    dayOf(now),
  );
  const counts = await findLifeCounts(
    db,
    campaigns.map(({ id, campaign }) => ({
      id,
      impression_limit: campaign.impression_limit,
      click_limit: campaign.click_limit ?? null,
    })),
  );
  return new Map(
    campaigns.map(({ id }) => [
      id,
      { ...NOTHING, ...counts.get(id), spendMicros: spend.get(id)?.totalMicros ?? 0 },
    ]),
  );
}

/** What is left of a campaign's limits, and of the balance, which is given. Pure. */
export function leftOf(campaign: Campaign, life: Life | undefined, balanceMicros: number, now: Date): Left {
  const { total_budget_micros, impression_limit, click_limit, ends_at } = campaign;
  const { spendMicros, impressions, clicks } = life ?? NOTHING;
  const of = (limit: number | null | undefined, used: number) =>
    limit === null || limit === undefined ? null : Math.max(0, limit - used);
  return {
    totalMicros: of(total_budget_micros, spendMicros),
    impressions: of(impression_limit, impressions),
    clicks: of(click_limit, clicks),
    days: ends_at === null ? 1 : Math.max(1, (Date.parse(ends_at) - now.getTime()) / DAY_MS),
    balanceMicros,
  };
}
