import type { IncomingMessage } from 'node:http';
import { INVALID_REASONS } from '@ezdash/contracts';
import { readHeaders } from '../requestHeaders';
import { createUserAgents } from '../userAgent';
import { invalidByVisitor, type NetworkKinds, NO_KINDS } from './networkKind';

const VISITOR_REASONS = ['prefetch', 'bot', 'internal', 'data-centre'] as const;
/** Why nothing of such a visitor counts. */
export type VisitorReason = (typeof VISITOR_REASONS)[number];
export type VisitorTest = (
  req: Pick<IncomingMessage, 'rawHeaders' | 'method'>,
  address: string,
) => VisitorReason | null;

/**
 * The rules that judge events on arrival, for requests that others answer; null for people. `address` is the visitor's,
 * behind every proxy that is trusted.
 */
export function createVisitorTest(networks: NetworkKinds = NO_KINDS): VisitorTest {
  const userAgents = createUserAgents();
  return ({ rawHeaders, method }, address) => {
    const headers = readHeaders(rawHeaders);
    const { bot } = userAgents(headers.userAgent);
    const prefetch = method === 'HEAD' || headers.prefetch;
    const code = invalidByVisitor({ bot, prefetch, network: networks.of(address) });
    return VISITOR_REASONS.find((reason) => INVALID_REASONS[reason] === code) ?? null;
  };
}
