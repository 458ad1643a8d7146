import { hash } from 'node:crypto';
import { type EventKind, PRICING_CODES, type PricingCode } from '@ezdash/contracts';
import { createBase64Url } from './base64url';
import {
  type AddressMatch,
  createAddressCode,
  matchCodes,
  type NamedVisitor,
  type SourceCode,
} from './claim';
import { countryCode } from './index/country';
import { createShortHmac } from './shortHmac';
import { type RandomPool, uuidText, uuidTimeMs, writeUuidV7 } from './uuidV7';

/**
 * The decision token: a fixed binary payload and 128 bits of HMAC-SHA256 over it, base64url.
 *
 * | offset | bytes | field |
 * |---|---|---|
 * | 0 | 1 | version: 2, or 3 when a conversion is paid for (CPA) |
 * | 1 | 1 | flags: bit 0 pricing (0 CPM, 1 CPC; version 3: 0), bits 1–3 device, bit 4 test, bit 5 private, bits 6–7 who named the visitor |
 * | 2 | 2 | country number |
 * | 4 | 16 | decision, UUIDv7: its time is the decision's time and starts every expiry |
 * | 20 | 4 | zone |
 * | 24 | 4 | creative |
 * | 28 | 4 | campaign |
 * | 32 | 4 | price in micros a billable event |
 * | 36 | 4 | payout in micros |
 * | 40 | 1 | bits 0–3 browser, bits 4–7 operating system |
 * | 41 | 2 | language number |
 * | 43 | 1 | key id |
 *
 * 44 + 16 bytes are 80 base64url characters without a remainder, so a token has exactly one spelling. Version 1, which
 * ended with the key id at offset 40, is still read. A server from before CPA takes version 3 for forged, and so bills
 * nothing: read as a version 2 it would charge the price of a conversion for every impression.
 *
 * Where somebody else names the visitor, versions 4 and 5 stand for 2 and 3: the address' code (`claim.ts`, 3 bytes) stands
 * before the key id, and the token has 84 characters. The journal keeps them as 2 and 3, without the code.
 */
export const PAYLOAD_BYTES = 44;
const MAC_BYTES = 16;
const VERSION = 2;
const CPA_VERSION = 3;
/** Bytes of a payload by its version. */
const FIRST_PAYLOAD_BYTES = 41;
const LENGTHS: readonly (number | undefined)[] = [
  undefined,
  FIRST_PAYLOAD_BYTES,
  PAYLOAD_BYTES,
  PAYLOAD_BYTES,
];
const charactersOf = (payloadBytes: number) => ((payloadBytes + MAC_BYTES) / 3) * 4;
export const TOKEN_LENGTH = charactersOf(PAYLOAD_BYTES);
const BLOCK_BYTES = 64;

/** What a claimed version is more than the one it stands for, and its payload longer. */
const CLAIMED = 2;
const CODE_BYTES = 3;
const CLAIMED_BYTES = PAYLOAD_BYTES + CODE_BYTES;
const CODE_AT = PAYLOAD_BYTES - 1;
const ID_AT = 4;

const TEST = 16;
const PRIVATE = 32;
const SOURCE_SHIFT = 6;

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
  pricing: PricingCode;
  device: number;
  /** Acknowledged like any other, recorded by nobody. */
  test: boolean;
  /** The visitor asked not to be followed: so it stays with every event of the decision. */
  private: boolean;
  country: number;
  /** A code of OS_CODES; 0 unknown. */
  os: number;
  /** A code of BROWSER_CODES; 0 unknown. */
  browser: number;
  /** `languageNumber`; 0 unknown. */
  language: number;
  zoneId: number;
  creativeId: number;
  campaignId: number;
  /** Per billable event. */
  priceMicros: number;
  payoutMicros: number;
}

/** A payload that was proven to be ours, decoded. */
export interface VerifiedToken extends TokenFields {
  /** The bytes as the journal keeps them. */
  payload: Buffer;
  decisionId: string;
  decidedAtMs: number;
  countryCode: string;
  /** Who named the visitor; 0: nobody, they asked themselves. */
  source: SourceCode;
  /** Of the address that was named; 0 when none was. */
  addressCode: number;
}
export type Verification =
  | { state: 'genuine' | 'expired'; token: VerifiedToken }
  | { state: 'forged'; token: null };

const FORGED: Verification = { state: 'forged', token: null };

/** Whether these bytes are as long as the payloads of their version. */
export const isPayload = (bytes: Buffer): boolean => LENGTHS[bytes[0] ?? 0] === bytes.length;

function pricingOf(payload: Buffer): PricingCode {
  if (payload[0] === CPA_VERSION) return PRICING_CODES.CPA;
  return ((payload[1] ?? 0) & 1) === 0 ? PRICING_CODES.CPM : PRICING_CODES.CPC;
}

