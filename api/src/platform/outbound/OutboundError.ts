export type OutboundTrouble =
  /** Not http or https, or with a user name in it. */
  | 'not-http'
  | 'name-unknown'
  /** A private or reserved address: no byte went there. */
  | 'address-refused'
  | 'timed-out'
  /** Nobody listens. */
  | 'refused'
  /** A certificate that does not hold. */
  | 'tls'
  | 'too-many-redirects'
  | 'redirect-loop'
  /** The connection ended before the answer did, or what came is no HTTP. */
  | 'broken';

/** Why somebody else's server gave no answer. An answer with a status of failure is none of these. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly code: OutboundTrouble,
    /** The address at which it went wrong: a redirect's, not always the one asked for. */
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${url}`, options);
  }
}
