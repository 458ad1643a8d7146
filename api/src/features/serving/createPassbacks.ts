import { LRUCache } from 'lru-cache';
import { type Db, within } from '../../platform/db';
import { createFairQueue } from '../../platform/work';

/** A thousand of the largest, and as a rule all that is shown. */
const MOST_BYTES = 32 * 1_024 * 1_024;
/** What an entry takes beside its text. */
const ENTRY_BYTES = 200;
const READ_TIMEOUT_MS = 2_000;
/** Should a notification be lost. */
const KEPT_MS = 60_000;

/** Publishers' own code for want of an ad: read when it is asked for, the last of it kept. */
export interface Passbacks {
  /** Null: the zone has none. Throws when the database does not answer, or too many wait for it. */
  read(zone: { id: number; publisherId: number }): Promise<string | null>;
  /** These zones have changed. */
  forget(zoneIds: readonly number[]): void;
}

export function createPassbacks(db: Db): Passbacks {
  // Whoever has many zones asked for keeps nobody else waiting, and the database has other things to do.
  const queue = createFairQueue({ atOnce: 2, mostOfOwner: 100, mostWaiting: 1_000 });
  const readStored = async (id: number) => {
    const row = await within(
      READ_TIMEOUT_MS,
      db.selectFrom('zone').select('passback_html').where('id', '=', id).executeTakeFirst(),
    );
    return row?.passback_html ?? '';
  };
  const kept = new LRUCache<number, string, number>({
    maxSize: MOST_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (code) => ENTRY_BYTES + 2 * code.length,
    // What changes while it is read is told as it was, and not kept.
    ignoreFetchAbort: true,
    fetchMethod: (id, _stale, { context: publisherId }) => queue.run(publisherId, () => readStored(id)),
  });
  return {
    read: async ({ id, publisherId }) => (await kept.fetch(id, { context: publisherId })) || null,
    forget: (zoneIds) => {
      for (const id of zoneIds) kept.delete(id);
    },
  };
}
