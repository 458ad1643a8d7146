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
  /** The publisher's word for where the visitor came from; empty without one. */
  sub: string;
  priceMicros: number;
  payoutMicros: number;
  /** The engine counted its price as pending money until a batch settles it. */
  claimed: boolean;
  /** The engine counted it as a pending impression of its campaign until a batch settles it. */
  shown: boolean;
  /** Its sub id is told apart only if the property has used it: its visitor has brought it many new ones today. */
  knownOnly: boolean;
  /** Who named its visitor, or reported it: a code of CLAIM_SOURCES, with CLAIM_CONFIRMED when it came from the address named. */
  claim: number;
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
/** An event with a sub id: behind the head the word's length and the word, then the token's payload. */
const EVENT_OF_SUB = 3;
const REQUEST_BYTES = 19;
/** As versions before the tally wrote them: one request a record, without its number. */
const SINGLE_REQUEST_BYTES = 15;
const EVENT_HEAD_BYTES = 10;
const CLAIMED = 1;
const SHOWN = 2;
/** Absent in records of a release before: those bring whatever they have. */
const KNOWN_ONLY = 4;
/** Absent in records of a release before: nobody named these visitors, as far as anybody knows. */
const CLAIM_SHIFT = 3;
const CLAIM_MASK = 7;

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

const SUB_MOST_BYTES = 64;

/** What is written into a record whether or not it has a sub id. */
interface EventFields {
  kind: number;
  invalidReason: number;
  happenedAtMs: number;
  claimed: boolean;
  shown: boolean;
  knownOnly: boolean;
  claim: number;
  /** As `subOf` lets it pass: ASCII, 64 at most; empty without one. */
  sub: string;
  payload: Buffer;
}

function writeHead(scratch: Buffer, record: EventFields): void {
  scratch[1] = record.kind;
  scratch[2] = record.invalidReason;
  scratch[3] =
    (record.claimed ? CLAIMED : 0) |
    (record.shown ? SHOWN : 0) |
    (record.knownOnly ? KNOWN_ONLY : 0) |
    (record.claim << CLAIM_SHIFT);
  scratch.writeUIntBE(record.happenedAtMs, 4, 6);
}

/** By hand: some fifty bytes cost less than the way into Buffer's own copy. Answers where they end. */
function writePayload(scratch: Buffer, from: number, payload: Buffer): number {
  const bytes = payload.length;
  for (let index = 0; index < bytes; index += 1) scratch[from + index] = payload[index] ?? 0;
  return from + bytes;
}

const eventScratch = Buffer.alloc(EVENT_HEAD_BYTES + PAYLOAD_BYTES);
/** The answer is a shared buffer, good until the next call. */
export function encodeEvent(record: EventFields): Buffer {
  if (record.sub !== '') return encodeEventOfSub(record);
  eventScratch[0] = EVENT;
  writeHead(eventScratch, record);
  const end = writePayload(eventScratch, EVENT_HEAD_BYTES, record.payload);
  // A token of an earlier version is shorter, and its record too.
  return end === eventScratch.length ? eventScratch : eventScratch.subarray(0, end);
}

const subScratch = Buffer.alloc(EVENT_HEAD_BYTES + 1 + SUB_MOST_BYTES + PAYLOAD_BYTES);
function encodeEventOfSub(record: EventFields): Buffer {
  subScratch[0] = EVENT_OF_SUB;
  writeHead(subScratch, record);
  const bytes = subScratch.write(record.sub, EVENT_HEAD_BYTES + 1, SUB_MOST_BYTES, 'latin1');
  subScratch[EVENT_HEAD_BYTES] = bytes;
  return subScratch.subarray(0, writePayload(subScratch, EVENT_HEAD_BYTES + 1 + bytes, record.payload));
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
  if (bytes[0] !== EVENT && bytes[0] !== EVENT_OF_SUB) return null;
  const subBytes = bytes[0] === EVENT ? 0 : 1 + (bytes[EVENT_HEAD_BYTES] ?? 0);
  const payload = bytes.subarray(EVENT_HEAD_BYTES + subBytes);
  if (!isPayload(payload)) return null;
  const token = decodePayload(payload);
  const marks = bytes[3] ?? 0;
  return {
    type: 'event',
    kind: bytes[1] ?? 0,
    invalidReason: bytes[2] ?? 0,
    claimed: (marks & CLAIMED) !== 0,
    shown: (marks & SHOWN) !== 0,
    knownOnly: (marks & KNOWN_ONLY) !== 0,
    claim: (marks >>> CLAIM_SHIFT) & CLAIM_MASK,
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
    sub: subBytes === 0 ? '' : bytes.toString('latin1', EVENT_HEAD_BYTES + 1, EVENT_HEAD_BYTES + subBytes),
    priceMicros: token.priceMicros,
    payoutMicros: token.payoutMicros,
  };
}
