import { parseUrl } from './parseUrl';

/** An account's properties that are not archived, or were in the last 30 days (`CAMPAIGNS.archivedDays`). */
export const PROPERTIES_MOST = 1_000;

/** How a publisher shows that a site is theirs. Stored: only add. */
export const VERIFICATION_METHODS = ['meta', 'file', 'dns'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** Before the token in a file and in a TXT record, and the name of the meta element; never another one. */
export const VERIFICATION_NAME = 'ezdash-verification';
/** Where the file lies on the site. */
export const VERIFICATION_PATH = '/.well-known/ezdash-verification.txt';
/** The name beside the domain's own whose TXT records are read. */
export const VERIFICATION_DNS_LABEL = '_ezdash';

/** What a look for the token may find. Stored: only add. */
export const VERIFICATION_OUTCOMES = [
  'found',
  'name-unknown',
  /** A private or reserved address: no request went there. */
  'address-refused',
  'timed-out',
  'refused',
  'tls',
  'broken',
  'redirect-loop',
  'too-many-redirects',
  /** To another host than the property's. */
  'redirected-elsewhere',
  'not-http',
  /** It answers with a status of failure. */
  'status',
  'too-large',
  /** In place of text a picture, an archive, or an encoding that nobody knows. */
  'not-text',
  /** A page where a file of text should be, as many sites answer to what they do not have. */
  'page-instead',
  'token-missing',
  /** The element stands in the body, where what visitors write may stand too. */
  'outside-head',
  'other-token',
  /** The name is there and its value is no token. */
  'wrong-content',
  /** Found, but the domain is verified for another publisher. */
  'taken',
] as const;
export type VerificationOutcome = (typeof VERIFICATION_OUTCOMES)[number];

const MOST_DOMAIN = 253;
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const TOP = '[a-z]([a-z0-9-]{0,61}[a-z0-9])?';
/** A name with a dot in it, or this machine for the demo's own site. */
export const DOMAIN_PATTERN = new RegExp(`^(localhost|(${LABEL}\\.)+${TOP})(:\\d{1,5})?$`);

/**
 * What people paste (`https://www.München.example:443/news`) as the domain it names: in lower case and ASCII (punycode),
 * without scheme, `www.`, port, path and dot at the end; null when it names none. Of `localhost` the port is kept.
 */
export function normalDomain(text: string): string | null {
  const given = text.trim();
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/\.$/, '').replace(/^(www\.)+(?=.+\.)/, '');
  const domain = host === 'localhost' ? url.host.replace(/^localhost\./, 'localhost') : host;
  return domain.length <= MOST_DOMAIN && DOMAIN_PATTERN.test(domain) ? domain : null;
}
