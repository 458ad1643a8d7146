/** Journal records in, events, rollups and ledger postings out: exactly once. */
export type { Applied } from './applyBatch';
export {
  bookConversion,
  type ConversionParties,
  chargeConversion,
  holdConversionMoney,
} from './conversions/bookConversion';
export {
  type ConversionPrice,
  findConversionPrice,
  hasPaidEnough,
} from './conversions/conversionPrices.repo';
export type { CountedConversion } from './conversions/countedConversion';
export { rejectConversions } from './conversions/rejectConversions';
export { takeBackConversions } from './conversions/takeBackConversions';
export { createIngest, type Ingest, type IngestStats } from './createIngest';
export { createRetention, DEFAULT_RAW_EVENT_DAYS, type Retention } from './createRetention';
export { cubeFor, type DailyDimension, hasSubs } from './dailyCubes';
export { addHourlyFigures } from './events.repo';
export { foldDays } from './foldDays';
export { claimFrom } from './holds/eventHolds';
export { closeHolds, type HoldSelection, lockOpenHolds } from './holds/holds.repo';
export { type HoldRelease, releaseHolds } from './holds/releaseHolds';
export { JournalInUse } from './ingestLink';
export { claimJournal, ForeignJournal } from './journalOwner';
export type {
  IngestEvent,
  IngestRecord,
  JournalBatch,
  JournalPosition,
  JournalSource,
} from './journalRecords';
export { type LeaseChange, nodeOfDecision } from './leases';
export { createMutex, type Mutex } from './mutex';
export { requestCubeFor } from './requestCubes';
export { carryOutReversal, type ReversalOptions, type ReversalRequest } from './reversal/carryOutReversal';
export {
  type AdvertiserPreview,
  type PublisherPreview,
  previewReversal,
  type ReversalPreview,
  type ReversedTraffic,
} from './reversal/previewReversal';
export { beginReversal, type ReversalResult, reverseInvalidTraffic } from './reversal/reverseInvalidTraffic';
export {
  fingerprint,
  ReversalError,
  readSelection,
  type TrafficSelection,
} from './reversal/trafficSelection';
export { hourOf } from './rollups';
