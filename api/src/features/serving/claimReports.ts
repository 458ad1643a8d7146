import { type RawBuilder, sql } from 'kysely';
import { type Db, errorDetail, inTransaction } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { ClaimOrigins, OriginSum } from './hot/traffic/ClaimOrigins';

const FLUSH_MS = 2_000;

/** Rows of these sums, in the order in which every server locks them. */
function rowsOf(sums: readonly OriginSum[]): RawBuilder<unknown> {
  const column = (value: (sum: OriginSum) => number) => sums.map(value);
  return sql`SELECT * FROM unnest(${column(({ ownerId }) => ownerId)}::int[], ${column(({ source }) => source)}::int2[],
      ${sums.map(({ day }) => day)}::date[], ${column(({ events }) => events)}::int8[],
      ${column(({ senders }) => senders)}::int8[], ${column(({ visitors }) => visitors)}::int8[],
      ${column(({ networks }) => networks)}::int8[]) ORDER BY 1, 2, 3`;
}

const ADDED = sql`events = kept.events + excluded.events, senders = kept.senders + excluded.senders,
  visitors = kept.visitors + excluded.visitors, networks = kept.networks + excluded.networks`;

const addSums = (db: Db, sums: readonly OriginSum[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`INSERT INTO claim_origin AS kept (property_id, source, day, events, senders, visitors, networks)
      ${rowsOf(sums.filter(({ owner }) => owner === 'property'))}
      ON CONFLICT (property_id, source, day) DO UPDATE SET ${ADDED}`.execute(trx);
    await sql`INSERT INTO publisher_origin AS kept (publisher_id, source, day, events, senders, visitors, networks)
      ${rowsOf(sums.filter(({ owner }) => owner === 'publisher'))}
      ON CONFLICT (publisher_id, source, day) DO UPDATE SET ${ADDED}`.execute(trx);
  });

/** Brings from how many addresses claimed events come into the database, every other second: counts, never addresses. */
export function createClaimReports({ db, log }: { db: Db; log: Log }, origins: () => ClaimOrigins | null) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const counted = origins();
    const sums = counted?.take() ?? [];
    if (sums.length === 0) return;
    try {
      await addSums(db, sums);
    } catch (error) {
      counted?.putBack(sums);
      log.warn(errorDetail(error), 'Could not keep where claimed events come from; tried again');
    }
  }

  const flush = () => {
    running = running.then(write);
    return running;
  };
  return {
    /** Writes what is counted now; a failure is logged, and tried again with the next. */
    flush,
    start() {
      timer ??= setInterval(() => void flush(), FLUSH_MS);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await flush();
    },
  };
}
