import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import { postAll } from '../../ledger';
import { adSpends } from '../adSpend';
import { type Charge, type Money, take, utcDay } from '../billing';
import { addCampaignSpends, addHourlyFigures, lockPurses, readLimits } from '../events.repo';
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

/**
 * Charges the price of a conversion that was received now; answers the part that the bonus paid, or null when campaign or
 * purse do not hold it. The day is the report's: that of the decision is over and settled. A campaign that has ended
 * meanwhile still pays, for what it had shown.
 */
export async function chargeConversion(
  trx: Trx,
  purses: Money['purses'],
  charge: Omit<Charge, 'day'> & { receivedAtMs: number },
): Promise<number | null> {
  const { receivedAtMs, ...rest } = charge;
  const day = utcDay(receivedAtMs);
  const campaigns = await readLimits(trx, [charge.campaignId], [day]);
  const bonus = take({ ...rest, day }, { campaigns, purses });
  return bonus === null ? null : Number(bonus);
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
 * it to the publisher and the network, for which its money is held. Its own number makes the key: it is posted once.
 */
export async function bookConversion(trx: Trx, conversion: CountedConversion): Promise<void> {
  const billed = [asEvent(conversion)];
  await addCampaignSpends(trx, campaignDaySpends(billed));
  await addHourlyFigures(trx, hourlyFigures(billed));
  if (conversion.priceMicros === 0) return;
  await postAll(
    trx,
    adSpends(billed).map(({ occurredAtMs, postings }) => ({
      idempotencyKey: `ad_spend:conversion:${conversion.id}`,
      kind: 'ad_spend',
      occurredAt: new Date(occurredAtMs),
      meta: { conversion: String(conversion.id) },
      postings,
    })),
  );
  await notifySpend(trx, [conversion.campaignId]);
}
