import type { Targeting } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';

type Kind = 'property' | 'zone';

/** Of these rows, the ids of properties that ads are shown on. */
async function servedProperties(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM property p JOIN app_user u ON u.id = p.publisher_id
    WHERE p.id = ANY(${[...ids]}::int[]) AND p.state = 'approved' AND u.status = 'active' AND u.deletes_at IS NULL`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

/** The same of zones. A paused one may be resumed any moment: it is one of them. */
async function servedZones(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT z.id FROM zone z JOIN property p ON p.id = z.property_id JOIN app_user u ON u.id = p.publisher_id
    WHERE z.id = ANY(${[...ids]}::int[]) AND z.state <> 'archived' AND p.state = 'approved' AND u.status = 'active'
      AND u.deletes_at IS NULL`.execute(db);
  return new Set(rows.map((row) => row.id));
}

interface Named {
  /** Where it stands in the body. */
  path: string;
  row: number | null;
}

/** What the targeting names of a kind; what it named before is not looked at again. */
function namedPlaces(
  kind: Kind,
  dimension: 'properties' | 'zones',
  { [dimension]: now }: Targeting,
  { [dimension]: before }: Partial<Targeting>,
): Named[] {
  return (['include', 'exclude'] as const).flatMap((side) =>
    now[side].flatMap((id, index) =>
      before?.[side].includes(id)
        ? []
        : [{ path: `targeting.${dimension}.${side}.${index}`, row: publicRowId(kind, id) }],
    ),
  );
}

const rowsOf = (places: readonly Named[]) => places.flatMap(({ row }) => row ?? []);

/**
 * Refuses (422, by index) properties and zones that are not there or that show no ads: whether one exists that shows
 * none is nobody's business. Those that the campaign had before stay, whatever has become of them.
 */
export async function refuseUnknownPlaces(
  db: Db,
  targeting: Targeting,
  before: Partial<Targeting> = {},
): Promise<void> {
  const properties = namedPlaces('property', 'properties', targeting, before);
  const zones = namedPlaces('zone', 'zones', targeting, before);
  const errors: Record<string, string[]> = {};
  if (properties.length > 0) {
    const served = await servedProperties(db, rowsOf(properties));
    for (const { path, row } of properties)
      if (row === null || !served.has(row)) errors[path] = ['No property with this id shows ads'];
  }
  if (zones.length > 0) {
    const served = await servedZones(db, rowsOf(zones));
    for (const { path, row } of zones)
      if (row === null || !served.has(row)) errors[path] = ['No zone with this id shows ads'];
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}
