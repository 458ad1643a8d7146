import { INVALID_REASONS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { CUBES_OF_SUBS, DAILY_CUBE_OWNERS } from './dailyCubeOwners';
import { CHART_CHECKS } from './verifyChart';
import { CREDIT_CHECKS } from './verifyCredit';
import { HOLD_CHECKS } from './verifyHolds';
import { INCIDENT_CHECKS } from './verifyIncidents';
import { LINE_CHECKS } from './verifyLines';
import { PAYOUT_CHECKS } from './verifyPayouts';
import { REFERRAL_CHECKS } from './verifyReferrals';
import { REQUEST_CHECKS } from './verifyRequests';

const COUNTED: number = INVALID_REASONS.counted;
const OVER_BUDGET: number = INVALID_REASONS['over-budget'];

/** Rows `(subject, expected, actual)` where the books and the events disagree. */
type Check = RawBuilder<unknown>;

const counted = (kind: number) =>
  sql`count(*) FILTER (WHERE kind = ${sql.lit(kind)} AND invalid_reason = ${sql.lit(COUNTED)})`;

const place = sql`concat_ws(' ', 'hour', to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), 'campaign', campaign_id,
  'creative', creative_id, 'zone', zone_id, country, device, os, browser, language,
  nullif(sub_id, 0))`;
const KEY = sql`hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, sub_id`;

/** An hour whose day has raw events still: only there can they be counted again. */
const isOpen = sql`(hour AT TIME ZONE 'UTC')::date NOT IN (SELECT day FROM closed_days)`;

const FIGURES = ['impressions', 'viewables', 'clicks', 'invalid', 'spend_micros', 'payout_micros'];
const DAILY_FIGURES = [...FIGURES, 'conversions'];
/** Rows (name, expected of `e`, actual of `r`). */
const sideBySide = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`(${sql.lit(name)}, e.${sql.raw(name)}, r.${sql.raw(name)})`));
const listed = (names: readonly string[], each: (name: string) => string) =>
  sql.raw(names.map(each).join(', '));
const sums = (names: readonly string[]) => listed(names, (name) => `sum(${name})::int8 AS ${name}`);

/**
 * What every check reads, worked out once: raw events by the rollup's key (`hourly`), conversions that cost something by
 * the hour of their report (`paid_conversions`; their rows are kept for good), both by day (`billed`, with the sums that
 * are left of days whose raw events were dropped), and what was posted by kind of transaction, kind of account and owner
 * (`posted`).
 */
