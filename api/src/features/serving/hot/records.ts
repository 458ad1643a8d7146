import type { PricingCode } from '@ezdash/contracts';
import { countryCode } from './index/country';
import { languageCode } from './language';
import { decodePayload, isPayload, PAYLOAD_BYTES } from './token';

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
  pricing: PricingCode;
  zoneId: number;
  creativeId: number;
  campaignId: number;
  country: string;
  device: number;
  /** A code of OS_CODES; 0 is unknown. */
  os: number;
  /** A code of BROWSER_CODES; 0 is unknown. */
  browser: number;
  /** ISO 639-1; empty is unknown. */
  language: string;
  priceMicros: number;
  payoutMicros: number;
  /** The engine counted its price as pending money until a batch settles it. */
  claimed: boolean;
  /** The engine counted it as a pending impression of its campaign until a batch settles it. */
  shown: boolean;
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
const CLAIMED = 1;
const SHOWN = 2;

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
  shown: boolean;
  payload: Buffer;
}): Buffer {
  eventScratch[0] = EVENT;
  eventScratch[1] = record.kind;
  eventScratch[2] = record.invalidReason;
  eventScratch[3] = (record.claimed ? CLAIMED : 0) | (record.shown ? SHOWN : 0);
  eventScratch.writeUIntBE(record.happenedAtMs, 4, 6);
  const { payload } = record;
  const bytes = payload.length;
  // By hand: some fifty bytes cost less than the way into Buffer's own copy.
  for (let index = 0; index < bytes; index += 1) eventScratch[EVENT_HEAD_BYTES + index] = payload[index] ?? 0;
  // A token of an earlier version is shorter, and its record too.
  return bytes === PAYLOAD_BYTES ? eventScratch : eventScratch.subarray(0, EVENT_HEAD_BYTES + bytes);
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
  const payload = bytes.subarray(EVENT_HEAD_BYTES);
  if (bytes[0] !== EVENT || !isPayload(payload)) return null;
  const token = decodePayload(payload);
  const marks = bytes[3] ?? 0;
  return {
    type: 'event',
    kind: bytes[1] ?? 0,
    invalidReason: bytes[2] ?? 0,
    claimed: (marks & CLAIMED) !== 0,
    shown: (marks & SHOWN) !== 0,
    happenedAtMs: bytes.readUIntBE(4, 6),
    decisionId: token.decisionId,
    decidedAtMs: token.decidedAtMs,
    pricing: token.pricing,
    zoneId: token.zoneId,
    creativeId: token.creativeId,
    campaignId: token.campaignId,
    country: token.countryCode,
    device: token.device,
    os: token.os,
    browser: token.browser,
    language: languageCode(token.language),
    priceMicros: token.priceMicros,
    payoutMicros: token.payoutMicros,
  };
}
