import type { CampaignState } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { type ListScope, listedSql } from '../campaigns';
import { LOOKS_TO_TELL } from '../landing';
import { SHOWN_DAYS, UNSEEN_MS, UNSEEN_WEEK_MS } from './unseen';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** States whose pace a person wants to see, the ones that deliver first. */
export const PACED_STATES: readonly CampaignState[] = [
  'running',
  'budgetReached',
  'unfunded',
  'pausedBySystem',
  'stopped',
  'rejected',
];
export const MOST_PACED = 6;

/** What of an advertiser's campaigns the dashboard is about. Amounts are micros. */
export interface ChosenCampaigns {
  /** Whose pace is shown, by row number. */
  paced: number[];
  /** Of each kind of call-out the campaigns with the most at stake, by row number: every one that can be told is there. */
  toTell: number[];
  /** When each of these was last shown. */
  shownAt: Map<number, Date>;
  unfunded: Unfunded;
  /** One that is not archived. */
  hasCampaigns: boolean;
}

/** The campaigns that nothing is left for. */
export interface Unfunded {
  count: number;
  /** Of the newest one; null without any. */
  name: string | null;
  dailyMicros: number;
}

interface Found {
  paced: number[];
  to_tell: number[];
  shown_at: Record<string, number> | null;
  unfunded: Unfunded;
  has_campaigns: boolean;
}

/**
 * Chooses among all campaigns of an advertiser, in one statement: of each kind of call-out so many. A person sees eight,
 * and may have put some away.
 */
export async function chooseCampaigns(
  db: Db,
  scope: Omit<ListScope, 'period'>,
  mostOfAKind: number,
): Promise<ChosenCampaigns> {
  const { advertiserId, now } = scope;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  // Figures of days are no part of it.
  const listed = listedSql({ ...scope, period: { start: now, end: now } });
  const costliest = sql`ORDER BY daily_budget_micros DESC, id DESC LIMIT ${mostOfAKind}`;
  const without = (
    state: 'rejected' | 'stopped',
  ) => sql`SELECT l.id FROM listed l JOIN missing m ON m.campaign_id = l.id
    WHERE m.state = ${state} AND l.state NOT IN ('archived', 'rejected', 'stopped')
    ORDER BY round(l.daily_budget_micros::numeric * m.missing / m.shown) DESC, l.id DESC LIMIT ${mostOfAKind}`;
  const { rows } = await sql<Found>`
    WITH ${listed},
    shown AS MATERIALIZED (SELECT campaign_id, max(hour) AS hour FROM rollup_hourly
      WHERE advertiser_id = ${advertiserId} AND hour >= ${ago(SHOWN_DAYS * DAY_MS)} AND impressions > 0 GROUP BY 1),
    missing AS (SELECT k.campaign_id, m.state, count(*) AS shown, count(*) FILTER (WHERE k.state = m.state) AS missing
      FROM creative k CROSS JOIN (VALUES ('rejected'), ('stopped')) AS m (state)
      WHERE k.campaign_id IN (SELECT id FROM own) AND k.state <> 'archived'
      GROUP BY 1, 2 HAVING bool_or(k.state = m.state)),
    to_tell AS MATERIALIZED (
      (SELECT id FROM listed WHERE state = 'rejected' ${costliest})
      UNION (SELECT id FROM listed WHERE state = 'stopped' ${costliest})
      UNION (SELECT id FROM listed WHERE state = 'budgetReached' AND total_is_out ${costliest})
      UNION (SELECT id FROM listed WHERE state = 'budgetReached' AND NOT total_is_out ${costliest})
      UNION (SELECT l.id FROM listed l JOIN campaign c USING (id)
        WHERE l.state = 'pausedByUser' AND c.state_reason = 'rule'
        ORDER BY l.daily_budget_micros DESC, l.id DESC LIMIT ${mostOfAKind})
      UNION (SELECT l.id FROM listed l JOIN campaign c USING (id)
          JOIN landing_check k ON k.campaign_id = c.id AND k.url = c.landing_url
        WHERE c.state = 'approved' AND k.failures >= ${LOOKS_TO_TELL}
        ORDER BY l.daily_budget_micros DESC, l.id DESC LIMIT ${mostOfAKind})
      UNION (${without('rejected')})
      UNION (${without('stopped')})
      UNION (SELECT l.id FROM listed l JOIN campaign c USING (id) LEFT JOIN shown s ON s.campaign_id = l.id
        WHERE l.state = 'running'
          AND greatest(c.reviewed_at, c.starts_at, c.updated_at, s.hour + interval '1 hour')
            <= CASE WHEN c.targeting ? 'hours' THEN ${ago(UNSEEN_WEEK_MS)}::timestamptz
              ELSE ${ago(UNSEEN_MS)}::timestamptz END
        ORDER BY l.daily_budget_micros DESC, l.id DESC LIMIT ${mostOfAKind}))
    SELECT ARRAY(SELECT id FROM to_tell) AS to_tell,
      ARRAY(SELECT id FROM listed WHERE state = ANY(${[...PACED_STATES]}::text[])
        ORDER BY today_micros DESC, array_position(${[...PACED_STATES]}::text[], state), daily_budget_micros DESC, id DESC
        LIMIT ${MOST_PACED}) AS paced,
      (SELECT jsonb_object_agg(campaign_id, extract(epoch FROM hour) * 1000) FROM shown
        WHERE campaign_id IN (SELECT id FROM to_tell)) AS shown_at,
      (SELECT jsonb_build_object('count', count(*), 'dailyMicros', coalesce(sum(daily_budget_micros), 0),
        'name', (array_agg(name ORDER BY id DESC))[1]) FROM listed WHERE state = 'unfunded') AS unfunded,
      EXISTS (SELECT FROM listed WHERE state <> 'archived') AS has_campaigns`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The choice always answers');
  return {
    paced: found.paced,
    toTell: found.to_tell,
    shownAt: new Map(Object.entries(found.shown_at ?? {}).map(([id, ms]) => [Number(id), new Date(ms)])),
    unfunded: found.unfunded,
    hasCampaigns: found.has_campaigns,
  };
}
