import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import { creditDrawPostings, postAll } from '../../ledger';
import { adSpends } from '../adSpend';
import { type Charge, type Money, take, utcDay } from '../billing';
import { addCampaignSpends, addHourlyFigures, lockPurses, readLimits } from '../events.repo';
import { assignHolds } from '../holds/eventHolds';
import { campaignDaySpends, hourlyFigures } from '../rollups';
import { asEvent, type CountedConversion } from './countedConversion';

/** A notification has room for 8,000 bytes, and a number has ten digits and a comma at most. */
const NOTIFIED_AT_ONCE = 500;

/** Whose money a conversion may move. */
export interface ConversionParties {
  advertiserId: number;
  publisherId: number;
}

/**
 * Holds everything that a conversion's price may move, until the transaction ends: the locks of the ingestion, in its
 * order. Nothing that the ingestion or a reversal locks may be held before.
 */
export async function holdConversionMoney(
  trx: Trx,
  { advertiserId, publisherId }: ConversionParties,
): Promise<Money['purses']> {
  return lockPurses(trx, [advertiserId], [publisherId]);
}

/** How a conversion's price is paid. */
export interface Charged {
  bonusMicros: number;
  /** Lent by the network, of what the bonus did not pay. */
  drawnMicros: bigint;
}

/**
 * Charges the price of a conversion that was received now; answers how it is paid, or null when campaign or purse do not
 * hold it. The day is the report's: that of the decision is over and settled. A campaign that has ended
 * meanwhile still pays, for what it had shown.
 */
export async function chargeConversion(
  trx: Trx,
  purses: Money['purses'],
  charge: Omit<Charge, 'day'> & { receivedAtMs: number },
): Promise<Charged | null> {
  const { receivedAtMs, ...rest } = charge;
  const day = utcDay(receivedAtMs);
  const campaigns = await readLimits(trx, [charge.campaignId], [day]);
  const bonus = take({ ...rest, day }, { campaigns, purses });
  if (bonus === null) return null;
  return { bonusMicros: Number(bonus), drawnMicros: purses.get(charge.advertiserId)?.drawnMicros ?? 0n };
}

/** The ad server reads what these campaigns have spent, and what their advertisers have left. */
export async function notifySpend(db: Db, campaignIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(campaignIds)];
  for (let from = 0; from < ids.length; from += NOTIFIED_AT_ONCE) {
    const payload = `spend:${ids.slice(from, from + NOTIFIED_AT_ONCE).join(',')}`;
    await sql`SELECT pg_notify('serving_changed', ${payload})`.execute(db);
  }
}

/**
 * Counts a conversion in the hour of its report; one that is paid for also takes its price from the advertiser and gives
 * it to the publisher and the network, for which its money is held; `drawnMicros` of it are lent before. Its own number
 * makes the keys: it is posted once.
 */
export async function bookConversion(
  trx: Trx,
  conversion: CountedConversion,
  drawnMicros: bigint,
): Promise<void> {
  const event = asEvent(conversion);
  const billed = [event];
  await addCampaignSpends(trx, campaignDaySpends(billed));
  await addHourlyFigures(trx, hourlyFigures(billed));
  if (conversion.priceMicros === 0) return;
  await assignHolds(trx, billed);
  if (event.hold)
    await sql`UPDATE conversion SET hold_id = ${event.hold.id} WHERE id = ${conversion.id}`.execute(trx);
  const meta = { conversion: String(conversion.id) };
  const occurredAt = new Date(conversion.receivedAtMs);
  const loan = () => ({
    idempotencyKey: `credit_draw:conversion:${conversion.id}`,
    kind: 'credit_draw' as const,
    occurredAt,
    meta,
    postings: creditDrawPostings(conversion.advertiserId, drawnMicros),
  });
  await postAll(trx, [
    ...(drawnMicros > 0n ? [loan()] : []),
    ...adSpends(billed).map(({ events, postings }) => ({
      idempotencyKey: `ad_spend:conversion:${conversion.id}`,
      kind: 'ad_spend' as const,
      occurredAt,
      meta: { ...meta, events },
      postings,
    })),
  ]);
  await notifySpend(trx, [conversion.campaignId]);
}
