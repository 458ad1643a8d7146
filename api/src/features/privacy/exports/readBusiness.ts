import { CREATIVE_EXTENSIONS, type CreativeContentType, publicId } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import { formatMicros } from './formatMicros';
import { mapPages, PAGE_ROWS, pages } from './paging';

const money = (micros: bigint | null) => (micros === null ? null : formatMicros(micros));
const isImageType = (type: string): type is CreativeContentType => Object.hasOwn(CREATIVE_EXTENSIONS, type);

/** An image's file, in the store and in the archive. */
export const imageFile = (sha256: string, contentType: string): string =>
  `${sha256}.${isImageType(contentType) ? CREATIVE_EXTENSIONS[contentType] : 'bin'}`;

const hasFile = (contentType: string) => contentType !== 'application/json';

/** Creatives of these campaigns, by campaign. */
async function readCreatives(db: Db, campaignIds: number[]): Promise<Map<number, object[]>> {
  const rows = await db
    .selectFrom('creative as c')
    .innerJoin('creative_asset as a', 'a.id', 'c.asset_id')
    .select(['c.id', 'c.campaign_id', 'c.name', 'c.alt', 'c.state', 'c.state_reason', 'c.created_at'])
    .select(['c.reviewed_at', 'a.sha256', 'a.content_type', 'a.width', 'a.height', 'a.byte_count'])
    .select(['a.format', 'a.parts'])
    .where('c.campaign_id', 'in', campaignIds)
    .orderBy('c.id')
    .execute();
  const found = new Map<number, object[]>();
  for (const { id, campaign_id, sha256, content_type, ...creative } of rows) {
    const list = found.get(campaign_id) ?? [];
    list.push({
      id: publicId('creative', id),
      ...creative,
      content_type,
      // Words have no file; they are in `parts`.
      image: hasFile(content_type) ? `images/${imageFile(sha256, content_type)}` : null,
    });
    found.set(campaign_id, list);
  }
  return found;
}

async function readCampaignPage(db: Db, userId: number, after: number) {
  const rows = await db
    .selectFrom('campaign')
    .selectAll()
    .where('advertiser_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_ROWS)
    .execute();
  const creatives =
    rows.length === 0
      ? new Map()
      : await readCreatives(
          db,
          rows.map(({ id }) => id),
        );
  return rows.map((row) => ({ ...row, creatives: creatives.get(row.id) ?? [] }));
}

/** campaigns.json, with their creatives. Amounts are decimals in the account's currency. */
export function readCampaigns(db: Db, userId: number): AsyncGenerator<object[]> {
  const source = pages<Awaited<ReturnType<typeof readCampaignPage>>[number]>((after) =>
    readCampaignPage(db, userId, after?.id ?? 0),
  );
  return mapPages(source, ({ id, advertiser_id: _owner, ...row }) => {
    const { bid_micros, daily_budget_micros, total_budget_micros, ...rest } = row;
    return {
      id: publicId('campaign', id),
      ...rest,
      bid: money(bid_micros),
      daily_budget: money(daily_budget_micros),
      total_budget: money(total_budget_micros),
    };
  });
}

/** An uploaded file of the person, used or not. */
export interface ImageRow {
  id: number;
  sha256: string;
  content_type: string;
  byte_count: number;
}

export function readImages(db: Db, userId: number): AsyncGenerator<ImageRow[]> {
  return pages<ImageRow>((after) =>
    db
      .selectFrom('creative_asset')
      .select(['id', 'sha256', 'content_type', 'byte_count'])
      .where('owner_id', '=', userId)
      .where('content_type', '<>', 'application/json')
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

async function readZones(db: Db, propertyIds: number[]): Promise<Map<number, object[]>> {
  const rows = await db
    .selectFrom('zone')
    .selectAll()
    .where('property_id', 'in', propertyIds)
    .orderBy('id')
    .execute();
  const found = new Map<number, object[]>();
  for (const { id, property_id, floor_micros, ...zone } of rows) {
    const list = found.get(property_id) ?? [];
    list.push({ id: publicId('zone', id), ...zone, floor: money(floor_micros) });
    found.set(property_id, list);
  }
  return found;
}

async function readPropertyPage(db: Db, userId: number, after: number) {
  const rows = await db
    .selectFrom('property')
    .selectAll()
    .where('publisher_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_ROWS)
    .execute();
  const zones =
    rows.length === 0
      ? new Map()
      : await readZones(
          db,
          rows.map(({ id }) => id),
        );
  return rows.map((row) => ({ ...row, zones: zones.get(row.id) ?? [] }));
}

/** properties.json, with their zones. */
export function readProperties(db: Db, userId: number): AsyncGenerator<object[]> {
  const source = pages<Awaited<ReturnType<typeof readPropertyPage>>[number]>((after) =>
    readPropertyPage(db, userId, after?.id ?? 0),
  );
  // The hash of a key tells its owner nothing.
  return mapPages(source, ({ id, publisher_id: _owner, server_key_sha256: _hash, ...row }) => ({
    id: publicId('property', id),
    ...row,
  }));
}
