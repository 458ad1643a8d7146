import type { Connection } from '../../platform/db';
import { silentLog } from '../../platform/log';
import type { Applied } from './applyBatch';
import { createIngest, type IngestOptions } from './createIngest';
import type { IngestEvent, IngestRecord } from './journalRecords';

/** An ingestion for tests that reads a journal in memory, where a record's offset is its index. */
export function testIngest(connection: Connection, options: Partial<IngestOptions> = {}) {
  const records: IngestRecord[] = [];
  const applied: { applied: Applied; events: readonly IngestEvent[] }[] = [];
  const ingest = createIngest({
    connection,
    node: `t${Math.random().toString(36).slice(2, 10)}`,
    log: silentLog,
    now: Date.now,
    onApplied: (result, events) => void applied.push({ applied: result, events }),
    source: {
      read: async (from, maxRecords) => {
        const found = records.slice(from.offset, from.offset + maxRecords);
        const next = { segment: 0, offset: from.offset + found.length };
        return { records: found, next, damagedBytes: 0, atEnd: next.offset >= records.length };
      },
    },
    ...options,
  });
  return { ingest, records, applied };
}
