import { hash, timingSafeEqual } from 'node:crypto';
import type { EventKind } from '@ezdash/contracts';
import { countryCode } from './index/country';
import { createShortHmac } from './shortHmac';
import { type RandomPool, uuidText, uuidTimeMs, writeUuidV7 } from './uuidV7';

/**
 * The decision token: a fixed binary payload and 128 bits of HMAC-SHA256 over it, base64url.
 *
 * | offset | bytes | field |
 * |---|---|---|
 * | 0 | 1 | version (1) |
 * | 1 | 1 | flags: bit 0 pricing (0 CPM, 1 CPC), bits 1–3 device, bit 4 test |
 * | 2 | 2 | country number |
 * | 4 | 16 | decision, UUIDv7: its time is the decision's time and starts every expiry |
 * | 20 | 4 | zone |
 * | 24 | 4 | creative |
 * | 28 | 4 | campaign |
 * | 32 | 4 | price in micros a billable event |
 * | 36 | 4 | payout in micros |
 * | 40 | 1 | key id |
 *
 * 41 + 16 bytes are 76 base64url characters without a remainder, so a token has exactly one spelling.
 */
export const PAYLOAD_BYTES = 41;
const MAC_BYTES = 16;
export const TOKEN_LENGTH = ((PAYLOAD_BYTES + MAC_BYTES) / 3) * 4;
const VERSION = 1;
const BLOCK_BYTES = 64;

const HOUR_MS = 3_600_000;
/** How long after its decision an event of a kind counts. */
export const EVENT_TTL_MS: Readonly<Record<EventKind, number>> = {
  impression: HOUR_MS,
  viewable: 24 * HOUR_MS,
  click: 24 * HOUR_MS,
  conversion: 30 * 24 * HOUR_MS,
};
/** A decision from the future by more than this is no clock difference between nodes. */
const CLOCK_SKEW_MS = 60_000;

export interface TokenFields {
  /** 0 CPM, 1 CPC. */
  pricing: 0 | 1;
  device: number;
  /** Acknowledged like any other, recorded by nobody. */
  test: boolean;
  country: number;
  zoneId: number;
  creativeId: number;
  campaignId: number;
  /** Per billable event. */
  priceMicros: number;
  payoutMicros: number;
}

/** A payload that was proven to be ours, decoded. */
export interface VerifiedToken extends TokenFields {
  /** The 41 bytes as the journal keeps them. */
  payload: Buffer;
  decisionId: string;
  decidedAtMs: number;
  countryCode: string;
}
export type Verification =
  | { state: 'genuine' | 'expired'; token: VerifiedToken }
  | { state: 'forged'; token: null };

const FORGED: Verification = { state: 'forged', token: null };

export function decodePayload(payload: Buffer): VerifiedToken {
  const flags = payload[1] ?? 0;
  const country = payload.readUInt16BE(2);
  return {
    payload,
    pricing: (flags & 1) === 0 ? 0 : 1,
    device: (flags >>> 1) & 7,
    test: (flags & 16) !== 0,
    country,
    countryCode: countryCode(country),
    decisionId: uuidText(payload, 4),
    decidedAtMs: uuidTimeMs(payload, 4),
    zoneId: payload.readUInt32BE(20),
    creativeId: payload.readUInt32BE(24),
    campaignId: payload.readUInt32BE(28),
    priceMicros: payload.readUInt32BE(32),
    payoutMicros: payload.readUInt32BE(36),
  };
}

/** Writes everything but the decision's id, which all candidates of a decision share. */
function writeFields(payload: Buffer, fields: TokenFields, keyId: number): void {
  payload[0] = VERSION;
  payload[1] = fields.pricing | (fields.device << 1) | (fields.test ? 16 : 0);
  payload.writeUInt16BE(fields.country, 2);
  payload.writeUInt32BE(fields.zoneId, 20);
  payload.writeUInt32BE(fields.creativeId, 24);
  payload.writeUInt32BE(fields.campaignId, 28);
  payload.writeUInt32BE(fields.priceMicros, 32);
  payload.writeUInt32BE(fields.payoutMicros, 36);
  payload[40] = keyId;
}

export interface TokenKey {
  /** 0–255, written into the token so that keys can be replaced while old tokens live on. */
  id: number;
  /** At least 32 random bytes. */
  secret: Buffer;
}

export interface TokenSigner {
  /** Starts a decision: every `sign` until the next one shares its id. Answers 32 random bits for the decision. */
  begin(nowMs: number): number;
  sign(fields: TokenFields): string;
  verify(text: string, kind: EventKind, nowMs: number): Verification;
}

/** The first key signs, all of them verify. */
export function createTokenSigner(keys: readonly [TokenKey, ...TokenKey[]], random: RandomPool): TokenSigner {
  for (const key of keys) if (key.secret.length < 32) throw new Error('A token key needs at least 32 bytes');
  // A longer key counts as its hash (RFC 2104).
  const macOf = ({ secret }: TokenKey) =>
    createShortHmac(secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret, PAYLOAD_BYTES);
  const macs = new Map(keys.map((key) => [key.id, macOf(key)]));
  const signingId = keys[0].id;
  const signingMac = macOf(keys[0]);
  const signed = Buffer.alloc(PAYLOAD_BYTES + MAC_BYTES);
  const expected = Buffer.alloc(MAC_BYTES);
  return {
    begin(nowMs) {
      writeUuidV7(signed, 4, nowMs, random);
      return random.pool.readUInt32LE(random.take(4));
    },
    sign(fields) {
      writeFields(signed, fields, signingId);
      signingMac(signed, signed, PAYLOAD_BYTES, MAC_BYTES);
      return signed.toString('base64url');
    },
    verify(text, kind, nowMs) {
      if (text.length !== TOKEN_LENGTH) return FORGED;
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== signed.length || bytes[0] !== VERSION) return FORGED;
      const mac = macs.get(bytes[PAYLOAD_BYTES - 1] ?? -1);
      if (!mac) return FORGED;
      mac(bytes, expected, 0, MAC_BYTES);
      if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), expected)) return FORGED;
      const token = decodePayload(bytes.subarray(0, PAYLOAD_BYTES));
      if (token.decidedAtMs > nowMs + CLOCK_SKEW_MS) return FORGED;
      return { state: nowMs - token.decidedAtMs > EVENT_TTL_MS[kind] ? 'expired' : 'genuine', token };
    },
  };
}
