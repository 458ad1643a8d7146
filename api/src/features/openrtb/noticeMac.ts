import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/auth';
import type { NoticeKind } from './createNotices';

/** 128 bits, as a token has. */
const MAC_BYTES = 16;

export interface NoticeMacs {
  /** 22 characters that go with a notice of this kind about this token. */
  of(kind: NoticeKind, token: string): string;
  /** Takes the same time whatever was given. */
  fits(kind: NoticeKind, token: string, given: string): boolean;
}

/**
 * What proves that a notice comes from whoever got the bid: the token alone stands in the markup, and anybody gets
 * tokens from `/serve`. The same on every node, since the key is derived from the server's secret.
 */
export function createNoticeMacs(secret: string): NoticeMacs {
  const key = deriveKey(secret, 'openrtb notices');
  const macOf = (kind: NoticeKind, token: string) =>
    createHmac('sha256', key).update(`${kind} ${token}`).digest().subarray(0, MAC_BYTES);
  return {
    of: (kind, token) => macOf(kind, token).toString('base64url'),
    fits(kind, token, given) {
      const bytes = Buffer.from(given, 'base64url');
      return bytes.length === MAC_BYTES && timingSafeEqual(bytes, macOf(kind, token));
    },
  };
}
