import { publicId } from '@ezdash/contracts';
import { marked } from './visitors';
import type { Make, World } from './world';

const RULE = {
  name: marked('rule'),
  scope: 'campaign',
  campaign_ids: [],
  match: 'all',
  conditions: [{ metric: 'spend', comparison: 'above', value: 10_000_000, hours: 24 }],
  action: { kind: 'notify' },
  every: 'day',
  cooldown_hours: 24,
  most_per_day: 1,
} as const;

/** A draft of the advertiser's. */
export const rule: Make = async ({ app: { test }, visitors: { advertiser } }) => {
  const { name, campaign_ids, ...definition } = RULE;
  const now = new Date();
  const { id } = await test.db
    .insertInto('auto_rule')
    .values({
      advertiser_id: advertiser.id,
      name,
      definition: JSON.stringify({ ...definition, campaigns: campaign_ids }),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('rule', id);
};

export const RULE_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PUT /api/rules/:id': async () => ({ ...RULE, name: 'Somebody was here' }),
  'PUT /api/v1/rules/:id': async () => ({ ...RULE, name: 'Somebody was here' }),
  'POST /api/rules/:id/commands': async () => ({ command: 'archive' }),
  'POST /api/v1/rules/:id/commands': async () => ({ command: 'archive' }),
};
