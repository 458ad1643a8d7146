/** Journal records in, events, rollups and ledger postings out: exactly once. */
export type { Applied } from './applyBatch';
export { createIngest, type Ingest, type IngestStats, JournalInUse } from './createIngest';
export type {
  IngestEvent,
  IngestRecord,
  JournalBatch,
  JournalPosition,
  JournalSource,
} from './journalRecords';
export { createMutex, type Mutex } from './mutex';
