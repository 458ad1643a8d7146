import { ADS_TXT_TROUBLES, type AdsTxtStatus, MOST_ADS_TXT_BYTES, parseUrl } from '@ezdash/contracts';
import { type Outbound, type OutboundAnswer, OutboundError } from '../../platform/outbound';
import { rootDomain } from '../../platform/rootDomain';

/** What came of asking for a file. */
export type FetchedAdsTxt =
  | { what: 'file'; text: string; url: string; isUtf8: boolean; hasContentType: boolean }
  | ({ what: Exclude<AdsTxtStatus, 'present' | 'wrong-relationship' | 'wrong-seller-id' | 'missing'> } & {
      url: string | null;
      httpStatus: number | null;
    });
export type FailedAdsTxt = Exclude<FetchedAdsTxt, { what: 'file' }>;

/** For one site's file, redirects and the second scheme included. */
const TIMEOUT_MS = 20_000;
const LEAST_TIMEOUT_MS = 50;
const MOST_HOPS = 10;
const OK = 200;
const GONE: ReadonlySet<number> = new Set([404, 410]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  'User-Agent': 'Mozilla/5.0 (compatible; AdsTxtCrawler/1.1)',
  Accept: 'text/plain',
  // What arrives is what counts against the size: nothing is unpacked.
  'Accept-Encoding': 'identity',
};

/** Bytes that tell another encoding, or none: UTF-16 and UTF-32 begin with a mark or have NUL bytes between the letters. */
const isBinary = (body: Buffer) =>
  body.includes(0) || (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);

/** A page that calls itself plain text, or says nothing of itself. */
const isPage = (text: string) => /^\uFEFF?\s*(<!doctype\b|<html\b|<\?xml\b|<head\b|<body\b|<!--)/i.test(text);

function fileOf({ body, headers, status, url }: OutboundAnswer): FetchedAdsTxt {
  const failed = (what: FailedAdsTxt['what']): FetchedAdsTxt => ({ what, url, httpStatus: status });
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'text/plain') return failed('not-text');
  if (encoding !== '' && encoding !== 'identity') return failed('wrong-encoding');
  if (body.length > MOST_ADS_TXT_BYTES) return failed('too-large');
  if (isBinary(body)) return failed('wrong-encoding');
  const text = body.toString('utf8');
  if (isPage(text)) return failed('not-text');
  const isUtf8 = Buffer.from(text, 'utf8').equals(body);
  return { what: 'file', text, url, isUtf8, hasContentType: type !== '' };
}

/** Asks one address, and goes where its redirects lead: within the root domain freely, to another domain once, at its end. */
async function follow(
  outbound: Outbound,
  first: string,
  root: string,
  endsAt: number,
): Promise<FetchedAdsTxt> {
  const seen = new Set<string>();
  let at = first;
  for (;;) {
    seen.add(at);
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, Math.floor(endsAt - performance.now()));
    const answer = await outbound.ask(at, {
      headers: HEADERS,
      timeoutMs,
      // One more than may be: what is cut off is seen.
      mostBytes: MOST_ADS_TXT_BYTES + 1,
    });
    const failed = (what: FailedAdsTxt['what']): FetchedAdsTxt => ({
      what,
      url: answer.url,
      httpStatus: answer.status,
    });
    if (answer.status === OK) return fileOf(answer);
    if (GONE.has(answer.status)) return failed('no-file');
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) return failed('http-error');
    const next = parseUrl(location, at);
    if (!next) return failed('http-error');
    next.hash = '';
    if (rootDomain(new URL(at).hostname) !== root) return failed('redirected-away');
    if (seen.has(next.href) || seen.size > MOST_HOPS) return failed('redirect-loop');
    at = next.href;
  }
}

async function ask(outbound: Outbound, url: string, root: string, endsAt: number): Promise<FetchedAdsTxt> {
  try {
    return await follow(outbound, url, root, endsAt);
  } catch (error) {
    if (error instanceof OutboundError) return { what: 'unreachable', url: null, httpStatus: null };
    throw error;
  }
}

/** Nothing was found out over https: over http there may be a file. */
const SAYS_NOTHING: ReadonlySet<FetchedAdsTxt['what']> = new Set(['unreachable', 'http-error', 'no-file']);

/**
 * The ads.txt of a host, as version 1.1 of the specification has it looked for (3.1): over https, and over http where that
 * has none. Never rejects for what a server does.
 */
export async function fetchAdsTxt(outbound: Outbound, host: string): Promise<FetchedAdsTxt> {
  const root = rootDomain(host.replace(/:\d+$/, ''));
  const endsAt = performance.now() + TIMEOUT_MS;
  const secure = await ask(outbound, `https://${host}/ads.txt`, root, endsAt - TIMEOUT_MS / 2);
  if (!SAYS_NOTHING.has(secure.what)) return secure;
  const plain = await ask(outbound, `http://${host}/ads.txt`, root, endsAt);
  if (plain.what === 'file') return plain;
  // What a site says by https weighs more: it has none, or its server is down, whatever stands in its place by http.
  const isHeard =
    secure.what === 'unreachable' || (secure.what === 'no-file' && !ADS_TXT_TROUBLES.has(plain.what));
  return isHeard ? plain : secure;
}