export const SOURCES = sql`
  hourly AS MATERIALIZED (
    SELECT date_trunc('hour', decided_at, 'UTC') AS hour, campaign_id, creative_id, zone_id, country, device,
      os, browser, language, sub_id, advertiser_id, publisher_id, property_id, count(*) AS events,
      ${counted(1)} AS impressions, ${counted(2)} AS viewables, ${counted(3)} AS clicks,
      count(*) FILTER (WHERE invalid_reason <> ${sql.lit(COUNTED)}) AS invalid, sum(price_micros)::int8 AS spend_micros,
      sum(payout_micros)::int8 AS payout_micros, sum(bonus_micros)::int8 AS bonus_micros
    FROM ad_event GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
  ), paid_conversions AS MATERIALIZED (
    SELECT date_trunc('hour', received_at, 'UTC') AS hour, campaign_id, creative_id, zone_id, country, device,
      os, browser, language, sub_id, advertiser_id, publisher_id, property_id, sum(price_micros)::int8 AS spend_micros,
      sum(payout_micros)::int8 AS payout_micros, sum(bonus_micros)::int8 AS bonus_micros
    FROM conversion WHERE price_micros > 0 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
  ), closed_days AS MATERIALIZED (SELECT DISTINCT day FROM closed_event_sum
  ), billed AS MATERIALIZED (
    SELECT campaign_id, advertiser_id, publisher_id, (hour AT TIME ZONE 'UTC')::date AS day,
      sum(spend_micros) AS price, sum(payout_micros) AS payout, sum(bonus_micros) AS bonus
    FROM hourly GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT campaign_id, advertiser_id, publisher_id, (hour AT TIME ZONE 'UTC')::date, sum(spend_micros),
      sum(payout_micros), sum(bonus_micros)
    FROM paid_conversions GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT campaign_id, advertiser_id, publisher_id, day, price_micros, payout_micros, bonus_micros
    FROM closed_event_sum
  ), given_back AS MATERIALIZED (
    SELECT advertiser_id, publisher_id, sum(price_micros) AS price, sum(payout_micros) AS payout,
      sum(bonus_micros) AS bonus
    FROM (
      SELECT advertiser_id, publisher_id, price_micros, payout_micros, bonus_micros FROM traffic_reversal_sum
      UNION ALL
      SELECT advertiser_id, publisher_id, price_micros, payout_micros, bonus_micros FROM reversed_conversion
    ) once GROUP BY 1, 2
  ), posted AS MATERIALIZED (
    SELECT t.kind AS transaction_kind, a.kind AS account_kind, coalesce(a.owner_id, 0) AS owner,
      sum(p.amount_micros) AS micros
    FROM ledger_posting p
    JOIN ledger_transaction t ON t.id = p.transaction_id
    JOIN ledger_account a ON a.id = p.account_id
    WHERE t.kind IN ('ad_spend', 'invalid_traffic') GROUP BY 1, 2, 3
  ), rollup_difference AS MATERIALIZED (
    SELECT ${place} AS place, v.name, coalesce(v.expected, 0)::int8 AS expected, coalesce(v.actual, 0)::int8 AS actual
    FROM (
      SELECT ${KEY}, ${listed(FIGURES, (name) => `sum(${name}) FILTER (WHERE said) AS ${name}_said, sum(${name}) FILTER (WHERE NOT said) AS ${name}_kept`)}
      FROM (
        SELECT true AS said, ${KEY}, ${listed(FIGURES, (name) => name)} FROM hourly
        UNION ALL SELECT true, ${KEY}, 0, 0, 0, 0, spend_micros, payout_micros FROM paid_conversions
        UNION ALL SELECT false, ${KEY}, ${listed(FIGURES, (name) => name)} FROM rollup_hourly
      ) both_sides
      GROUP BY ${KEY}
    ) f
    CROSS JOIN LATERAL (VALUES ${listed(FIGURES, (name) => `('${name}', ${name}_said, ${name}_kept)`)}) v (name, expected, actual)
    WHERE (${listed(FIGURES, (name) => `coalesce(${name}_said, 0)`)}) IS DISTINCT FROM (${listed(FIGURES, (name) => `coalesce(${name}_kept, 0)`)})
      AND coalesce(v.expected, 0) <> coalesce(v.actual, 0) AND ${isOpen}
  )`;

/** What transactions of one kind posted to accounts of these kinds, by owner, against what the events say. */
const postedCheck = (name: string, transaction: string, accounts: string[], events: Check) => sql`
  SELECT ${name} || ' ' || owner AS subject, coalesce(e.micros, 0)::int8 AS expected, coalesce(l.micros, 0)::int8 AS actual
  FROM (SELECT owner, sum(micros) AS micros FROM (${events}) said GROUP BY 1) e
  FULL JOIN (SELECT owner, sum(micros) AS micros FROM posted
    WHERE transaction_kind = ${transaction} AND account_kind = ANY(${accounts}::text[]) GROUP BY 1) l USING (owner)
  WHERE coalesce(e.micros, 0) <> coalesce(l.micros, 0)`;

/** What events once cost: what they cost now and what was given back for those that turned out to be invalid. */
const spendCheck = (name: string, accounts: string[], owner: string, value: RawBuilder<unknown>) =>
  postedCheck(
    name,
    'ad_spend',
    accounts,
    sql`SELECT ${sql.raw(owner)} AS owner, ${value} AS micros FROM billed
      UNION ALL SELECT ${sql.raw(owner)}, ${value} FROM given_back`,
  );
const reversalCheck = (name: string, accounts: string[], owner: string, value: RawBuilder<unknown>) =>
  postedCheck(
    name,
    'invalid_traffic',
    accounts,
    sql`SELECT ${sql.raw(owner)} AS owner, -(${value}) AS micros FROM given_back`,
  );

const rollupCheck = (name: string): Check =>
  sql`SELECT place AS subject, expected, actual FROM rollup_difference WHERE name = ${name}`;

