import { INVALID_REASONS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';

/** One place where the books and the events disagree. The values are micros, counts or rows' ids (of owners). */
export interface Difference {
  check: string;
  /** Which row: `advertiser 1001`, `transaction 17`. */
  subject: string;
  /** What the postings or events say. */
  expected: bigint;
  /** What stands in the books. */
  actual: bigint;
}

export interface Verification {
  ok: boolean;
  /** How much was looked at. */
  counted: { transactions: bigint; postings: bigint; accounts: bigint; events: bigint };
  /** The first of every check; `differenceCount` has them all. */
  differences: Difference[];
  differenceCount: number;
}

const SHOWN_PER_CHECK = 50;
const COUNTED: number = INVALID_REASONS.counted;
const OVER_BUDGET: number = INVALID_REASONS['over-budget'];

/** Raw events, and the sums that are left of days whose raw events were dropped. */
const billedEvents = sql`(
  SELECT campaign_id, advertiser_id, publisher_id, (decided_at AT TIME ZONE 'UTC')::date AS day, 1::int8 AS events,
    price_micros, payout_micros, bonus_micros FROM ad_event
  UNION ALL
  SELECT campaign_id, advertiser_id, publisher_id, day, events, price_micros, payout_micros, bonus_micros
  FROM closed_event_sum) billed`;

/** An hour whose day has raw events still: only there can they be counted again. */
const isOpen = sql`NOT EXISTS (SELECT FROM closed_event_sum c WHERE c.day = (hour AT TIME ZONE 'UTC')::date)`;

/** What `ad_spend` transactions posted to accounts of these kinds, by owner. */
const posted = (kinds: string[]) => sql`
  SELECT coalesce(a.owner_id, 0) AS owner, sum(p.amount_micros) AS micros
  FROM ledger_posting p
  JOIN ledger_transaction t ON t.id = p.transaction_id AND t.kind = 'ad_spend'
  JOIN ledger_account a ON a.id = p.account_id AND a.kind = ANY(${kinds}::text[])
  GROUP BY 1`;

const spendCheck = (name: string, kinds: string[], events: RawBuilder<unknown>) => sql`
  SELECT ${name} || ' ' || owner AS subject, coalesce(e.micros, 0)::int8 AS expected, coalesce(l.micros, 0)::int8 AS actual
  FROM (${events}) e FULL JOIN (${posted(kinds)}) l USING (owner)
  WHERE coalesce(e.micros, 0) <> coalesce(l.micros, 0)`;

const rollupCheck = (rollup: string, event: RawBuilder<unknown>) => sql`
  SELECT concat_ws(' ', 'hour', to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), 'campaign', campaign_id,
      'creative', creative_id, 'zone', zone_id, country, device) AS subject,
    coalesce(e.value, 0)::int8 AS expected, coalesce(r.value, 0)::int8 AS actual
  FROM (SELECT date_trunc('hour', decided_at, 'UTC') AS hour, campaign_id, creative_id, zone_id, country, device, ${event} AS value
    FROM ad_event GROUP BY 1, 2, 3, 4, 5, 6) e
  FULL JOIN (SELECT hour, campaign_id, creative_id, zone_id, country, device, ${sql.ref(rollup)} AS value FROM rollup_hourly) r
    USING (hour, campaign_id, creative_id, zone_id, country, device)
  WHERE coalesce(e.value, 0) <> coalesce(r.value, 0) AND ${isOpen}`;

/** The columns that say whose rows they are: a rollup that names another owner shows the figures to a stranger. */
const ownerCheck = sql`
  SELECT concat_ws(' ', 'hour', to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), 'campaign', campaign_id,
      'creative', creative_id, 'zone', zone_id, country, device, o.name) AS subject,
    o.expected::int8 AS expected, o.actual::int8 AS actual
  FROM (SELECT DISTINCT date_trunc('hour', decided_at, 'UTC') AS hour, campaign_id, creative_id, zone_id, country, device,
      advertiser_id, publisher_id, property_id FROM ad_event) e
  JOIN rollup_hourly r USING (hour, campaign_id, creative_id, zone_id, country, device)
  CROSS JOIN LATERAL (VALUES ('advertiser', e.advertiser_id, r.advertiser_id),
    ('publisher', e.publisher_id, r.publisher_id), ('property', e.property_id, r.property_id)) o (name, expected, actual)
  WHERE o.expected <> o.actual`;

const countOf = (kind: number) => sql`count(*) FILTER (WHERE kind = ${sql.lit(kind)} AND invalid_reason = 0)`;

/** Every query answers the rows that disagree: subject, expected, actual. */
const CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'transactions sum to zero': sql`
    SELECT 'transaction ' || t.id AS subject, 0::int8 AS expected, coalesce(sum(p.amount_micros), 0)::int8 AS actual
    FROM ledger_transaction t LEFT JOIN ledger_posting p ON p.transaction_id = t.id
    GROUP BY t.id HAVING coalesce(sum(p.amount_micros), 0) <> 0`,
  'transactions have postings': sql`
    SELECT 'transaction ' || t.id AS subject, 2::int8 AS expected, count(p.id)::int8 AS actual
    FROM ledger_transaction t LEFT JOIN ledger_posting p ON p.transaction_id = t.id
    GROUP BY t.id HAVING count(p.id) < 2`,
  'balances are the sum of their postings': sql`
    SELECT concat_ws(' ', a.kind, a.owner_id) AS subject, coalesce(sum(p.amount_micros), 0)::int8 AS expected, a.balance_micros AS actual
    FROM ledger_account a LEFT JOIN ledger_posting p ON p.account_id = a.id
    GROUP BY a.id HAVING coalesce(sum(p.amount_micros), 0) <> a.balance_micros`,
  'advertisers paid what their events cost': spendCheck(
    'advertiser',
    ['advertiser_cash', 'advertiser_bonus'],
    sql`SELECT advertiser_id AS owner, -sum(price_micros) AS micros FROM ${billedEvents} GROUP BY 1`,
  ),
  'bonuses paid what the events say': spendCheck(
    'advertiser',
    ['advertiser_bonus'],
    sql`SELECT advertiser_id AS owner, -sum(bonus_micros) AS micros FROM ${billedEvents} GROUP BY 1`,
  ),
  'publishers earned what the events say': spendCheck(
    'publisher',
    ['publisher_pending'],
    sql`SELECT publisher_id AS owner, sum(payout_micros) AS micros FROM ${billedEvents} GROUP BY 1`,
  ),
  'the network kept what the events say': spendCheck(
    'network',
    ['network_revenue'],
    sql`SELECT 0 AS owner, sum(price_micros - payout_micros) AS micros FROM ${billedEvents}`,
  ),
  'invalid events cost nothing': sql`
    SELECT 'decision ' || decision_id AS subject, 0::int8 AS expected, price_micros AS actual
    FROM ad_event WHERE invalid_reason <> 0 AND (price_micros <> 0 OR payout_micros <> 0 OR bonus_micros <> 0)`,
  'spend of campaigns is what their events cost': sql`
    SELECT concat_ws(' ', 'campaign', campaign_id, 'day', day) AS subject,
      coalesce(e.micros, 0)::int8 AS expected, coalesce(s.spend_micros, 0) AS actual
    FROM (SELECT campaign_id, day, sum(price_micros) AS micros FROM ${billedEvents} GROUP BY 1, 2) e
    FULL JOIN campaign_spend s USING (campaign_id, day)
    WHERE coalesce(e.micros, 0) <> coalesce(s.spend_micros, 0)`,
  'hourly impressions': rollupCheck('impressions', countOf(1)),
  'hourly viewable impressions': rollupCheck('viewables', countOf(2)),
  'hourly clicks': rollupCheck('clicks', countOf(3)),
  'hourly conversions': rollupCheck('conversions', countOf(4)),
  'hourly invalid events': rollupCheck('invalid', sql`count(*) FILTER (WHERE invalid_reason <> 0)`),
  'hourly spend': rollupCheck('spend_micros', sql`sum(price_micros)`),
  'hourly payout': rollupCheck('payout_micros', sql`sum(payout_micros)`),
  'hourly owners': ownerCheck,
  'days without raw events': sql`
    SELECT concat_ws(' ', 'campaign', campaign_id, 'day', day, v.name) AS subject, v.expected::int8 AS expected,
      v.actual::int8 AS actual
    FROM (SELECT campaign_id, day, sum(price_micros) AS spend, sum(payout_micros) AS payout FROM ${billedEvents}
      WHERE day IN (SELECT day FROM closed_event_sum) GROUP BY 1, 2) e
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

async function runCheck(trx: Db, check: string, query: RawBuilder<unknown>) {
  const { rows } = await sql<{ subject: string; expected: bigint; actual: bigint; total: bigint }>`
    SELECT *, count(*) OVER () AS total FROM (${query}) found ORDER BY subject LIMIT ${sql.lit(SHOWN_PER_CHECK)}`.execute(
    trx,
  );
  const differences = rows.map(
    ({ subject, expected, actual }): Difference => ({ check, subject, expected, actual }),
  );
  return { differences, total: Number(rows[0]?.total ?? 0n) };
}

/**
 * Recomputes the books: every transaction, every balance from its postings, and all ad spend, rollups and budgets
 * from the events. Reads one snapshot, so it may run while money moves; changes nothing.
 */
export function verify(db: Db): Promise<Verification> {
  return inTransaction(
    db,
    async (trx) => {
      // A long history takes its time.
      await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      const counts = await sql<Verification['counted']>`
        SELECT (SELECT count(*) FROM ledger_transaction) AS transactions, (SELECT count(*) FROM ledger_posting) AS postings,
          (SELECT count(*) FROM ledger_account) AS accounts, (SELECT coalesce(sum(events), 0)::int8 FROM ${billedEvents}) AS events`.execute(
        trx,
      );
      const differences: Difference[] = [];
      let differenceCount = 0;
      for (const [check, query] of Object.entries(CHECKS)) {
        const found = await runCheck(trx, check, query);
        differences.push(...found.differences);
        differenceCount += found.total;
      }
      const counted = counts.rows[0] ?? { transactions: 0n, postings: 0n, accounts: 0n, events: 0n };
      return { ok: differenceCount === 0, counted, differences, differenceCount };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
