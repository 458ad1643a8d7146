import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { parseUrl } from '@ezdash/contracts';
import { addressesOf, type FoundAddress } from './addressesOf';
import { isLoopback, isPublicAddress } from './publicAddress';

/** Why a call failed; the page has words for each. */
export const CALL_ERRORS = [
  /** The address itself is none that may be called. */
  'address',
  /** Its name leads to no host. */
  'unknown-host',
  /** It leads to a network that is not the public internet. */
  'not-public',
  'timeout',
  'unreachable',
  /** The certificate is not one of the host's. */
  'certificate',
  'redirect',
  /** Answered with something else than 2xx. */
  'status',
] as const;
export type CallError = (typeof CALL_ERRORS)[number];

export interface CallOutcome {
  ok: boolean;
  status: number | null;
  error: CallError | null;
  durationMs: number;
}

export interface CallOptions {
  /** Only in development and tests: addresses of this machine too, there also without https. */
  allowLocal: boolean;
  timeoutMs?: number;
  /** For tests of what names lead to. */
  resolve?(hostname: string): Promise<FoundAddress[]>;
  /** For tests: who signs certificates, in place of the usual ones. */
  ca?: string;
  signal?: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const HTTPS_PORT = 443;
/** Below it are other services than web servers: nobody is to make us speak to them. */
const FIRST_FREE_PORT = 1_024;

class Refused extends Error {
  constructor(readonly reason: CallError) {
    super(reason);
  }
}

const bareHost = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** The address if it may be called at all; null otherwise. Where its name leads to is another question. */
export function parseAddress(text: string, { allowLocal }: Pick<CallOptions, 'allowLocal'>): URL | null {
  const url = parseUrl(text);
  if (url === null) return null;
  if (url.username !== '' || url.password !== '') return null;
  const host = bareHost(url);
  const isLocal = allowLocal && (host === 'localhost' || isLoopback(host));
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return null;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  return port === HTTPS_PORT || port >= FIRST_FREE_PORT ? url : null;
}

/** Of this machine, which no name server knows. */
const ownAddresses = (hostname: string) => lookup(hostname, { all: true });

/** All that a name leads to must be open to us: of several addresses one alone would do for an attack. */
async function findHost(url: URL, options: CallOptions): Promise<FoundAddress> {
  const host = bareHost(url);
  const { allowLocal, resolve = allowLocal && host === 'localhost' ? ownAddresses : addressesOf } = options;
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host).catch(() => {
        throw new Refused('unknown-host');
      });
  const [first] = found;
  if (!first) throw new Refused('unknown-host');
  const isOpen = (address: string) => isPublicAddress(address) || (allowLocal && isLoopback(address));
  if (!found.every(({ address }) => isOpen(address))) throw new Refused('not-public');
  return first;
}

/** Every connection goes to the address that was looked at: asked a second time, the name might lead elsewhere. */
const pinnedTo =
  ({ address, family }: FoundAddress): LookupFunction =>
  (_hostname, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|SSL/;

function reasonOf(error: unknown): CallError {
  if (error instanceof Refused) return error.reason;
  const { name, code = '' } = error as { name?: string; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  return CERTIFICATE.test(String(code)) ? 'certificate' : 'unreachable';
}

function send(
  url: URL,
  host: FoundAddress,
  { headers, body }: { headers: Record<string, string>; body: string },
  { signal, ca }: { signal: AbortSignal; ca: string | undefined },
): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own: a kept one might have been opened for another address.
      agent: false,
      lookup: pinnedTo(host),
      signal,
      ...(ca !== undefined && { ca }),
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      // What it says beyond the status is of no use, however long it goes on.
      answer.on('error', () => {});
      answer.destroy();
    });
    call.end(body);
  });
}

const rejected = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * One POST to an address that somebody else chose: https alone, no redirects, only hosts of the public internet, by the
 * address that was checked, within ten seconds for all of it. Never throws.
 */
export async function callAddress(
  address: string,
  call: { headers: Record<string, string>; body: string },
  options: CallOptions,
): Promise<CallOutcome> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  const end = (status: number | null, error: CallError | null): CallOutcome => ({
    ok: error === null,
    status,
    error,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const url = parseAddress(address, options);
    if (!url) throw new Refused('address');
    // Names are looked up by a call that cannot be ended: what takes too long is left behind.
    const host = await Promise.race([findHost(url, options), rejected(signal)]);
    const status = await send(url, host, call, { signal, ca: options.ca });
    if (status >= 200 && status < 300) return end(status, null);
    return end(status, status >= 300 && status < 400 ? 'redirect' : 'status');
  } catch (error) {
    return end(null, reasonOf(error));
  }
}

/** Whether it could be called: null, or why not. */
export async function checkAddress(address: string, options: CallOptions): Promise<CallError | null> {
  const url = parseAddress(address, options);
  if (!url) return 'address';
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    await Promise.race([findHost(url, options), rejected(limit)]);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