/** By the hour of the report; these rows are kept, whatever becomes of the raw events. */
const conversionCheck = sql`
  SELECT concat_ws(' ', 'hour', to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), 'campaign', campaign_id,
      'creative', creative_id, 'zone', zone_id, country, device, nullif(sub_id, 0)) AS subject,
    coalesce(c.conversions, 0)::int8 AS expected, coalesce(r.conversions, 0)::int8 AS actual
  FROM (SELECT date_trunc('hour', received_at, 'UTC') AS hour, campaign_id, creative_id, zone_id, country, device,
      sub_id, count(*) AS conversions
    FROM conversion WHERE verdict = 'attributed' GROUP BY 1, 2, 3, 4, 5, 6, 7) c
  FULL JOIN (SELECT hour, campaign_id, creative_id, zone_id, country, device, sub_id, sum(conversions) AS conversions
    FROM rollup_hourly WHERE conversions <> 0 GROUP BY 1, 2, 3, 4, 5, 6, 7) r
    USING (hour, campaign_id, creative_id, zone_id, country, device, sub_id)
  WHERE coalesce(c.conversions, 0) <> coalesce(r.conversions, 0)`;

/** The columns that say whose rows they are: figures that name another owner are shown to a stranger. */
const ownerCheck = sql`
  SELECT concat_ws(' ', 'campaign', c.id, 'advertiser') AS subject, c.advertiser_id::int8 AS expected, named.owner::int8 AS actual
  FROM (SELECT DISTINCT campaign_id, advertiser_id AS owner FROM rollup_hourly
    UNION SELECT DISTINCT campaign_id, advertiser_id FROM hourly
    UNION SELECT DISTINCT campaign_id, advertiser_id FROM paid_conversions) named
  JOIN campaign c ON c.id = named.campaign_id WHERE c.advertiser_id <> named.owner
  UNION ALL
  SELECT concat_ws(' ', 'zone', z.id, o.name), o.expected::int8, o.actual::int8
  FROM (SELECT DISTINCT zone_id, property_id, publisher_id FROM rollup_hourly
    UNION SELECT DISTINCT zone_id, property_id, publisher_id FROM hourly
    UNION SELECT DISTINCT zone_id, property_id, publisher_id FROM paid_conversions) named
  JOIN zone z ON z.id = named.zone_id JOIN property p ON p.id = z.property_id
  CROSS JOIN LATERAL (VALUES ('property', p.id, named.property_id),
    ('publisher', p.publisher_id, named.publisher_id)) o (name, expected, actual)
  WHERE o.expected <> o.actual`;

const CUBES = sql.join(
  Object.entries(DAILY_CUBE_OWNERS).flatMap(([side, cubes]) =>
    cubes.map((cube) => sql`(${sql.lit(cube)}::smallint, ${sql.lit(side)})`),
  ),
);

/** A cube that a day has: those of sub ids are younger than some days. */
const isKept = sql`(cube <> ALL(${sql.lit(`{${CUBES_OF_SUBS.join(',')}}`)}::int2[])
  OR day IN (SELECT day FROM rollup_day WHERE has_subs))`;

/** Days that are folded: every cube of an owner comes to what its hours do, with what never became an event. */
const dailyCheck = sql`
  SELECT concat_ws(' ', 'day', day, 'owner', owner_id, 'cube', cube, v.name) AS subject,
    coalesce(v.expected, 0)::int8 AS expected, coalesce(v.actual, 0)::int8 AS actual
  FROM (
    SELECT c.cube, o.owner_id, o.day, ${listed(DAILY_FIGURES, (name) => name)}
    FROM (
      SELECT coalesce(advertiser_id, publisher_id) AS owner_id,
        CASE WHEN GROUPING(advertiser_id) = 0 THEN 'advertiser' ELSE 'publisher' END AS side, day, ${sums(DAILY_FIGURES)}
      FROM (
        SELECT advertiser_id, publisher_id, (hour AT TIME ZONE 'UTC')::date AS day, ${listed(DAILY_FIGURES, (name) => name)}
        FROM rollup_hourly
        UNION ALL
        SELECT advertiser_id, publisher_id, (hour AT TIME ZONE 'UTC')::date, 0, 0, 0, events, 0, 0, 0 FROM invalid_hourly
      ) hours
      WHERE day IN (SELECT day FROM rollup_day) GROUP BY GROUPING SETS ((advertiser_id, day), (publisher_id, day))
    ) o
    JOIN (VALUES ${CUBES}) c (cube, side) ON c.side = o.side
    WHERE ${isKept}
  ) e
  FULL JOIN (SELECT cube, owner_id, day, ${sums(DAILY_FIGURES)} FROM rollup_daily
    WHERE day IN (SELECT day FROM rollup_day) AND ${isKept} GROUP BY 1, 2, 3) r USING (cube, owner_id, day)
  CROSS JOIN LATERAL (VALUES ${sideBySide(DAILY_FIGURES)}) v (name, expected, actual)
  WHERE coalesce(v.expected, 0) <> coalesce(v.actual, 0)`;

