import type { JsonSchema } from '../../../api/src/testing/fuzz/arbitraryOf';

/** What the bench's processes tell each other. */

/** A route of the server that takes a body. */
export interface TakingRoute {
  method: string;
  path: string;
  /** More than the usual JSON. */
  takesBytes: boolean;
  /** Of its JSON; null where it takes bytes alone. */
  schema: JsonSchema | null;
}
export interface FromServer {
  say: 'listening';
  port: number;
  routes: TakingRoute[];
}

export interface ToAds {
  port: number;
  durationMs: number;
  perSecond: number;
  /** Addresses in turn. */
  paths: string[];
}
export interface FromAds {
  /** Milliseconds from when each was due until its answer was there; no order. */
  latencies: number[];
  /** Broken off, refused, or without an answer for long. */
  unanswered: number;
  /** With an ad in it. */
  filled: number;
  /** Answered, but under way while the machine itself stood still: not in `latencies`. */
  leftOut: number;
}

/** One call, as it is sent over and over. */
export interface Hostile {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}
export interface ToAttack {
  port: number;
  durationMs: number;
  calls: Hostile[];
}
export interface FromAttack {
  /** Status → how often; 0 where the connection was cut. */
  statuses: Record<number, number>;
}
