import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { parseUrl } from '@ezdash/contracts';
import { isPublic, networkOf } from './isPublic';
import { OutboundError, type OutboundTrouble } from './OutboundError';
import { createResolveName } from './resolveName';

export interface OutboundOptions {
  /** Networks that may be called although they are not public: development and tests. */
  allowed: readonly string[];
  /** Origins of this network's own pages, which may be called whatever address they have: a demo's property. */
  own?: readonly string[];
  /** Name servers in the place of the system's: `127.0.0.1:5353`. */
  nameServers?: readonly string[] | undefined;
  /** Name → addresses. By these name servers, unless told otherwise. */
  resolve?: (name: string, signal: AbortSignal) => Promise<string[]>;
}
export interface OutboundQuestion {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** For everything together, redirects included, in ms. */
  timeoutMs?: number;
  /** What is kept of the answer's body; the rest is not read. */
  mostBytes?: number;
  /** None unless said: then a redirect is the answer. */
  mostRedirects?: number;
}
export interface OutboundAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Where it ended. */
  url: string;
  /** Where it went through, the address asked for first. */
  hops: readonly string[];
  ms: number;
}
export interface Outbound {
  /**
   * Calls an address that a stranger named. Names are resolved here and each of their addresses is looked at; the call goes
   * to the very address that was looked at, so that no second answer of a name server leads inside. Redirects are followed
   * with the same care, and leave the headers and the body behind.
   * @throws OutboundError
   */
  ask: (url: string, question?: OutboundQuestion) => Promise<OutboundAnswer>;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 256 * 1_024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const TROUBLES: Readonly<Record<string, OutboundTrouble>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  ENODATA: 'name-unknown',
  ESERVFAIL: 'name-unknown',
  ETIMEOUT: 'name-unknown',
  EREFUSED: 'name-unknown',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
};
function troubleOf(error: unknown, signal: AbortSignal): OutboundTrouble {
  if (signal.aborted) return 'timed-out';
  const { code = '' }: { code?: unknown } = Object(error);
  const name = String(code);
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(name)) return 'tls';
  return TROUBLES[name] ?? 'broken';
}

/**
 * What is waited for, unless time is up: a name server may take minutes, and of a connection that ends in some unheard-of
 * way nobody might ever hear.
 */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

function parse(text: string, base?: string): URL {
  const url = parseUrl(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutboundError('not-http', text);
  // Another part of the same page is the same call.
  url.hash = '';
  return url;
}

type Once = Pick<OutboundAnswer, 'status' | 'headers' | 'body'>;

/** One call, to one address, without redirects. */
function callOnce(
  url: URL,
  address: string,
  { method = 'GET', headers = {}, body, mostBytes = MOST_BYTES }: OutboundQuestion,
  signal: AbortSignal,
): Promise<Once> {
  return new Promise((resolve, reject) => {
    const family = isIP(address);
    const call = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
        signal,
        // A connection that is kept could be another name's.
        agent: false,
        family,
        lookup: (_name, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      },
      (answer) => {
        const pieces: Buffer[] = [];
        let size = 0;
        const end = () => {
          const kept = Buffer.concat(pieces).subarray(0, mostBytes);
          const told = Object.entries(answer.headers).map(([name, value]) => [
            name,
            [value].flat().join(', '),
          ]);
          resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(told), body: kept });
        };
        answer.on('data', (piece: Buffer) => {
          pieces.push(piece);
          size += piece.length;
          if (size < mostBytes) return;
          end();
          answer.destroy();
        });
        answer.on('end', end);
        answer.on('error', reject);
      },
    );
    // An answer of 101. Without a listener node ends the connection without a word.
    call.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('upgrade'));
    });
    call.on('error', reject);
    call.end(body);
  });
}

export function createOutbound({
  allowed,
  own = [],
  nameServers,
  resolve = createResolveName({ servers: nameServers }),
}: OutboundOptions): Outbound {
  const networks = allowed.map(networkOf);

  /** The address to call. One that is not public among several refuses them all: the next answer may begin with it. */
  async function addressOf(url: URL, signal: AbortSignal): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await until(resolve(host, signal), signal);
    const [first] = addresses;
    if (first === undefined) throw new OutboundError('name-unknown', url.href);
    if (!own.includes(url.origin) && !addresses.every((each) => isPublic(each, networks)))
      throw new OutboundError('address-refused', url.href);
    return first;
  }

  async function answerOf(url: URL, question: OutboundQuestion, signal: AbortSignal): Promise<Once> {
    try {
      const address = await addressOf(url, signal);
      return await until(callOnce(url, address, question, signal), signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(troubleOf(error, signal), url.href, { cause: error });
    }
  }

  async function follow(question: OutboundQuestion, url: URL, hops: string[], signal: AbortSignal) {
    let asked = question;
    for (let at = url; ; ) {
      hops.push(at.href);
      const answer = await answerOf(at, asked, signal);
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined || question.mostRedirects === undefined)
        return { ...answer, url: at.href };
      at = parse(location, at.href);
      if (hops.includes(at.href)) throw new OutboundError('redirect-loop', at.href);
      if (hops.length > question.mostRedirects) throw new OutboundError('too-many-redirects', at.href);
      asked = { method: asked.method === 'HEAD' ? 'HEAD' : 'GET', mostBytes: question.mostBytes };
    }
  }

  return {
    async ask(url, question = {}) {
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(question.timeoutMs ?? TIMEOUT_MS);
      const hops: string[] = [];
      const answer = await follow(question, parse(url), hops, signal);
      return { ...answer, hops, ms: Math.round(performance.now() - startedAt) };
    },
  };
}
