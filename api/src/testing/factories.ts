import { createHash, randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { deposit, grantBonus } from '../features/ledger';
import { hashPassword } from '../platform/auth';
import type {
  AppUserTable,
  CampaignTable,
  CreativeAssetTable,
  CreativeTable,
  Db,
  PropertyTable,
  ZoneTable,
} from '../platform/db';

/** Rows for tests. What is not given is made up; required parents are made too. */
export type UserRow = Selectable<AppUserTable>;
export type CampaignRow = Selectable<CampaignTable>;
export type AssetRow = Selectable<CreativeAssetTable>;
export type CreativeRow = Selectable<CreativeTable>;
export type PropertyRow = Selectable<PropertyTable>;
export type ZoneRow = Selectable<ZoneTable>;

export const TEST_PASSWORD = 'correct horse battery';
let knownHash: Promise<string> | undefined;
let counter = 0;
const next = () => ++counter;
const MICROS = 1_000_000n;

export interface MadeUser extends UserRow {
  /** For signing in. */
  password: string;
}

export async function makeUser(db: Db, given: Partial<Insertable<AppUserTable>> = {}): Promise<MadeUser> {
  knownHash ??= hashPassword(TEST_PASSWORD);
  const number = next();
  const row = await db
    .insertInto('app_user')
    .values({
      email: `person${number}-${randomUUID().slice(0, 8)}@example.test`,
      role: 'advertiser',
      username: `Person ${number}`,
      company_name: `Company ${number}`,
      country: 'DE',
      verified: true,
      terms_version: '2026-11',
      password_hash: await knownHash,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, password: TEST_PASSWORD };
}

type UserGiven = Partial<Omit<Insertable<AppUserTable>, 'role'>>;
export interface AdvertiserGiven extends UserGiven {
  /** Paid in through the ledger. */
  cashMicros?: bigint;
  bonusMicros?: bigint;
}

/** An advertiser with 100 in cash unless said otherwise. */
export async function makeAdvertiser(db: Db, given: AdvertiserGiven = {}): Promise<MadeUser> {
  const { cashMicros = 100n * MICROS, bonusMicros = 0n, ...rest } = given;
  const user = await makeUser(db, { ...rest, role: 'advertiser' });
  const occurredAt = new Date('2026-01-01T00:00:00Z');
  if (cashMicros > 0n)
    await deposit(db, {
      advertiserId: user.id,
      amountMicros: cashMicros,
      reference: `test-${user.id}`,
      occurredAt,
    });
  if (bonusMicros > 0n)
    await grantBonus(db, {
      advertiserId: user.id,
      amountMicros: bonusMicros,
      occasion: `test-${user.id}`,
      occurredAt,
      description: 'Test',
    });
  return user;
}

export function makePublisher(db: Db, given: UserGiven = {}): Promise<MadeUser> {
  return makeUser(db, { ...given, role: 'publisher' });
}

export function makeAdmin(db: Db, given: UserGiven = {}): Promise<MadeUser> {
  return makeUser(db, { ...given, role: 'admin' });
}

/** An approved CPM campaign of 2.00 with 50.00 a day, without creatives. */
export async function makeCampaign(
  db: Db,
  given: Partial<Insertable<CampaignTable>> = {},
): Promise<CampaignRow> {
  return db
    .insertInto('campaign')
    .values({
      name: `Campaign ${next()}`,
      pricing: 'CPM',
      bid_micros: 2n * MICROS,
      daily_budget_micros: 50n * MICROS,
      landing_url: 'https://example.test/landing',
      pacing: 'asap',
      state: 'approved',
      ...given,
      advertiser_id: given.advertiser_id ?? (await makeAdvertiser(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An image's row; no file is written. */
export async function makeAsset(
  db: Db,
  given: Partial<Insertable<CreativeAssetTable>> = {},
): Promise<AssetRow> {
  return db
    .insertInto('creative_asset')
    .values({
      sha256: createHash('sha256').update(randomUUID()).digest('hex'),
      content_type: 'image/png',
      byte_count: 12_345,
      width: 300,
      height: 250,
      ...given,
      owner_id: given.owner_id ?? (await makeAdvertiser(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type CreativeGiven = Partial<Insertable<CreativeTable>> & { width?: number; height?: number };

/** An approved creative of a campaign, with an image of the size that belongs to the campaign's advertiser. */
export async function makeCreative(db: Db, given: CreativeGiven = {}): Promise<CreativeRow> {
  const { width, height, ...row } = given;
  const campaignId = row.campaign_id ?? (await makeCampaign(db)).id;
  const campaign = await db
    .selectFrom('campaign')
    .select('advertiser_id')
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const size = { ...(width && { width }), ...(height && { height }) };
  const assetId = row.asset_id ?? (await makeAsset(db, { owner_id: campaign.advertiser_id, ...size })).id;
  return db
    .insertInto('creative')
    .values({
      name: `Creative ${next()}`,
      state: 'approved',
      ...row,
      campaign_id: campaignId,
      asset_id: assetId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeProperty(
  db: Db,
  given: Partial<Insertable<PropertyTable>> = {},
): Promise<PropertyRow> {
  const number = next();
  return db
    .insertInto('property')
    .values({
      name: `Property ${number}`,
      domain: `site${number}.example.test`,
      category: 'news',
      ...given,
      publisher_id: given.publisher_id ?? (await makePublisher(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeZone(db: Db, given: Partial<Insertable<ZoneTable>> = {}): Promise<ZoneRow> {
  return db
    .insertInto('zone')
    .values({
      name: `Zone ${next()}`,
      width: 300,
      height: 250,
      ...given,
      property_id: given.property_id ?? (await makeProperty(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