const LEDGER_CHECKS: Readonly<Record<string, Check>> = {
  'transactions sum to zero': sql`
    SELECT 'transaction ' || transaction_id AS subject, 0::int8 AS expected, sum(amount_micros)::int8 AS actual
    FROM ledger_posting GROUP BY transaction_id HAVING sum(amount_micros) <> 0`,
  'transactions have postings': sql`
    SELECT 'transaction ' || t.id AS subject, 2::int8 AS expected, coalesce(p.count, 0)::int8 AS actual
    FROM ledger_transaction t
    LEFT JOIN (SELECT transaction_id, count(*) AS count FROM ledger_posting GROUP BY 1) p ON p.transaction_id = t.id
    WHERE coalesce(p.count, 0) < 2`,
  'postings belong to a transaction and an account': sql`
    SELECT 'posting ' || p.id AS subject, 1::int8 AS expected, 0::int8 AS actual
    FROM ledger_posting p LEFT JOIN ledger_transaction t ON t.id = p.transaction_id
    LEFT JOIN ledger_account a ON a.id = p.account_id WHERE t.id IS NULL OR a.id IS NULL`,
  'balances are the sum of their postings': sql`
    SELECT concat_ws(' ', a.kind, a.owner_id) AS subject, coalesce(p.micros, 0)::int8 AS expected, a.balance_micros AS actual
    FROM ledger_account a
    LEFT JOIN (SELECT account_id, sum(amount_micros) AS micros FROM ledger_posting GROUP BY 1) p ON p.account_id = a.id
    WHERE coalesce(p.micros, 0) <> a.balance_micros`,
  'kept spend is the sum of its postings': sql`
    SELECT concat_ws(' ', a.kind, a.owner_id) AS subject, coalesce(s.micros, 0)::int8 AS expected, a.spent_micros AS actual
    FROM ledger_account a
    LEFT JOIN (SELECT account_kind AS kind, owner, -sum(micros) AS micros FROM posted
      WHERE account_kind IN ('advertiser_cash', 'advertiser_bonus') GROUP BY 1, 2) s
      ON s.kind = a.kind AND s.owner = a.owner_id
    WHERE coalesce(s.micros, 0) <> a.spent_micros`,
  'ad spend is given back with its events': sql`
    SELECT 'transaction ' || r.id AS subject, 0::int8 AS expected, r.reverses_id AS actual
    FROM ledger_transaction r JOIN ledger_transaction t ON t.id = r.reverses_id
    WHERE t.kind IN ('ad_spend', 'invalid_traffic')`,
};

