import { sql } from 'kysely';
import type { Trx } from '../../../platform/db';
import { invalidTrafficPostings, postAll } from '../../ledger';
import { utcDay } from '../billing';
import { addCampaignSpends, addHourlyFigures } from '../events.repo';
import { isHeld, takeFromHolds } from '../holds/holds.repo';
import { givenBack } from '../reversal/givenBack';
import { repayGivenBack } from '../reversal/repayGivenBack';
import { campaignDaySpends } from '../rollups';
import { notifySpend } from './bookConversion';
import { asEvent, type CountedConversion, withdrawnFigures } from './countedConversion';

export interface TakeBack {
  /** Decisions whose clicks do not count any more. */
  clickIds: readonly string[];
  /** The reversal that found the clicks; null when this comes behind one. */
  reversal: { id: number; batch: number } | null;
  now: Date;
}

export interface CountedRow {
  id: bigint;
  click_id: string;
  received_at: Date;
  campaign_id: number;
  creative_id: number;
  zone_id: number;
  country: string;
  device: number;
  os: number;
  browser: number;
  language: string;
  sub_id: number;
  advertiser_id: number;
  publisher_id: number;
  property_id: number;
  price_micros: bigint;
  payout_micros: bigint;
  bonus_micros: bigint;
  hold_id: number;
  /** Only asked for where money may move. */
  is_held?: boolean;
}

export const conversionOf = (row: CountedRow): CountedConversion => ({
  id: row.id,
  clickId: row.click_id,
  receivedAtMs: row.received_at.getTime(),
  campaignId: row.campaign_id,
  creativeId: row.creative_id,
  zoneId: row.zone_id,
  country: row.country,
  device: row.device,
  os: row.os,
  browser: row.browser,
  language: row.language.trim(),
  subId: row.sub_id,
  advertiserId: row.advertiser_id,
  publisherId: row.publisher_id,
  propertyId: row.property_id,
  priceMicros: Number(row.price_micros),
  payoutMicros: Number(row.payout_micros),
  bonusMicros: Number(row.bonus_micros),
  ...(row.hold_id !== 0 && { hold: { id: row.hold_id, isHeld: row.is_held === true } }),
});

/** Marks the counted conversions of these clicks; answers what each was before. */
async function markConversions(trx: Trx, clickIds: readonly string[]): Promise<CountedConversion[]> {
  const { rows } = await sql<CountedRow>`
    WITH chosen AS (
      SELECT * FROM conversion WHERE verdict = 'attributed' AND click_id = ANY(${[...clickIds]}::uuid[])
      ORDER BY id FOR UPDATE
    ), marked AS (
      UPDATE conversion c SET verdict = 'invalid-click', price_micros = 0, payout_micros = 0, bonus_micros = 0
      FROM chosen WHERE c.id = chosen.id
    )
    SELECT id, click_id, received_at, campaign_id, creative_id, zone_id, country, device, os, browser, language, sub_id,
      advertiser_id, publisher_id, property_id, price_micros, payout_micros, bonus_micros, hold_id,
      ${isHeld(sql`hold_id`)} AS is_held
    FROM chosen`.execute(trx);
  return rows.map(conversionOf);
}

/** Keeps what they had cost: the ledger is verified against it. */
async function keepTakenBack(
  trx: Trx,
  { reversal, now }: TakeBack,
  paid: readonly CountedConversion[],
): Promise<void> {
  const column = <Value>(value: (conversion: CountedConversion) => Value) => paid.map(value);
  await sql`INSERT INTO reversed_conversion (conversion_id, reversal_id, taken_back_at, day, campaign_id, advertiser_id,
      publisher_id, price_micros, payout_micros, bonus_micros)
    SELECT id, ${reversal?.id ?? null}::int, ${now}::timestamptz, day, campaign_id, advertiser_id, publisher_id, price, payout, bonus
    FROM unnest(${column(({ id }) => id)}::int8[], ${column(({ receivedAtMs }) => utcDay(receivedAtMs))}::date[],
      ${column(({ campaignId }) => campaignId)}::int[], ${column(({ advertiserId }) => advertiserId)}::int[],
      ${column(({ publisherId }) => publisherId)}::int[], ${column(({ priceMicros }) => priceMicros)}::int8[],
      ${column(({ payoutMicros }) => payoutMicros)}::int8[], ${column(({ bonusMicros }) => bonusMicros)}::int8[])
      AS c (id, day, campaign_id, advertiser_id, publisher_id, price, payout, bonus)`.execute(trx);
}

/** The first of the conversions names what is given back behind a reversal: it is taken back once. */
const keyOf = ({ reversal }: TakeBack, paid: readonly CountedConversion[]) =>
  reversal === null ? `conversion:${paid[0]?.id}` : `${reversal.id}:${reversal.batch}:conversions`;

/**
 * Takes back the conversions of clicks that turned out to be invalid: their verdict, the figures of their hour, and of
 * those that were paid for the budget and the money on both sides. Inside a transaction that holds the purses of
 * everybody concerned, so that no conversion of these clicks is booked at the same time. Answers how many there were.
 */
export async function takeBackConversions(trx: Trx, what: TakeBack): Promise<CountedConversion[]> {
  if (what.clickIds.length === 0) return [];
  const conversions = await markConversions(trx, what.clickIds);
  if (conversions.length === 0) return [];
  const events = conversions.map(asEvent);
  const paid = conversions.filter(({ priceMicros }) => priceMicros > 0);
  if (paid.length > 0) await keepTakenBack(trx, what, paid);
  await takeFromHolds(trx, events);
  await addCampaignSpends(
    trx,
    campaignDaySpends(events).map((row) => ({ ...row, spendMicros: -row.spendMicros })),
  );
  await addHourlyFigures(trx, withdrawnFigures(events));
  if (paid.length === 0) return conversions;
  const key = keyOf(what, paid);
  await postAll(
    trx,
    givenBack(events).map((sum) => ({
      idempotencyKey: `invalid_traffic:${key}:${sum.advertiserId}:${sum.publisherId}`,
      kind: 'invalid_traffic',
      occurredAt: what.now,
      meta: {
        ...(what.reversal && { reversal: what.reversal.id, batch: what.reversal.batch }),
        conversions: paid.length,
        last_event_at: new Date(sum.occurredAtMs).toISOString(),
        events: sum.events,
      },
      postings: invalidTrafficPostings(sum),
    })),
  );
  // A reversal repays once all that it gives back is posted.
  if (what.reversal === null)
    await repayGivenBack(trx, [...new Set(paid.map(({ advertiserId }) => advertiserId))], key, what.now);
  await notifySpend(
    trx,
    paid.map(({ campaignId }) => campaignId),
  );
  return conversions;
}
