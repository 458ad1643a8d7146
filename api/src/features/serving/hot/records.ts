import { countryCode } from './index/country';
import { decodePayload, PAYLOAD_BYTES } from './token';

/** What the journal's records say; the ingestion reads these. */
export interface EventRecord {
  type: 'event';
  /** A code of EVENT_KINDS. */
  kind: number;
  /** A code of INVALID_REASONS known on arrival: bot, prefetch, expired; 0 otherwise. */
  invalidReason: number;
  /** Epoch milliseconds of the arrival. */
  happenedAtMs: number;
  decisionId: string;
  decidedAtMs: number;
  pricing: 0 | 1;
  zoneId: number;
  creativeId: number;
  campaignId: number;
  country: string;
  device: number;
  priceMicros: number;
  payoutMicros: number;
  /** The engine counted its price as pending money until a batch settles it. */
  claimed: boolean;
}

/** Ad requests of a known zone that are alike; the time is that of the first. */
export interface RequestRecord {
  type: 'request';
  decidedAtMs: number;
  zoneId: number;
  country: string;
  device: number;
  /** A code of NO_FILL_REASONS; 0 is filled. */
  reason: number;
  /** How many. */
  requests: number;
}
export type JournalRecord = EventRecord | RequestRecord;

const REQUEST = 1;
const EVENT = 2;
const REQUEST_BYTES = 19;
/** As versions before the tally wrote them: one request a record, without its number. */
const SINGLE_REQUEST_BYTES = 15;
const EVENT_HEAD_BYTES = 10;

const requestScratch = Buffer.alloc(REQUEST_BYTES);
/** The answer is a shared buffer, good until the next call. */
export function encodeRequests(record: {
  decidedAtMs: number;
  zoneId: number;
  country: number;
  device: number;
  reason: number;
  requests: number;
}): Buffer {
  requestScratch[0] = REQUEST;
  requestScratch[1] = record.reason;
  requestScratch[2] = record.device;
  requestScratch.writeUInt16BE(record.country, 3);
  requestScratch.writeUInt32BE(record.zoneId, 5);
  requestScratch.writeUIntBE(record.decidedAtMs, 9, 6);
  requestScratch.writeUInt32BE(record.requests, 15);
  return requestScratch;
}

const eventScratch = Buffer.alloc(EVENT_HEAD_BYTES + PAYLOAD_BYTES);
/** The answer is a shared buffer, good until the next call. */
export function encodeEvent(record: {
  kind: number;
  invalidReason: number;
  happenedAtMs: number;
  claimed: boolean;
  payload: Buffer;
}): Buffer {
  eventScratch[0] = EVENT;
  eventScratch[1] = record.kind;
  eventScratch[2] = record.invalidReason;
  eventScratch[3] = record.claimed ? 1 : 0;
  eventScratch.writeUIntBE(record.happenedAtMs, 4, 6);
  record.payload.copy(eventScratch, EVENT_HEAD_BYTES, 0, PAYLOAD_BYTES);
  return eventScratch;
}

/** Null for a record of a kind this version does not know. */
export function decodeRecord(bytes: Buffer): JournalRecord | null {
  if (bytes[0] === REQUEST && (bytes.length === REQUEST_BYTES || bytes.length === SINGLE_REQUEST_BYTES))
    return {
      type: 'request',
      reason: bytes[1] ?? 0,
      device: bytes[2] ?? 0,
      country: countryCode(bytes.readUInt16BE(3)),
      zoneId: bytes.readUInt32BE(5),
      decidedAtMs: bytes.readUIntBE(9, 6),
      requests: bytes.length === REQUEST_BYTES ? bytes.readUInt32BE(15) : 1,
    };
  if (bytes[0] !== EVENT || bytes.length !== EVENT_HEAD_BYTES + PAYLOAD_BYTES) return null;
  const token = decodePayload(bytes.subarray(EVENT_HEAD_BYTES));
  return {
    type: 'event',
    kind: bytes[1] ?? 0,
    invalidReason: bytes[2] ?? 0,
    claimed: bytes[3] === 1,
    happenedAtMs: bytes.readUIntBE(4, 6),
    decisionId: token.decisionId,
    decidedAtMs: token.decidedAtMs,
    pricing: token.pricing,
    zoneId: token.zoneId,
    creativeId: token.creativeId,
    campaignId: token.campaignId,
    country: token.countryCode,
    device: token.device,
    priceMicros: token.priceMicros,
    payoutMicros: token.payoutMicros,
  };
}
