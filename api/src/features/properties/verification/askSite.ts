import { parseUrl, type VerificationOutcome } from '@ezdash/contracts';
import { type Outbound, type OutboundAnswer, OutboundError } from '../../../platform/outbound';
import { isLocal } from '../domain/lookalikes';

/** Where a site answered with a text, or why not. */
export type SiteAnswer =
  | { url: string; status: number; text: string; contentType: string; isCut: boolean }
  | { url: string; status: number | null; trouble: VerificationOutcome; seen: string | null };

const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const FAILURE = 400;
const HEADERS = {
  'User-Agent': 'Mozilla/5.0 (compatible; EzDashVerification/1.0)',
  Accept: 'text/html,text/plain;q=0.9,*/*;q=0.8',
  // What comes packed would have to be unpacked, and nobody knows how large it is then.
  'Accept-Encoding': 'identity',
};
/** Nothing that a page says: another way to the site is tried. */
const NO_ANSWER: ReadonlySet<VerificationOutcome> = new Set(['name-unknown', 'refused', 'tls', 'broken']);

/** The host, or with `www.` before it: the same site for everybody. */
const isSameSite = (domain: string, url: URL): boolean =>
  isLocal(domain) ? url.host === domain : url.hostname.replace(/^www\./, '') === domain;

/** By the byte order mark, or what the server says; UTF-8 otherwise. Null: an encoding that nobody knows. */
function decoded(body: Buffer, contentType: string): string | null {
  const mark =
    body[0] === 0xff && body[1] === 0xfe
      ? 'utf-16le'
      : body[0] === 0xfe && body[1] === 0xff
        ? 'utf-16be'
        : null;
  const said = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  try {
    const text = new TextDecoder(mark ?? said ?? 'utf-8').decode(body);
    // A text holds no zero bytes.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function readAnswer(answer: OutboundAnswer, url: string, mostBytes: number): SiteAnswer {
  const { status, headers, body } = answer;
  if (status >= FAILURE) return { url, status, trouble: 'status', seen: null };
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return { url, status, trouble: 'not-text', seen: encoding.slice(0, 40) };
  const contentType = headers['content-type'] ?? '';
  const isCut = body.length > mostBytes;
  const text = decoded(body.subarray(0, mostBytes), contentType);
  if (text === null || /^(image|audio|video|font)\/|zip|pdf/i.test(contentType))
    return { url, status, trouble: 'not-text', seen: contentType.slice(0, 80) || null };
  return { url, status, text, contentType, isCut };
}

/** Asks one address and follows it within the site; each hop is looked at before anybody is asked there. */
async function follow(
  outbound: Outbound,
  domain: string,
  from: string,
  mostBytes: number,
  endsAtMs: number,
): Promise<SiteAnswer> {
  const been = new Set<string>();
  for (let url = from; ; ) {
    been.add(url);
    const timeoutMs = Math.round(endsAtMs - performance.now());
    if (timeoutMs <= 0) return { url, status: null, trouble: 'timed-out', seen: null };
    // One byte more than is read tells that there was more.
    const answer = await outbound.ask(url, { headers: HEADERS, timeoutMs, mostBytes: mostBytes + 1 });
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) return readAnswer(answer, url, mostBytes);
    const next = parseUrl(location, url);
    const { status } = answer;
    const stop = (trouble: VerificationOutcome): SiteAnswer => ({
      url,
      status,
      trouble,
      seen: (next?.origin === 'null' ? next.href : (next?.origin ?? location)).slice(0, 200),
    });
    if (next === null || !/^https?:$/.test(next.protocol)) return stop('not-http');
    if (!isSameSite(domain, next)) return stop('redirected-elsewhere');
    next.hash = '';
    if (been.has(next.href)) return stop('redirect-loop');
    if (been.size > MOST_REDIRECTS) return stop('too-many-redirects');
    url = next.href;
  }
}

/**
 * A text of the site, at most `mostBytes` of it. By https; where nobody answers so by http, and where the bare name leads
 * nowhere with `www.`. Never rejects for what a site does.
 */
export async function askSite(
  outbound: Outbound,
  domain: string,
  path: string,
  mostBytes: number,
  timeoutMs = TIMEOUT_MS,
): Promise<SiteAnswer> {
  const endsAtMs = performance.now() + timeoutMs;
  const ways = isLocal(domain)
    ? [`http://${domain}${path}`]
    : [`https://${domain}${path}`, `http://${domain}${path}`, `https://www.${domain}${path}`];
  let first: SiteAnswer | null = null;
  for (const way of ways) {
    const answer = await follow(outbound, domain, way, mostBytes, endsAtMs).catch(
      (error: unknown): SiteAnswer => {
        if (!(error instanceof OutboundError)) throw error;
        return { url: error.url, status: null, trouble: error.code, seen: null };
      },
    );
    if (!('trouble' in answer) || !NO_ANSWER.has(answer.trouble)) return answer;
    first ??= answer;
  }
  // What was wrong with the first way is what its owner can mend.
  return first as SiteAnswer;
}
