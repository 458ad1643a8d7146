import { randomUUID } from 'node:crypto';
import { FATES, NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { makeRan } from '../features/ad-review/testAdReview';
import { addFates, addHours } from '../features/decisions/fates.repo';
import { packedTrace } from '../features/decisions/testDecisions';
import { insertTraces } from '../features/decisions/traces.repo';
import { adSpendPostings, correctionPostings, post } from '../features/ledger';
import type { TestApi } from '../features/public-api/testApi';
import { makeMoneyThings, makeOtherThings, makeOutgoing } from '../features/public-api/testThings';
import { inTransaction } from '../platform/db';
import {
  type MadeUser,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
} from '.';

/** More than any list has on a page. */
const MANY = 60;
const NEAR = '2026-11-20T23:00:00Z';
const FAR = '2026-11-18T10:00:00Z';
const UNIT = 1_000_000n;

export interface FilterWorld {
  buyer: MadeUser;
  seller: MadeUser;
  /** Public ids; `campaign`, `creative`, `property`, `zone` and `goal` have a second one, as `campaign2`. */
  ids: Record<string, string>;
}

/** What two campaigns on two properties come to: they differ in all that is known of an impression. */
async function makeFigures({ test: { db } }: TestApi, world: FilterWorld, rows: Record<string, number>[]) {
  const [first = {}, second = {}] = rows;
  const { buyer, seller } = world;
  const near = { country: 'DE', device: 1, os: 1, browser: 1, language: 'de', sub_id: 7 };
  const far = { country: 'FR', device: 2, os: 5, browser: 2, language: 'fr', sub_id: 8 };
  await sql`INSERT INTO sub_id_word (id, word) OVERRIDING SYSTEM VALUE
    VALUES (${near.sub_id}, 'mailing'), (${far.sub_id}, 'partner')`.execute(db);
  const hours: [string, number, boolean][] = [
    ['2026-11-21T08:00:00Z', 3, true],
    [NEAR, 1_000, true],
    [FAR, 500, false],
    ['2026-10-10T10:00:00Z', 90, false],
    ['2025-11-20T10:00:00Z', 70, true],
  ];
  for (const [hour, impressions, isNear] of hours) {
    await db
      .insertInto('rollup_hourly')
      .values({
        ...(isNear ? { ...near, ...first } : { ...far, ...second }),
        hour,
        advertiser_id: buyer.id,
        publisher_id: seller.id,
        impressions: BigInt(impressions),
        viewables: BigInt(isNear ? 10 : 400),
        clicks: BigInt(isNear ? 2 : 60),
        conversions: isNear ? 1n : 0n,
        invalid: isNear ? 2n : 5n,
        spend_micros: BigInt(impressions * (isNear ? 2_000 : 9_000)),
        payout_micros: BigInt(impressions * (isNear ? 1_000 : 8_000)),
      } as never)
      .execute();
  }
  const requests = [
    [NEAR, true, 'filled', 10],
    [NEAR, true, 'budget', 5],
    [FAR, false, 'below-floor', 7],
    ['2025-11-20T10:00:00Z', true, 'no-country', 4],
    ['2026-11-16T10:00:00Z', true, 'budget', 2],
  ] as const;
  for (const [hour, isNear, reason, count] of requests) {
    const { zone_id, property_id } = isNear ? first : second;
    const { country, device } = isNear ? near : far;
    await sql`INSERT INTO request_hourly (hour, zone_id, country, device, publisher_id, property_id, reason, requests)
      VALUES (${hour}::timestamptz, ${zone_id}, ${country}, ${device}, ${seller.id}, ${property_id},
        ${NO_FILL_REASONS[reason]}, ${count})`.execute(db);
  }
  const fared = [
    [NEAR, 'won', 40],
    [NEAR, 'budget', 60],
    [FAR, 'outbid', 80],
  ] as const;
  await addFates(
    db,
    fared.map(([hour, fate, decisions]) => ({
      ...{ hourMs: Date.parse(hour), campaignId: first.campaign_id ?? 0, fate: FATES[fate] },
      ...{ gap: 0, decisions, missingMicros: 0, rivals: 0b111 },
    })),
  );
  const sampled = { traces: 40, decisions: 100, squares: 400 };
  await addHours(
    db,
    [NEAR, FAR].map((hour) => ({ hourMs: Date.parse(hour), ...sampled })),
  );
}

const STATES = ['draft', 'in_review', 'rejected', 'paused', 'archived', 'stopped'] as const;
const FORMATS = [
  ['html5', 'application/zip', { files: 2, click_chain: null }],
  ['video', 'video/mp4', { duration_ms: 5_000, bitrate_kbps: 800 }],
] as const;

/** Campaigns of every state that is stored, of each pricing, of three formats. */
async function makeCampaigns({ test: { db } }: TestApi, { id: advertiser_id }: MadeUser) {
  const first = await makeCampaign(db, { advertiser_id, name: 'Alpha boots' });
  const second = await makeCampaign(db, {
    ...{ advertiser_id, name: 'Beta boots', pricing: 'CPC', bid_micros: 5n * UNIT },
    ...{ daily_budget_micros: 90n * UNIT, starts_at: '2026-12-24T00:00:00Z' },
  });
  for (const [index, state] of STATES.entries()) {
    const pricing = index % 2 === 0 ? 'CPM' : 'CPA';
    const { id } = await makeCampaign(db, { advertiser_id, name: `Coats ${state}`, state, pricing });
    const [format, content_type, parts] = FORMATS[index % 2] ?? FORMATS[0];
    const asset = await makeAsset(db, {
      ...{ owner_id: advertiser_id, format, content_type },
      parts: JSON.stringify(parts),
    });
    await makeCreative(db, { campaign_id: id, asset_id: asset.id });
  }
  const creatives = [
    await makeCreative(db, { campaign_id: first.id }),
    await makeCreative(db, { campaign_id: second.id }),
  ];
  await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros)
    VALUES (${first.id}, '2026-11-21', 7000)`.execute(db);
  await sql`INSERT INTO campaign_change (campaign_id, at, kind, actor, changes)
    SELECT ${first.id}, now() - n * interval '1 minute', 'changed', 'system',
      jsonb_build_object('name', jsonb_build_object('before', 'A' || n, 'after', 'B' || n))
    FROM generate_series(1, ${MANY}::int) n`.execute(db);
  return { campaigns: [first, second], creatives };
}

/** The seller's places, and the ads of others there. */
async function makePlaces({ test: { db } }: TestApi, seller: MadeUser, ids: Record<string, string>) {
  const publisher_id = seller.id;
  const properties = [
    await makeProperty(db, { publisher_id, name: 'Bayside', category: 'news' }),
    await makeProperty(db, { publisher_id, name: 'Goals', category: 'sports' }),
  ];
  const [one, two] = properties.map(({ id }) => id);
  const zones = [
    await makeZone(db, { property_id: one, name: 'Top' }),
    await makeZone(db, { property_id: two, name: 'Side', width: 0, height: 200, kind: 'native' }),
    await makeZone(db, { property_id: two, name: 'Foot', width: 728, height: 90 }),
  ];
  const ran = [
    { propertyId: one, zoneId: zones[0]?.id, company: 'Shoes Ltd', category: 'style', earningsMicros: 9 },
    {
      ...{ propertyId: two, zoneId: zones[1]?.id, company: 'Hats Ltd', category: null, impressions: 5_000 },
      ...{ hour: '2026-11-19T10:00:00Z', earningsMicros: 8 },
    },
  ];
  for (const [index, fields] of ran.entries()) {
    const ad = await makeRan(db, { publisherId: publisher_id, ...fields } as Parameters<typeof makeRan>[1]);
    ids[`advertiser${index + 1}`] = ad.advertiser;
    ids[`ad${index + 1}`] = ad.creative;
    if (index === 0)
      await db
        .insertInto('property_block')
        .values({
          property_id: one ?? 0,
          kind: 'advertiser',
          advertiser_id: ad.advertiserId,
          created_at: NEAR,
        })
        .execute();
  }
  await sql`INSERT INTO earnings_deduction (publisher_id, day, cause, micros)
    SELECT ${publisher_id}, '2026-11-20'::date - n * interval '1 month', 'conversion', n FROM generate_series(1, ${MANY}::int) n`.execute(
    db,
  );
  await sql`INSERT INTO payout (publisher_id, client_key, amount_micros, state, method_id, method_label, reason,
      requested_at, due_at, ended_at)
    SELECT ${publisher_id}, 'p' || n, n, 'refused', gen_random_uuid(), 'Bank', 'No', ${NEAR}::timestamptz, ${NEAR}::timestamptz,
      ${NEAR}::timestamptz FROM generate_series(1, ${MANY}::int) n`.execute(db);
  return { properties, zones };
}

/** Money, papers and what referrals brought. */
async function makeBooks(
  { test: { db }, clock }: TestApi,
  buyer: MadeUser,
  seller: MadeUser,
  ids: Record<string, string>,
) {
  const spend = { advertiserId: buyer.id, bonusMicros: 0n, cashMicros: 9n * UNIT };
  const entries = [
    [
      'ad_spend',
      '2026-11-10T10:00:00Z',
      adSpendPostings({ ...spend, payouts: new Map([[seller.id, 5n * UNIT]]) }),
    ],
    [
      'correction',
      FAR,
      correctionPostings(
        { kind: 'advertiser_cash', ownerId: buyer.id },
        { kind: 'network_revenue', ownerId: null },
        UNIT,
      ),
    ],
  ] as const;
  for (const [kind, at, postings] of entries)
    await inTransaction(db, (trx) =>
      post(trx, {
        idempotencyKey: `test:${randomUUID()}`,
        kind,
        occurredAt: new Date(at),
        postings: [...postings],
      }),
    );
  Object.assign(ids, await makeMoneyThings(db, buyer.id, clock.now()));
  await sql`INSERT INTO payment (user_id, type, state, origin, client_key, amount_micros, gateway, created_at)
    SELECT ${buyer.id}, 'deposit', 'created', 'person', 'c' || n, n * 1000000, 'bank-transfer', ${NEAR}::timestamptz
    FROM generate_series(1, ${MANY}::int) n`.execute(db);
  await sql`INSERT INTO document (number, kind, user_id, subject, total_micros, content, issued_at)
    SELECT 'INV-' || n + 1, (ARRAY['proforma', 'credit_note', 'credit_statement', 'payout_statement'])[1 + n % 4], ${buyer.id},
      'INV-' || n, n, (SELECT content FROM document WHERE number = 'INV-1'), ${NEAR}::timestamptz
    FROM generate_series(1, ${MANY}::int) n`.execute(db);
  await sql`INSERT INTO referral_link (owner_id, code, created_at) VALUES (${buyer.id}, 'abcd2345', ${FAR}::timestamptz)`.execute(
    db,
  );
  const { id: referred } = await makeAdvertiser(db);
  await sql`WITH links AS (SELECT id, label FROM referral_link WHERE owner_id = ${buyer.id}),
    days AS (INSERT INTO referral_day (link_id, day, clicks)
      SELECT id, '2026-11-20'::date, 5 FROM links UNION ALL SELECT id, '2026-11-18'::date, 3 FROM links WHERE label IS NULL),
    brought AS (INSERT INTO referral (link_id, referrer_id, referred_id, state, signed_up_at, active_at, share_bps,
        minimum_micros, hold_days, ends_on, same_device, checked_at)
      SELECT min(id), ${buyer.id}, ${referred}, 'active', ${FAR}::timestamptz, ${FAR}::timestamptz, 500, 0, 30,
        '2027-11-18', false, ${FAR}::timestamptz FROM links RETURNING id)
    INSERT INTO referral_earning (referral_id, referrer_id, day, amount_micros, returned_micros, release_on, settled_as, settled_at)
    SELECT id, ${buyer.id}, '2026-11-20'::date - n, 1000, CASE n % 3 WHEN 0 THEN 1000 ELSE 0 END, '2026-12-20',
      (ARRAY['returned', 'released', NULL])[1 + n % 3], CASE n % 3 WHEN 2 THEN NULL ELSE ${NEAR}::timestamptz END
    FROM brought, generate_series(1, ${MANY * 2}::int) n`.execute(db);
}

/** What was reported of goals and told on, rules, and news. */
async function makeReports(
  { test: { db }, clock }: TestApi,
  { id: buyerId }: MadeUser,
  ids: Record<string, string>,
) {
  const goals: number[] = [];
  for (const name of ['Order', 'Sign-up']) {
    const { rows } = await sql<{ id: number }>`INSERT INTO conversion_goal
      (advertiser_id, name, window_days, duplicates, pixel, requires_key)
      VALUES (${buyerId}, ${name}, 30, 'once', false, false) RETURNING id`.execute(db);
    goals.push(rows[0]?.id ?? 0);
  }
  const [goal, goal2] = goals;
  await sql`INSERT INTO conversion (goal_id, click_id, decided_at, received_at, source, verdict, value_micros)
    SELECT ${goal}, gen_random_uuid(), ${FAR}::timestamptz, ${NEAR}::timestamptz, 'postback',
      (ARRAY['no-click', 'waiting', 'rejected'])[1 + n % 3], 0 FROM generate_series(1, ${MANY * 2}::int) n`.execute(
    db,
  );
  await sql`INSERT INTO postback_log (advertiser_id, goal_id, received_at, source, method, request, status, answer, verdict, took_ms)
    SELECT ${buyerId}, CASE n % 2 WHEN 0 THEN ${goal}::int ELSE ${goal2}::int END, ${NEAR}::timestamptz,
      (ARRAY['postback', 'pixel'])[1 + n % 2], 'GET', 'n=' || n, 200, 'OK',
      (ARRAY['attributed', 'test', 'late', NULL])[1 + n % 4], 1 FROM generate_series(1, ${MANY * 2}::int) n`.execute(
    db,
  );
  const outgoing = [
    await makeOutgoing(db, buyerId, clock.now()),
    await makeOutgoing(db, buyerId, clock.now()),
  ] as const;
  await sql`INSERT INTO postback_call (outgoing_id, advertiser_id, conversion_id, event, data, state, since, due_at, created_at)
    SELECT CASE n % 2 WHEN 0 THEN ${outgoing[0]}::int ELSE ${outgoing[1]}::int END, ${buyerId}, n, 'approved',
      '{"is_test": false}', (ARRAY['waiting', 'delivered', 'dead'])[1 + n % 3], ${NEAR}::timestamptz, '2027-01-01', ${NEAR}::timestamptz
    FROM generate_series(1, ${MANY * 2}::int) n`.execute(db);
  const { rows } = await sql<{
    id: number;
  }>`WITH made AS (INSERT INTO auto_rule (advertiser_id, name, definition, created_at, updated_at)
      VALUES (${buyerId}, 'Spends', ${JSON.stringify({
        ...{
          scope: 'campaign',
          campaigns: [],
          match: 'all',
          every: 'hour',
          cooldown_hours: 24,
          most_per_day: 1,
        },
        conditions: [{ metric: 'spend', comparison: 'above', value: 1, hours: 24 }],
        action: { kind: 'notify' },
      })}::jsonb, ${FAR}::timestamptz, ${FAR}::timestamptz) RETURNING id),
    runs AS (INSERT INTO auto_rule_run (rule_id, period, ran_at, subjects, matched, held)
      SELECT id, ${FAR}::timestamptz - n * interval '1 hour', ${FAR}::timestamptz, 3, n % 2, 0
      FROM made, generate_series(1, ${MANY * 2}::int) n)
    SELECT id FROM made`.execute(db);
  await sql`WITH out AS (INSERT INTO news_article (title, category, audiences, pinned, body, summary, author_id, created_at, changed_at, changed_by, published_at)
      SELECT 'News ' || n, (ARRAY['product', 'traffic', 'policy'])[1 + n % 3], '{advertiser}', n = 4, 'Words', 'Words', ${buyerId},
        ${FAR}::timestamptz, ${FAR}::timestamptz, ${buyerId}, ${FAR}::timestamptz + n * interval '1 minute'
      FROM generate_series(1, 6) n RETURNING id, title)
    INSERT INTO news_read (user_id, article_id, read_at, opened) SELECT ${buyerId}, id, ${NEAR}::timestamptz, true FROM out WHERE title < 'News 3'`.execute(
    db,
  );
  Object.assign(ids, {
    goal: publicId('conversionGoal', goal ?? 0),
    goal2: publicId('conversionGoal', goal2 ?? 0),
    outgoing: publicId('outgoingPostback', outgoing[0]),
    rule: publicId('rule', rows[0]?.id ?? 0),
  });
}

/** For tests: an advertiser and a publisher with some of everything that the API lists or counts. */
export async function makeFilterWorld(api: TestApi): Promise<FilterWorld> {
  const { db } = api.test;
  const given = { account_type_id: 3, created_at: '2026-01-01T00:00:00Z' };
  const [buyer, seller] = [await makeAdvertiser(db, given), await makePublisher(db, given)];
  const ids: Record<string, string> = {};
  const world: FilterWorld = { buyer, seller, ids };
  Object.assign(ids, await makeOtherThings(db, buyer.id, api.clock.now()));
  const { campaigns, creatives } = await makeCampaigns(api, buyer);
  const { properties, zones } = await makePlaces(api, seller, ids);
  for (const [index, suffix] of ['', '2'].entries()) {
    ids[`campaign${suffix}`] = publicId('campaign', campaigns[index]?.id ?? 0);
    ids[`creative${suffix}`] = publicId('creative', creatives[index]?.id ?? 0);
    ids[`property${suffix}`] = publicId('property', properties[index]?.id ?? 0);
    ids[`zone${suffix}`] = publicId('zone', zones[index]?.id ?? 0);
  }
  const rows = [0, 1].map((index) => ({
    campaign_id: campaigns[index]?.id ?? 0,
    creative_id: creatives[index]?.id ?? 0,
    property_id: properties[index]?.id ?? 0,
    zone_id: zones[index]?.id ?? 0,
  }));
  await makeFigures(api, world, rows);
  await makeBooks(api, buyer, seller, ids);
  await makeReports(api, buyer, ids);
  const fates = campaigns.map(({ id }, index) => [id, index === 0 ? 'budget' : 'outbid'] as const);
  const trace = await packedTrace({
    ...{ decidedAtMs: Date.parse(NEAR), zoneId: zones[0]?.id ?? 0, publisherId: seller.id, fates },
    reason: NO_FILL_REASONS.budget,
  });
  await insertTraces(db, [trace]);
  ids.decision = trace.decisionId;
  return world;
}
