import type { AdsTxtHint, AdsTxtStatus, Property } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** A row of `ads_txt_check`. */
export interface AdsTxtRow {
  property_id: number;
  status: AdsTxtStatus;
  read_at: Date | null;
  changed_at: Date;
  previous_status: AdsTxtStatus | null;
  url: string | null;
  line_number: number | null;
  line: string | null;
  record_count: number;
  seller_count: number;
  hints: AdsTxtHint[];
  checked_at: Date;
  trouble: AdsTxtStatus | null;
  http_status: number | null;
  failures: number;
  failing_since: Date | null;
  next_at: Date;
}

export interface SiteRow {
  id: number;
  publisher_id: number;
  name: string;
  domain: string;
  state: Property['state'];
}

const siteColumns = sql`p.id, p.publisher_id, p.name, p.domain, p.state`;

/** The owner's property; one that was put away has no file that matters. */
export async function findOwn(db: Db, publisherId: number, id: number): Promise<SiteRow | undefined> {
  const { rows } = await sql<SiteRow>`
    SELECT ${siteColumns} FROM property p WHERE p.id = ${id} AND p.publisher_id = ${publisherId}`.execute(db);
  return rows[0];
}

/** A property in use, for the rounds; undefined when it is no more. */
export async function findInUse(db: Db, id: number): Promise<SiteRow | undefined> {
  const { rows } = await sql<SiteRow>`
    SELECT ${siteColumns} FROM property p WHERE p.id = ${id} AND p.state <> 'archived'`.execute(db);
  return rows[0];
}

export async function findCheck(db: Db, propertyId: number): Promise<AdsTxtRow | undefined> {
  const { rows } = await sql<AdsTxtRow>`
    SELECT * FROM ads_txt_check WHERE property_id = ${propertyId}`.execute(db);
  return rows[0];
}

/** A publisher's properties in use by name, with what is known of each. */
export async function findAll(
  db: Db,
  publisherId: number,
): Promise<{ site: SiteRow; check: AdsTxtRow | undefined }[]> {
  const { rows: sites } = await sql<SiteRow>`
    SELECT ${siteColumns} FROM property p WHERE p.publisher_id = ${publisherId} AND p.state <> 'archived'
    ORDER BY lower(p.name), p.id`.execute(db);
  const { rows: checks } = await sql<AdsTxtRow>`
    SELECT a.* FROM ads_txt_check a JOIN property p ON p.id = a.property_id
    WHERE p.publisher_id = ${publisherId} AND p.state <> 'archived'`.execute(db);
  const known = new Map(checks.map((check) => [check.property_id, check]));
  return sites.map((site) => ({ site, check: known.get(site.id) }));
}

/** Keeps what a look found. Of two looks the later one stays; of a property that was put away meanwhile nothing is kept. */
export async function keepCheck(db: Db, row: AdsTxtRow): Promise<void> {
  await sql`
    INSERT INTO ads_txt_check (property_id, status, read_at, changed_at, previous_status, url, line_number, line,
      record_count, seller_count, hints, checked_at, trouble, http_status, failures, failing_since, next_at)
    SELECT id, ${row.status}, ${row.read_at}::timestamptz, ${row.changed_at}, ${row.previous_status}, ${row.url},
      ${row.line_number}, ${row.line}, ${row.record_count}, ${row.seller_count}, ${JSON.stringify(row.hints)}::jsonb,
      ${row.checked_at}, ${row.trouble}, ${row.http_status}, ${row.failures}, ${row.failing_since}::timestamptz,
      ${row.next_at}
    FROM property WHERE id = ${row.property_id} AND state <> 'archived'
    ON CONFLICT (property_id) DO UPDATE SET status = excluded.status, read_at = excluded.read_at,
      changed_at = excluded.changed_at, previous_status = excluded.previous_status, url = excluded.url,
      line_number = excluded.line_number, line = excluded.line, record_count = excluded.record_count,
      seller_count = excluded.seller_count, hints = excluded.hints, checked_at = excluded.checked_at,
      trouble = excluded.trouble, http_status = excluded.http_status, failures = excluded.failures,
      failing_since = excluded.failing_since, next_at = excluded.next_at
    WHERE ads_txt_check.checked_at <= excluded.checked_at`.execute(db);
}

/** Properties in use whose file was not looked at for long enough; new ones first. One that stands for an exchange has none. */
export async function findDue(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM property p JOIN app_user u ON u.id = p.publisher_id
      LEFT JOIN ads_txt_check a ON a.property_id = p.id
    WHERE p.state NOT IN ('archived', 'rejected') AND u.status = 'active' AND u.deletes_at IS NULL
      AND (a.next_at IS NULL OR a.next_at <= ${now})
      AND NOT EXISTS (SELECT FROM rtb_seat seat WHERE seat.property_id = p.id)
    ORDER BY a.next_at NULLS FIRST, p.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
