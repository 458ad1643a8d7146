/** Journal records in, events, rollups and ledger postings out: exactly once. */
export type { Applied } from './applyBatch';
export { createIngest, type Ingest, type IngestStats } from './createIngest';
export { createRetention, DEFAULT_RAW_EVENT_DAYS, type Retention } from './createRetention';
export { JournalInUse } from './ingestLink';
export { claimJournal, ForeignJournal } from './journalOwner';
export type {
  IngestEvent,
  IngestRecord,
  JournalBatch,
  JournalPosition,
  JournalSource,
} from './journalRecords';
export { createMutex, type Mutex } from './mutex';
