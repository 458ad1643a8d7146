import { hash } from 'node:crypto';
import { CLAIM_CONFIRMED, CLAIM_SOURCES } from '@ezdash/contracts';
import { createShortHmac } from './shortHmac';
import { CROWD, HOME, NETWORK_BYTES, writeNetwork } from './traffic/addressNetwork';

/** A code of CLAIM_SOURCES; 0: the visitor's own browser asked and reported. */
export type SourceCode = 0 | (typeof CLAIM_SOURCES)[keyof typeof CLAIM_SOURCES];

/** A visitor whom somebody else names: who, and under which address. */
export interface NamedVisitor {
  source: SourceCode;
  /** Empty when nobody says. */
  address: string;
}

/** Whether an event comes from the address that its decision named; `unknown` where that cannot be told. */
export type AddressMatch = 'same' | 'other' | 'unknown';

const ID_BYTES = 16;
const CODE_BYTES = 3;
const CODE_MASK = 0x3fffff;
const FAMILY_SHIFT = 22;
/** Of a code: which family it is of, so that an address of the other one is not taken for somebody else's. */
const FAMILIES = { 0: 0, 4: 1, 6: 2 } as const;

/**
 * The address of a named visitor as 24 bits that fit the decision alone: a family, and 22 bits of an HMAC over the
 * decision's id and the address (the /64 of IPv6; for who asks not to be followed the network around it). Whoever holds
 * the token can neither read the address nor see that two decisions named the same one. 0 is no public address.
 */
export function createAddressCode(secret: Buffer) {
  const key = hash('sha256', Buffer.concat([Buffer.from('named visitor'), secret]), 'buffer');
  const hmac = createShortHmac(key, ID_BYTES + NETWORK_BYTES);
  const message = new Uint8Array(ID_BYTES + NETWORK_BYTES);
  const code = new Uint8Array(CODE_BYTES);
  return (payload: Uint8Array, idAt: number, address: string, isPrivate: boolean): number => {
    const family = writeNetwork(address, isPrivate ? CROWD : HOME, message, ID_BYTES);
    if (family === 0) return 0;
    for (let index = 0; index < ID_BYTES; index += 1) message[index] = payload[idAt + index] ?? 0;
    hmac(message, code, 0, CODE_BYTES);
    const bits = (((code[0] ?? 0) << 16) | ((code[1] ?? 0) << 8) | (code[2] ?? 0)) & CODE_MASK;
    return (FAMILIES[family] << FAMILY_SHIFT) | bits;
  };
}

/** Compares two codes of one decision. An address of the other family says nothing: many homes have both. */
export function matchCodes(named: number, found: number): AddressMatch {
  const isComparable = named !== 0 && found !== 0 && named >>> FAMILY_SHIFT === found >>> FAMILY_SHIFT;
  if (!isComparable) return 'unknown';
  return named === found ? 'same' : 'other';
}

/** A player may ask through another proxy than it reports through; a payee has said where its visitor is. */
export const isElsewhere = (source: SourceCode, match: AddressMatch): boolean =>
  match === 'other' && source !== CLAIM_SOURCES.player;

/** Whose word an event is: who named its visitor, or reports it with a key. 0: the visitor's own browser's. */
export function claimOf(source: SourceCode, event: { reporter?: string }, match: AddressMatch): number {
  if (event.reporter !== undefined) return source || CLAIM_SOURCES.key;
  return source !== 0 && match === 'same' ? source | CLAIM_CONFIRMED : source;
}
