import { type Targeting, TERMS_VERSION, targeting } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { insertUser, listAccountTypes } from '../accounts';
import { sparseTargeting, tidyTargeting } from '../campaigns';
import type { ImageStore } from '../creatives';
import { BRANDS } from './brands';
import type { DemoCampaign } from './demoCampaigns';
import { DEMO_PEOPLE } from './demoPeople';
import type { DemoPlan } from './demoPlan';
import type { DemoProperty } from './demoProperties';
import { seedAssets } from './seedAssets';
import { seedCreditLines } from './seedCreditLines';
import { seedNews } from './seedNews';
import { seedPromoCodes } from './seedPromoCodes';
import type { SeedTimes } from './seedTimes';

/** Rows of the plan: campaign index → row, and zone rows by property (index in the plan) and key. */
export interface SeededRows {
  people: ReadonlyMap<string, number>;
  /** In the order of the plan. */
  campaigns: readonly number[];
  /** In the order of the plan: key → row. */
  zones: readonly ReadonlyMap<string, number>[];
}

export interface SeedRowsOptions {
  db: Db;
  store: ImageStore;
  plan: DemoPlan;
  times: SeedTimes;
  passwordHash: string;
  /** Origin of the demo site, where the ads lead. */
  siteUrl: string;
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The demo's plan has no ${what}`);
  return value;
}

async function seedPeople({ db, plan, times, passwordHash }: SeedRowsOptions): Promise<Map<string, number>> {
  const types = new Map((await listAccountTypes(db)).map((type) => [type.name, type.id]));
  const rows = new Map<string, number>();
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    const createdAt = times.at(person.joinedDaysAgo ?? plan.accountAgeDays - index * 3, 9);
    const row = await insertUser(db, {
      email: person.email,
      role: person.role,
      password_hash: passwordHash,
      account_type_id: must(types.get(person.accountType), person.accountType),
      verified: true,
      username: person.username,
      first_name: person.firstName,
      last_name: person.lastName,
      company_name: person.company,
      phone_number: person.phone,
      country: person.country,
      terms_version: TERMS_VERSION,
      terms_agreed_at: createdAt,
      tax_id: person.taxId,
      email_verified_at: createdAt,
      profile_completed_at: createdAt,
      created_at: createdAt,
      updated_at: createdAt,
    });
    rows.set(person.email, must(row, person.email).id);
  }
  return rows;
}

async function seedProperty(
  { db, times, siteUrl }: SeedRowsOptions,
  property: DemoProperty,
  publisherId: number,
): Promise<Map<string, number>> {
  const createdAt = times.at(property.createdDaysAgo, 10);
  const { id } = await db
    .insertInto('property')
    .values({
      publisher_id: publisherId,
      name: property.name,
      domain: property.domain ?? new URL(siteUrl).host,
      category: property.category,
      language: property.language,
      state: 'approved',
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const zones = await db
    .insertInto('zone')
    .values(
      property.zones.map((zone) => ({
        property_id: id,
        name: zone.name,
        kind: zone.kind ?? 'banner',
        width: zone.width,
        height: zone.height,
        floor_micros: BigInt(zone.floorMicros),
        fallback: zone.fallback,
        state: zone.state ?? 'active',
        created_at: createdAt,
        updated_at: createdAt,
      })),
    )
    .returning('id')
    .execute();
  return new Map(property.zones.map((zone, index) => [zone.key, must(zones[index]?.id, zone.name)]));
}

/** All that narrows a campaign, checked and in order as that of the forms. */
export function targetingOf({ countries = [], devices = [], targeting: rest }: DemoCampaign): Targeting {
  const chosen = { countries: { include: [...countries] }, devices: { include: [...devices] }, ...rest };
  return tidyTargeting(targeting.parse(chosen));
}

/** What is stored before the past is played: campaigns that will deliver wait for their day of approval. */
function firstState(campaign: DemoCampaign): DemoCampaign['state'] {
  return campaign.approvedDaysAgo === undefined ? campaign.state : 'in_review';
}

async function seedCampaign(
  { db, times, siteUrl }: SeedRowsOptions,
  campaign: DemoCampaign,
  advertiserId: number,
): Promise<number> {
  const createdAt = times.at(campaign.createdDaysAgo, 11);
  const submittedAt =
    campaign.submittedMinutesAgo === undefined ? createdAt : times.minutesAgo(campaign.submittedMinutesAgo);
  const rejectedAt = campaign.rejection ? times.at(campaign.createdDaysAgo, 15) : null;
  const { id } = await db
    .insertInto('campaign')
    .values({
      advertiser_id: advertiserId,
      name: campaign.name,
      pricing: campaign.pricing,
      bid_micros: BigInt(campaign.bidMicros),
      daily_budget_micros: BigInt(campaign.dailyBudgetMicros),
      total_budget_micros:
        campaign.totalBudgetMicros === undefined ? null : BigInt(campaign.totalBudgetMicros),
      pacing: campaign.pacing,
      landing_url: `${siteUrl}/landing/${BRANDS[campaign.brand].key}?click={click_id}`,
      starts_at: campaign.startsInDays === undefined ? null : times.at(-campaign.startsInDays, 0),
      ends_at: campaign.endsDaysAgo === undefined ? null : times.at(campaign.endsDaysAgo, 0),
      targeting: JSON.stringify(sparseTargeting(targetingOf(campaign))),
      category: BRANDS[campaign.brand].category,
      cap_impressions: campaign.cap?.count ?? null,
      cap_window_seconds: campaign.cap?.seconds ?? null,
      state: firstState(campaign),
      state_reason: campaign.rejection?.join(',') ?? null,
      submitted_at: campaign.state === 'draft' ? null : submittedAt,
      reviewed_at: rejectedAt,
      created_at: createdAt,
      updated_at: rejectedAt ?? createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function seedCreatives(
  options: SeedRowsOptions,
  campaign: DemoCampaign,
  row: { campaignId: number; advertiserId: number; adminId: number },
): Promise<void> {
  const { db, times } = options;
  const createdAt = times.at(campaign.createdDaysAgo, 11);
  const rejection = campaign.rejection;
  for (const { assetId, name, alt } of await seedAssets(options, campaign, row.advertiserId))
    await db
      .insertInto('creative')
      .values({
        campaign_id: row.campaignId,
        asset_id: assetId,
        name,
        alt,
        state: rejection ? 'rejected' : 'in_review',
        state_reason: rejection?.join(',') ?? null,
        reviewed_by: rejection ? row.adminId : null,
        reviewed_at: rejection ? times.at(campaign.createdDaysAgo, 15) : null,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute();
}

/** Accounts, properties, zones, campaigns and drawn creatives of the plan, dated back. */
export async function seedRows(options: SeedRowsOptions): Promise<SeededRows> {
  const people = await seedPeople(options);
  const personOf = (email: string) => must(people.get(email), email);
  const zones: Map<string, number>[] = [];
  for (const property of options.plan.properties)
    zones.push(await seedProperty(options, property, personOf(property.email)));
  const campaigns: number[] = [];
  const adminId = personOf('admin@demo.test');
  for (const campaign of options.plan.campaigns) {
    const advertiserId = personOf(campaign.email);
    const campaignId = await seedCampaign(options, campaign, advertiserId);
    await seedCreatives(options, campaign, { campaignId, advertiserId, adminId });
    campaigns.push(campaignId);
  }
  await seedNews({ db: options.db, times: options.times, personOf });
  await seedPromoCodes({ db: options.db, times: options.times, personOf });
  await seedCreditLines({ db: options.db, times: options.times, personOf });
  return { people, campaigns, zones };
}