const EVENT_CHECKS: Readonly<Record<string, Check>> = {
  'advertisers paid what their events cost': spendCheck(
    'advertiser',
    ['advertiser_cash', 'advertiser_bonus'],
    'advertiser_id',
    sql`-price`,
  ),
  'bonuses paid what the events say': spendCheck(
    'advertiser',
    ['advertiser_bonus'],
    'advertiser_id',
    sql`-bonus`,
  ),
  'publishers earned what the events say': spendCheck(
    'publisher',
    ['publisher_pending', 'publisher_hold'],
    'publisher_id',
    sql`payout`,
  ),
  'the network kept what the events say': spendCheck(
    'network',
    ['network_revenue'],
    '0',
    sql`price - payout`,
  ),
  'advertisers got back what invalid traffic cost': reversalCheck(
    'advertiser',
    ['advertiser_cash', 'advertiser_bonus'],
    'advertiser_id',
    sql`-price`,
  ),
  'bonuses got back what invalid traffic took': reversalCheck(
    'advertiser',
    ['advertiser_bonus'],
    'advertiser_id',
    sql`-bonus`,
  ),
  'publishers gave back what invalid traffic earned': reversalCheck(
    'publisher',
    ['publisher_pending', 'publisher_hold'],
    'publisher_id',
    sql`payout`,
  ),
  'the network gave back what it kept of invalid traffic': reversalCheck(
    'network',
    ['network_revenue'],
    '0',
    sql`price - payout`,
  ),
  'invalid events cost nothing': sql`
    SELECT 'decision ' || decision_id AS subject, 0::int8 AS expected, price_micros AS actual
    FROM ad_event WHERE invalid_reason <> 0 AND (price_micros <> 0 OR payout_micros <> 0 OR bonus_micros <> 0)`,
  'reversed events carry their reason': sql`
    SELECT concat_ws(' ', 'decision', b.decision_id, 'kind', b.kind) AS subject, r.reason::int8 AS expected,
      coalesce(e.invalid_reason, 0)::int8 AS actual
    FROM reversed_event b JOIN traffic_reversal r ON r.id = b.reversal_id
    LEFT JOIN ad_event e ON e.decision_id = b.decision_id AND e.kind = b.kind AND e.decided_at = b.decided_at
    WHERE e.invalid_reason IS DISTINCT FROM r.reason`,
  'sums of reversals are what their events cost': sql`
    SELECT concat_ws(' ', 'reversal', reversal_id, 'day', day, 'campaign', campaign_id, 'publisher', publisher_id, v.name) AS subject,
      coalesce(v.expected, 0)::int8 AS expected, coalesce(v.actual, 0)::int8 AS actual
    FROM (SELECT b.reversal_id, (b.decided_at AT TIME ZONE 'UTC')::date AS day, e.campaign_id, e.advertiser_id, e.publisher_id,
        count(*) AS events, count(*) FILTER (WHERE b.previous_reason = ${sql.lit(COUNTED)}) AS counted,
        sum(b.price_micros) AS price, sum(b.payout_micros) AS payout, sum(b.bonus_micros) AS bonus
      FROM reversed_event b
      JOIN ad_event e ON e.decision_id = b.decision_id AND e.kind = b.kind AND e.decided_at = b.decided_at
      GROUP BY 1, 2, 3, 4, 5) e
    FULL JOIN (SELECT * FROM traffic_reversal_sum WHERE day NOT IN (SELECT day FROM closed_days)) s
      USING (reversal_id, day, campaign_id, advertiser_id, publisher_id)
    CROSS JOIN LATERAL (VALUES ('events', e.events, s.events), ('counted', e.counted, s.counted),
      ('price', e.price, s.price_micros), ('payout', e.payout, s.payout_micros),
      ('bonus', e.bonus, s.bonus_micros)) v (name, expected, actual)
    WHERE coalesce(v.expected, 0) <> coalesce(v.actual, 0)`,
  'spend of campaigns is what their events cost': sql`
    SELECT concat_ws(' ', 'campaign', campaign_id, 'day', day) AS subject,
      coalesce(e.micros, 0)::int8 AS expected, coalesce(s.spend_micros, 0) AS actual
    FROM (SELECT campaign_id, day, sum(price) AS micros FROM billed GROUP BY 1, 2) e
    FULL JOIN campaign_spend s USING (campaign_id, day)
    WHERE coalesce(e.micros, 0) <> coalesce(s.spend_micros, 0)`,
};

/** As long as the click is kept, what its conversions cost is what was decided with the ad. */
const priceOfDecision = sql`
  SELECT concat_ws(' ', 'conversion', c.id, v.name) AS subject, v.expected, v.actual
  FROM conversion c
  JOIN ad_event e ON e.decision_id = c.click_id AND e.kind = 3 AND e.decided_at = c.decided_at
  LEFT JOIN conversion_price p ON p.click_id = c.click_id
  CROSS JOIN LATERAL (VALUES ('price', coalesce(p.price_micros, 0), c.price_micros),
    ('payout', coalesce(p.payout_micros, 0), c.payout_micros),
    ('click not counted', 0, e.invalid_reason::int8)) v (name, expected, actual)
  WHERE c.price_micros > 0 AND v.expected <> v.actual`;

