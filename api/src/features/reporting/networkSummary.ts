import { AD_SIZES, DEVICE_CODES, DEVICES, type NetworkSummary, publicId } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { type CreativeAddresses, creativeFile } from '../creatives';
import * as repo from './networkSummary.repo';

type ToPublic = CreativeAddresses['toPublic'];

const HOUR_MS = 3_600_000;
const HOURS = 24;
const MOST_COUNTRIES = 8;
const PER_MILLE = 1_000;

/** Price of a thousand impressions, in whole micros; 0 when there were none. */
export function ecpmMicros(spendMicros: number, impressions: number): number {
  return impressions === 0 ? 0 : Math.round((spendMicros * PER_MILLE) / impressions);
}

/** A share of two counts, 0–1, to four digits; 0 of nothing is 0. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
}

/** The sizes that were asked for, in the order of the price list. */
function presentSizes(
  requests: repo.SizeRow[],
  delivery: repo.SizeDeliveryRow[],
  toPublic: ToPublic | undefined,
): NetworkSummary['sizes'] {
  return AD_SIZES.flatMap(({ width, height }) => {
    const same = (row: { width: number; height: number }) => row.width === width && row.height === height;
    const asked = requests.find(same);
    if (!asked) return [];
    const shown = delivery.find(same);
    return [
      {
        width,
        height,
        requests: toNumber(asked.requests),
        ecpm_micros: shown ? ecpmMicros(toNumber(shown.spend_micros), toNumber(shown.impressions)) : 0,
        sample:
          shown?.format === 'image' && shown.is_public ? (toPublic?.(creativeFile(shown)) ?? null) : null,
      },
    ];
  });
}

function presentCountry(row: repo.CountryRow): NetworkSummary['countries'][number] {
  const requests = toNumber(row.requests);
  return {
    country: row.country,
    requests,
    fill_rate: share(toNumber(row.filled), requests),
    ecpm_micros: ecpmMicros(toNumber(row.spend_micros), toNumber(row.impressions)),
  };
}

function presentReceipt(row: repo.ReceiptRow | undefined): NetworkSummary['receipt'] {
  if (!row || row.transaction_id === null) return null;
  return {
    happened_at: row.happened_at.toISOString(),
    transaction: publicId('transaction', toNumber(row.transaction_id)),
    width: row.width,
    height: row.height,
    country: row.country,
    device: DEVICES.find((device) => DEVICE_CODES[device] === row.device) ?? 'desktop',
    property: row.property,
    bid_micros: toNumber(row.bid_micros),
    price_micros: toNumber(row.price_micros),
    payout_micros: toNumber(row.payout_micros),
    viewable: row.viewable,
  };
}

/** The last 24 hours of the network, the current one included, from one snapshot of the database. */
export function readNetworkSummary(db: Db, now: Date, toPublic?: ToPublic): Promise<NetworkSummary> {
  const thisHourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const since = new Date(thisHourMs - (HOURS - 1) * HOUR_MS);
  return inTransaction(
    db,
    async (trx) => {
      const sizes = await repo.requestsBySize(trx, since);
      const delivery = await repo.deliveryBySize(trx, since);
      const countries = await repo.countriesSince(trx, since);
      const events = await repo.eventTotals(trx, since);
      const propertyCount = await repo.countProperties(trx);
      const receipt = await repo.latestReceipt(trx, since);
      const requests = sizes.reduce((sum, row) => sum + toNumber(row.requests), 0);
      const filled = sizes.reduce((sum, row) => sum + toNumber(row.filled), 0);
      const counted = toNumber(events.counted);
      const invalid = toNumber(events.invalid);
      return {
        requests,
        fill_rate: share(filled, requests),
        invalid_rate: share(invalid, counted + invalid),
        property_count: propertyCount,
        country_count: countries.length,
        sizes: presentSizes(sizes, delivery, toPublic),
        countries: countries.slice(0, MOST_COUNTRIES).map(presentCountry),
        receipt: presentReceipt(receipt),
      };
    },
    { isolation: 'repeatable read' },
  );
}
