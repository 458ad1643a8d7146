import { type EventKind, PRICING_CODES } from '@ezdash/contracts';
import type { VerifiedToken } from './token';

/** CPM pays for the impression, CPC for the click; the conversion that CPA pays for is no event of a token. */
export function isBillable(kind: EventKind, token: VerifiedToken): boolean {
  if (token.pricing === PRICING_CODES.CPM) return kind === 'impression';
  return token.pricing === PRICING_CODES.CPC && kind === 'click';
}
