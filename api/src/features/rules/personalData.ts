import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import { inputOf, type RuleRow } from './ruleRow';

/** For the archive of a person's data: their rules, and what each did. */
export async function exportRules(db: Db, userId: number): Promise<object[]> {
  const { rows: rules } = await sql<RuleRow>`
    SELECT * FROM auto_rule WHERE advertiser_id = ${userId} ORDER BY id`.execute(db);
  const { rows: acts } = await sql<{ rule_id: number; campaign_id: number }>`
    SELECT a.rule_id, a.happened_at, a.campaign_id, a.outcome, a.action, a.figures, a.before_micros::text,
      a.after_micros::text, a.message
    FROM auto_rule_act a JOIN auto_rule r ON r.id = a.rule_id WHERE r.advertiser_id = ${userId}
    ORDER BY a.id`.execute(db);
  return rules.map((rule) => ({
    ...inputOf(rule),
    id: publicId('rule', rule.id),
    state: rule.state,
    created_at: rule.created_at,
    acts: acts
      .filter(({ rule_id }) => rule_id === rule.id)
      .map(({ rule_id: _rule, campaign_id, ...act }) => ({
        ...act,
        campaign: publicId('campaign', campaign_id),
      })),
  }));
}

/** Their evaluations and acts go with them; what they changed stays in the campaigns' history. */
export async function forgetRules(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('auto_rule').where('advertiser_id', '=', userId).execute();
}
