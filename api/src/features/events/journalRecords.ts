import type { PricingCode } from '@ezdash/contracts';

/** What the ingestion reads from a journal; the serving feature writes it. */
export interface IngestEvent {
  type: 'event';
  /** A code of EVENT_KINDS. */
  kind: number;
  /** A code of INVALID_REASONS that showed on arrival; 0 otherwise. */
  invalidReason: number;
  happenedAtMs: number;
  decisionId: string;
  /** The time in the decision's UUIDv7: the partition key, the same for every event and every repetition. */
  decidedAtMs: number;
  pricing: PricingCode;
  zoneId: number;
  creativeId: number;
  campaignId: number;
  country: string;
  device: number;
  /** A code of OS_CODES; 0, or missing, is unknown. */
  os?: number;
  /** A code of BROWSER_CODES; 0, or missing, is unknown. */
  browser?: number;
  /** ISO 639-1; empty, or missing, is unknown. */
  language?: string;
  /** The publisher's word for where the visitor came from, as it arrived; missing without one. */
  sub?: string;
  /** It is told apart only if the property has used it this month: its visitor has brought many new ones. */
  knownOnly?: boolean;
  /** Its number in `sub_id_word`, once the ingestion knows it; 0, or missing, is none. */
  subId?: number;
  /** Per billable event. */
  priceMicros: number;
  payoutMicros: number;
  /** The engine counts the price as pending until this batch is applied. */
  claimed: boolean;
  /** Who named its visitor: a code of CLAIM_SOURCES and a bit (`readClaim`); 0, or missing, is nobody. */
  claim?: number;
  /** The engine counts the impression as pending until this batch is applied. */
  shown?: boolean;
}

export interface IngestRequest {
  type: 'request';
  decidedAtMs: number;
  zoneId: number;
  country: string;
  device: number;
  /** A code of NO_FILL_REASONS; 0 is filled. */
  reason: number;
  /** How many that are alike, from `decidedAtMs` on within the same hour. */
  requests: number;
}
export type IngestRecord = IngestEvent | IngestRequest;

export interface JournalPosition {
  segment: number;
  offset: number;
}

/** A journal as the ingestion sees it: what is durable, in order. */
export interface JournalSource {
  read(from: JournalPosition, maxRecords: number): Promise<JournalBatch>;
}
export interface JournalBatch {
  records: IngestRecord[];
  next: JournalPosition;
  damagedBytes: number;
  atEnd: boolean;
}
