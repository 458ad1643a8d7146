import { publicId, type RuleScope, type RuleSubject } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Rows of what a rule acted on. */
export interface NamedThing {
  campaignId: number;
  creativeId: number | null;
  zoneId: number | null;
}

async function namesOf(db: Db, table: 'campaign' | 'creative' | 'zone', ids: readonly (number | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map<number, string>();
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM ${sql.table(table)} WHERE id = ANY(${known}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How their owner knows these things; whose they are was asked before. */
export async function nameThings(
  db: Db,
  things: readonly NamedThing[],
): Promise<(thing: NamedThing) => RuleSubject> {
  const campaigns = await namesOf(
    db,
    'campaign',
    things.map(({ campaignId }) => campaignId),
  );
  const creatives = await namesOf(
    db,
    'creative',
    things.map(({ creativeId }) => creativeId),
  );
  const zones = await namesOf(
    db,
    'zone',
    things.map(({ zoneId }) => zoneId),
  );
  return ({ campaignId, creativeId, zoneId }) => ({
    campaign_id: publicId('campaign', campaignId),
    campaign: campaigns.get(campaignId) ?? '',
    creative_id: creativeId === null ? null : publicId('creative', creativeId),
    zone_id: zoneId === null ? null : publicId('zone', zoneId),
    name: creatives.get(creativeId ?? 0) ?? zones.get(zoneId ?? 0) ?? null,
  });
}

/** A subject of a rule of this scope. */
export const thingOf = (
  scope: RuleScope,
  { campaignId, thingId }: { campaignId: number; thingId: number },
): NamedThing => ({
  campaignId,
  creativeId: scope === 'creative' ? thingId : null,
  zoneId: scope === 'zone' ? thingId : null,
});
