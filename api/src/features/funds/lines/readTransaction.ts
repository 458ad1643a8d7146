import { EVENT_KINDS, publicId, rowId, type TransactionDetail } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../../platform/db';
import { NotFoundError } from '../../../platform/errors';
import { foldLines } from './foldLines';
import { campaignNames, findLineOf, postingsOf, rolledUpOf, type StoredLine } from './lines.repo';
import type { EventSum } from './mergeSums';
import { presentLines } from './presentLines';

const OF_EVENTS = new Set(['ad_spend', 'invalid_traffic']);

type EventKind = NonNullable<TransactionDetail['events']>[number]['kind'];
const NAMES: readonly EventKind[] = ['impression', 'viewable', 'click', 'conversion'];
const nameOf = (code: number): EventKind => NAMES.find((name) => EVENT_KINDS[name] === code) ?? 'impression';

const microsOf = (sums: readonly EventSum[]) => sums.reduce((sum, [, , , micros]) => sum + micros, 0);

/** As its transactions say, to the micro; older ones do not say, then the figures of their hours do. */
async function eventsOf(
  db: Db,
  advertiserId: number,
  line: StoredLine,
): Promise<{ sums: EventSum[] | null; exact: boolean }> {
  if (!OF_EVENTS.has(line.kind)) return { sums: null, exact: true };
  const costMicros = line.amount_micros < 0n ? -line.amount_micros : line.amount_micros;
  if (line.events !== null) return { sums: line.events, exact: BigInt(microsOf(line.events)) === costMicros };
  // What was invalid is not among the figures of its hour any more.
  if (line.kind !== 'ad_spend') return { sums: null, exact: false };
  const sums = await rolledUpOf(db, advertiserId, line);
  return { sums, exact: BigInt(microsOf(sums)) === costMicros };
}

/** A line with its postings and the events behind it. 404 for what is not the advertiser's. */
export async function readTransaction(
  db: Db,
  advertiserId: number,
  id: string,
  gatewayName: (gateway: string) => string,
): Promise<TransactionDetail> {
  const row = rowId('transaction', id);
  if (row === null) throw new NotFoundError('There is no such transaction');
  await foldLines(db, advertiserId);
  return inTransaction(
    db,
    async (trx) => {
      const stored = await findLineOf(trx, advertiserId, BigInt(row));
      const [line] = stored ? await presentLines(trx, advertiserId, [stored], gatewayName) : [];
      if (!stored || !line) throw new NotFoundError('There is no such transaction');
      const postings = await postingsOf(trx, advertiserId, stored);
      const { sums, exact } = await eventsOf(trx, advertiserId, stored);
      const names = await campaignNames(trx, advertiserId, [
        ...new Set((sums ?? []).map(([campaign]) => campaign)),
      ]);
      return {
        line,
        postings: postings.map(({ account, micros }) => ({ account, amount_micros: toNumber(micros) })),
        events:
          sums?.map(([campaign, kind, count, micros]) => ({
            campaign_id: publicId('campaign', campaign),
            campaign: names.get(campaign) ?? publicId('campaign', campaign),
            kind: nameOf(kind),
            count,
            micros,
          })) ?? null,
        exact,
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