const CONVERSION_CHECKS: Readonly<Record<string, Check>> = {
  'conversions cost what was decided': priceOfDecision,
  'conversions that do not count cost nothing': sql`
    SELECT 'conversion ' || id AS subject, 0::int8 AS expected, price_micros AS actual
    FROM conversion
    WHERE verdict <> 'attributed' AND (price_micros <> 0 OR payout_micros <> 0 OR bonus_micros <> 0)`,
  'conversions are paid for by a transaction each': sql`
    SELECT 'conversion ' || coalesce(said.id, posted.id) AS subject, coalesce(said.micros, 0)::int8 AS expected,
      coalesce(posted.micros, 0)::int8 AS actual
    FROM (
      SELECT id, sum(price_micros) AS micros FROM (
        SELECT id, price_micros FROM conversion WHERE price_micros > 0
        UNION ALL SELECT conversion_id, price_micros FROM reversed_conversion
      ) once GROUP BY id
    ) said
    FULL JOIN (
      SELECT (t.meta ->> 'conversion')::int8 AS id, -sum(p.amount_micros) AS micros
      FROM ledger_transaction t JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN ledger_account a ON a.id = p.account_id AND a.kind IN ('advertiser_cash', 'advertiser_bonus')
      WHERE t.kind = 'ad_spend' AND t.meta ? 'conversion' GROUP BY 1
    ) posted USING (id)
    WHERE coalesce(said.micros, 0) <> coalesce(posted.micros, 0)`,
};

const ROLLUP_CHECKS: Readonly<Record<string, Check>> = {
  'hourly impressions': rollupCheck('impressions'),
  'hourly viewable impressions': rollupCheck('viewables'),
  'hourly clicks': rollupCheck('clicks'),
  'hourly conversions': conversionCheck,
  'hourly invalid events': rollupCheck('invalid'),
  'hourly spend': rollupCheck('spend_micros'),
  'hourly payout': rollupCheck('payout_micros'),
  'impressions of campaigns': sql`
    SELECT concat_ws(' ', 'campaign', campaign_id, 'day', day) AS subject,
      coalesce(r.impressions, 0)::int8 AS expected, coalesce(s.impressions, 0) AS actual
    FROM (SELECT campaign_id, (hour AT TIME ZONE 'UTC')::date AS day, sum(impressions) AS impressions
      FROM rollup_hourly GROUP BY 1, 2) r
    FULL JOIN campaign_spend s USING (campaign_id, day)
    WHERE coalesce(r.impressions, 0) <> coalesce(s.impressions, 0)`,
  'owners of figures': ownerCheck,
  'daily figures': dailyCheck,
  'days without raw events': sql`
    SELECT concat_ws(' ', 'campaign', campaign_id, 'day', day, v.name) AS subject, v.expected::int8 AS expected,
      v.actual::int8 AS actual
    FROM (SELECT campaign_id, day, sum(price) AS spend, sum(payout) AS payout FROM billed
      WHERE day IN (SELECT day FROM closed_days) GROUP BY 1, 2) e
    FULL JOIN (SELECT campaign_id, (hour AT TIME ZONE 'UTC')::date AS day, sum(spend_micros) AS spend, sum(payout_micros) AS payout
      FROM rollup_hourly WHERE NOT ${isOpen} GROUP BY 1, 2) r USING (campaign_id, day)
    CROSS JOIN LATERAL (VALUES ('spend', coalesce(e.spend, 0), coalesce(r.spend, 0)),
      ('payout', coalesce(e.payout, 0), coalesce(r.payout, 0))) v (name, expected, actual)
    WHERE v.expected <> v.actual`,
  'no event waits for an impression that came': sql`
    SELECT concat_ws(' ', 'decision', w.decision_id, 'kind', w.kind) AS subject, 0::int8 AS expected, 1::int8 AS actual
    FROM waiting_event w
    JOIN ad_event e ON e.decision_id = w.decision_id AND e.kind = 1 AND e.decided_at = w.decided_at
    WHERE e.invalid_reason IN (${sql.lit(COUNTED)}, ${sql.lit(OVER_BUDGET)})`,
};

/** By name, in the order in which they are told. */
export const CHECKS: readonly (readonly [string, Check])[] = Object.entries({
  ...LEDGER_CHECKS,
  ...CHART_CHECKS,
  ...LINE_CHECKS,
  ...CREDIT_CHECKS,
  ...PAYOUT_CHECKS,
  ...INCIDENT_CHECKS,
  ...REFERRAL_CHECKS,
  ...EVENT_CHECKS,
  ...HOLD_CHECKS,
  ...CONVERSION_CHECKS,
  ...ROLLUP_CHECKS,
  ...REQUEST_CHECKS,
});
