import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/**
 * Files, by SHA-256, that are shown nowhere any more: those that were stopped themselves with their pictures, and those of
 * stopped campaigns, unless another campaign shows them that was approved and is not stopped.
 */
export async function readStoppedFiles(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sha256: string }>`
    WITH stopped_file AS (SELECT sha256 FROM open_stop WHERE kind = 'creative'),
    stopped_campaign AS (SELECT target_id AS id FROM open_stop WHERE kind = 'campaign'),
    suspect AS (
      SELECT a.sha256, a.format, a.parts FROM creative_asset a WHERE a.sha256 IN (SELECT sha256 FROM stopped_file)
      UNION SELECT a.sha256, a.format, a.parts FROM creative k JOIN creative_asset a ON a.id = k.asset_id
        WHERE k.campaign_id IN (SELECT id FROM stopped_campaign)),
    file AS (
      SELECT sha256::text, NULL AS url FROM suspect
      UNION SELECT substring(url FROM '[0-9a-f]{64}'), url
        FROM suspect, LATERAL (VALUES (parts #>> '{image,url}'), (parts #>> '{icon,url}')) AS picture (url)
        WHERE format = 'native' AND url IS NOT NULL),
    shown AS (
      SELECT a.sha256, a.format, a.parts FROM creative_asset a JOIN creative k ON k.asset_id = a.id
        JOIN campaign c ON c.id = k.campaign_id
      WHERE k.state = 'approved' AND c.approved_landing_url IS NOT NULL
        AND c.id NOT IN (SELECT id FROM stopped_campaign) AND a.sha256 NOT IN (SELECT sha256 FROM stopped_file))
    SELECT f.sha256 FROM file f WHERE f.sha256 IN (SELECT sha256 FROM stopped_file)
      OR NOT (EXISTS (SELECT FROM shown a WHERE a.sha256 = f.sha256) OR EXISTS (
        SELECT FROM shown a WHERE a.format = 'native' AND f.url IS NOT NULL
          AND (a.parts @> jsonb_build_object('image', jsonb_build_object('url', f.url))
            OR a.parts @> jsonb_build_object('icon', jsonb_build_object('url', f.url)))))`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}