export function decodePayload(payload: Buffer): VerifiedToken {
  const flags = payload[1] ?? 0;
  const country = payload.readUInt16BE(2);
  const isFirst = payload[0] === 1;
  const client = isFirst ? 0 : (payload[40] ?? 0);
  return {
    payload,
    pricing: pricingOf(payload),
    device: (flags >>> 1) & 7,
    test: (flags & TEST) !== 0,
    private: (flags & PRIVATE) !== 0,
    source: (flags >>> SOURCE_SHIFT) as SourceCode,
    addressCode: 0,
    country,
    countryCode: countryCode(country),
    os: client >>> 4,
    browser: client & 15,
    language: isFirst ? 0 : payload.readUInt16BE(41),
    decisionId: uuidText(payload, 4),
    decidedAtMs: uuidTimeMs(payload, 4),
    zoneId: payload.readUInt32BE(20),
    creativeId: payload.readUInt32BE(24),
    campaignId: payload.readUInt32BE(28),
    priceMicros: payload.readUInt32BE(32),
    payoutMicros: payload.readUInt32BE(36),
  };
}

/**
 * 32 bits, big endian. By hand: Buffer's own are a third of what signing costs. A number that does not fit is refused as
 * they refuse it, for some of these are money.
 */
function put32(bytes: Buffer, at: number, value: number): void {
  if (value >>> 0 !== value) throw new RangeError(`${value} is no number of 32 bits`);
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/** Writes everything but the decision's id, which all candidates of a decision share. */
function writeFields(payload: Buffer, fields: TokenFields, keyId: number, source: SourceCode): void {
  payload[0] = fields.pricing === PRICING_CODES.CPA ? CPA_VERSION : VERSION;
  payload[1] =
    (fields.pricing & 1) |
    (fields.device << 1) |
    (fields.test ? TEST : 0) |
    (fields.private ? PRIVATE : 0) |
    (source << SOURCE_SHIFT);
  payload[2] = fields.country >>> 8;
  payload[3] = fields.country;
  put32(payload, 20, fields.zoneId);
  put32(payload, 24, fields.creativeId);
  put32(payload, 28, fields.campaignId);
  put32(payload, 32, fields.priceMicros);
  put32(payload, 36, fields.payoutMicros);
  payload[40] = (fields.os << 4) | fields.browser;
  payload[41] = fields.language >>> 8;
  payload[42] = fields.language;
  payload[PAYLOAD_BYTES - 1] = keyId;
}

export interface TokenKey {
  /** 0–255, written into the token so that keys can be replaced while old tokens live on. */
  id: number;
  /** At least 32 random bytes. */
  secret: Buffer;
}

/** The number of the process that decided (`TokenSigner.setNode`), from the bits behind the version of the UUIDv7. */
export const nodeOfPayload = (payload: Buffer): number =>
  (((payload[10] ?? 0) & 15) << 8) | (payload[11] ?? 0);

export interface TokenSigner {
  /** Writes this number (1–4095) into the id of every decision from now on; without one these bits are random. */
  setNode(node: number): void;
  /** Starts a decision: every `sign` until the next one shares its id. Answers 32 random bits for the decision. */
  begin(nowMs: number): number;
  /** The id of the decision that was begun last. */
  decisionId(): string;
  /** From then on, until the next decision, `sign` takes the visitor for one whom somebody names. */
  name(visitor: NamedVisitor, isPrivate: boolean): void;
  sign(fields: TokenFields): string;
  /** Whether this is the address that the token's decision named. */
  match(token: VerifiedToken, address: string): AddressMatch;
  verify(text: string, kind: EventKind, nowMs: number): Verification;
}

const spelling = createBase64Url(PAYLOAD_BYTES + MAC_BYTES);
const firstSpelling = createBase64Url(FIRST_PAYLOAD_BYTES + MAC_BYTES);
const claimedSpelling = createBase64Url(CLAIMED_BYTES + MAC_BYTES);
/** By the number of characters. */
const SPELLINGS: ReadonlyMap<number, ReturnType<typeof createBase64Url>> = new Map(
  [spelling, firstSpelling, claimedSpelling].map((each) => [each.length, each]),
);
const TOKEN_VERSIONS = [0, 1, VERSION, CPA_VERSION, VERSION + CLAIMED, CPA_VERSION + CLAIMED];
/** How many bytes a payload of this version has in a token. */
const bytesInToken = (version: number): number | undefined =>
  version > CPA_VERSION && version <= CPA_VERSION + CLAIMED ? CLAIMED_BYTES : LENGTHS[version];

/** Whether a code stands there. It takes as long whatever differs: every byte is looked at, and nothing is decided before. */
function isSame(bytes: Uint8Array, from: number, code: Uint8Array): boolean {
  let difference = 0;
  for (let index = 0; index < MAC_BYTES; index += 1)
    difference |= (bytes[from + index] ?? 0) ^ (code[index] ?? 0);
  return difference === 0;
}

/** The first key signs, all of them verify. */
export function createTokenSigner(keys: readonly [TokenKey, ...TokenKey[]], random: RandomPool): TokenSigner {
  for (const key of keys) if (key.secret.length < 32) throw new Error('A token key needs at least 32 bytes');
  // A longer key counts as its hash (RFC 2104).
  const macOf = ({ secret }: TokenKey, bytes: number) =>
    createShortHmac(secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret, bytes);
  const macs = TOKEN_VERSIONS.map((version) => {
    const bytes = bytesInToken(version);
    return bytes !== undefined && new Map(keys.map((key) => [key.id, macOf(key, bytes)]));
  });
  const addressCodes = new Map(keys.map(({ id, secret }) => [id, createAddressCode(secret)]));
  const codeOf = (keyId: number, payload: Uint8Array, address: string, isPrivate: boolean) =>
    addressCodes.get(keyId)?.(payload, ID_AT, address, isPrivate) ?? 0;
  const signingId = keys[0].id;
  const signingMac = macOf(keys[0], PAYLOAD_BYTES);
  const claimedMac = macOf(keys[0], CLAIMED_BYTES);
  const signed = Buffer.alloc(PAYLOAD_BYTES + MAC_BYTES);
  const claimed = new Uint8Array(CLAIMED_BYTES + MAC_BYTES);
  const received = new Uint8Array(CLAIMED_BYTES + MAC_BYTES);
  const expected = new Uint8Array(MAC_BYTES);
  let named: { source: SourceCode; code: number } | null = null;

  /** Signs what `signed` holds as the decision for a visitor whom somebody has named. */
  function signClaimed(code: number): string {
    for (let index = 0; index < CODE_AT; index += 1) claimed[index] = signed[index] ?? 0;
    claimed[0] = (signed[0] ?? 0) + CLAIMED;
    for (let index = 0; index < CODE_BYTES; index += 1)
      claimed[CODE_AT + index] = code >>> (8 * (CODE_BYTES - 1 - index));
    claimed[CLAIMED_BYTES - 1] = signingId;
    claimedMac(claimed, claimed, CLAIMED_BYTES, MAC_BYTES);
    return claimedSpelling.encode(claimed);
  }

  /** What was received, as the journal keeps it, with the code beside it. */
  function readReceived(bytes: number): VerifiedToken {
    const isClaimed = bytes === CLAIMED_BYTES;
    const payload = Buffer.allocUnsafe(isClaimed ? PAYLOAD_BYTES : bytes);
    for (let index = 0; index < payload.length; index += 1) payload[index] = received[index] ?? 0;
    if (!isClaimed) return decodePayload(payload);
    payload[0] = (received[0] ?? 0) - CLAIMED;
    payload[CODE_AT] = received[CLAIMED_BYTES - 1] ?? 0;
    let addressCode = 0;
    for (let index = 0; index < CODE_BYTES; index += 1)
      addressCode = (addressCode << 8) | (received[CODE_AT + index] ?? 0);
    return { ...decodePayload(payload), addressCode };
  }
  let node = 0;
  return {
    setNode(number) {
      node = number;
    },
    begin(nowMs) {
      named = null;
      writeUuidV7(signed, 4, nowMs, random);
      if (node !== 0) {
        signed[10] = 0x70 | (node >>> 8);
        signed[11] = node & 255;
      }
      return random.pool.readUInt32LE(random.take(4));
    },
    decisionId: () => uuidText(signed, 4),
    name({ source, address }, isPrivate) {
      named = { source, code: codeOf(signingId, signed, address, isPrivate) };
    },
    match: ({ payload, addressCode, private: isPrivate }, address) =>
      matchCodes(addressCode, codeOf(payload[CODE_AT] ?? -1, payload, address, isPrivate)),
    sign(fields) {
      writeFields(signed, fields, signingId, named?.source ?? 0);
      if (named !== null) return signClaimed(named.code);
      signingMac(signed, signed, PAYLOAD_BYTES, MAC_BYTES);
      return spelling.encode(signed);
    },
    verify(text, kind, nowMs) {
      const { length } = text;
      if (!SPELLINGS.get(length)?.decode(text, received)) return FORGED;
      const version = received[0] ?? 0;
      const payloadBytes = bytesInToken(version);
      if (payloadBytes === undefined || charactersOf(payloadBytes) !== length) return FORGED;
      const versionMacs = macs[version];
      const mac = versionMacs ? versionMacs.get(received[payloadBytes - 1] ?? -1) : undefined;
      if (!mac) return FORGED;
      mac(received, expected, 0, MAC_BYTES);
      if (!isSame(received, payloadBytes, expected)) return FORGED;
      const token = readReceived(payloadBytes);
      if (token.decidedAtMs > nowMs + CLOCK_SKEW_MS) return FORGED;
      return { state: nowMs - token.decidedAtMs > EVENT_TTL_MS[kind] ? 'expired' : 'genuine', token };
    },
  };
}
