import type { RuleAction } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { isOfAmount } from './nextAmount';
import { HOUR_MS } from './periods';

/** What an action changes of a campaign, as its history names it; null: nothing. */
const FIELDS: Readonly<Record<RuleAction['kind'], string | null>> = {
  pause: 'state',
  'change-bid': 'bid_micros',
  'change-budget': 'daily_budget_micros',
  'archive-creative': 'creatives',
  'exclude-zone': 'targeting.zones',
  notify: null,
};

/** The rule that is about to act, on a campaign that the transaction holds. */
export interface Touch {
  ruleId: number;
  campaignId: number;
  action: RuleAction;
  period: Date;
  /** Since when a change by hand is minded. */
  since: Date;
}

/** Of the state only a resumption: what is sent in or approved is new, and may be stopped. */
async function byHand(trx: Db, field: string, { campaignId, since }: Touch): Promise<boolean> {
  const { rows } = await sql<{ touched: boolean }>`
    SELECT EXISTS (SELECT FROM campaign_change
      WHERE campaign_id = ${campaignId} AND at > ${since} AND actor IN ('person', 'staff', 'apiToken')
        AND changes->${field}::text IS NOT NULL
        AND (${field}::text <> 'state'
          OR (changes->'state'->>'before' = 'paused' AND changes->'state'->>'after' = 'approved'))) AS touched`.execute(
    trx,
  );
  return rows[0]?.touched ?? false;
}

async function byOthers(trx: Db, { ruleId, campaignId, action, period }: Touch): Promise<boolean> {
  const { rows } = await sql<{ touched: boolean }>`
    SELECT EXISTS (SELECT FROM auto_rule_act a JOIN auto_rule_run r ON r.id = a.run_id
      WHERE a.campaign_id = ${campaignId} AND a.rule_id <> ${ruleId} AND a.outcome = 'acted'
        AND a.action->>'kind' = ${action.kind} AND r.period > ${new Date(period.getTime() - HOUR_MS)}) AS touched`.execute(
    trx,
  );
  return rows[0]?.touched ?? false;
}

/**
 * Whether somebody changed the same thing: by hand since a moment, which a rule does not take back at once, or another
 * rule within the hour, where it is an amount: two rules would move it to and fro, or twice by the same figures.
 */
export async function wasTouched(trx: Db, touch: Touch): Promise<boolean> {
  const field = FIELDS[touch.action.kind];
  if (field === null) return false;
  if (await byHand(trx, field, touch)) return true;
  return isOfAmount(touch.action) && (await byOthers(trx, touch));
}
