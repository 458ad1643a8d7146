/** What a look at a landing page may find. Stored: only add. */
export const LANDING_OUTCOMES = [
  'ok',
  /** It answers, but not by https at its end. */
  'not-https',
  /** It answers with a status of failure. */
  'status',
  'not-http',
  'name-unknown',
  /** A private or reserved address: no request went there. */
  'address-refused',
  'timed-out',
  'refused',
  'tls',
  'too-many-redirects',
  'redirect-loop',
  'broken',
] as const;

/** Whether people get to a page by it. */
export const reachesPage = (outcome: (typeof LANDING_OUTCOMES)[number]): boolean =>
  outcome === 'ok' || outcome === 'not-https';

/** Files that arrive in parts. */
export const UPLOADS = {
  /** Of one part. */
  chunkBytes: 512 * 1024,
  /** Of one account, at a time. */
  mostOpen: 10,
  /** Then what never ended is thrown away. */
  keptMs: 86_400_000,
} as const;
