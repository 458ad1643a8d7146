import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sendMethodNotAllowed } from './httpAnswers';

const METHODS = 'GET, HEAD';

/** For frames and pages that show a file and read nothing of it, also isolated ones (COEP). */
export const embeddable = [
  'timing-allow-origin',
  '*',
  'cross-origin-resource-policy',
  'cross-origin',
  'x-content-type-options',
  'nosniff',
];
/** For other people's pages. */
export const crossOrigin = ['access-control-allow-origin', '*', ...embeddable];

const wantsBody = (req: IncomingMessage) => req.method === 'GET';

function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer,
  etag: string,
  headers: readonly string[],
): void {
  const common = [...crossOrigin, ...headers, 'etag', etag];
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, common);
    res.end();
    return;
  }
  res.writeHead(200, [...common, 'content-length', String(bytes.length)]);
  if (wantsBody(req)) res.end(bytes);
  else res.end();
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** The address that stands in the tag for the network's own until it is served. */
const NO_NETWORK = 'https://network.invalid';
/** The tag of this network: a page may make it part of a file of its own, which says nothing of where it came from. */
export const withNetwork = (source: string, origin: string | undefined): string =>
  origin === undefined ? source : source.replaceAll(NO_NETWORK, origin);

/** `/tag.js`, compressed once; an hour in caches, then asked again by its ETag. */
export function createTagFile(source: string) {
  const plain = Buffer.from(source);
  const variants = { br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }), identity: plain };
  const hash = hashOf(plain);
  return (req: IncomingMessage, res: ServerResponse): void => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      sendMethodNotAllowed(res, METHODS);
      return;
    }
    const accepted = String(req.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    sendFile(req, res, variants[encoding], `"${hash}-${encoding}"`, [
      'content-type',
      'text/javascript; charset=utf-8',
      'cache-control',
      'public, max-age=3600, stale-while-revalidate=86400',
      'vary',
      'accept-encoding',
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ]);
  };
}

/** No page stands there, and whoever asks counts as a visitor. The public pages stay open. */
const CLOSED_TO_CRAWLERS = ['/e/', '/serve', '/vast/', '/frame/', '/passback/', '/house/'];
const ROBOTS = Buffer.from(
  `User-agent: *\n${CLOSED_TO_CRAWLERS.map((path) => `Disallow: ${path}\n`).join('')}`,
);
const ROBOTS_TAG = `"${hashOf(ROBOTS)}"`;

/** `/robots.txt` of the app's host and of the creatives'. */
export function sendRobots(req: IncomingMessage, res: ServerResponse) {
  if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, METHODS);
  sendFile(req, res, ROBOTS, ROBOTS_TAG, [
    'content-type',
    'text/plain; charset=utf-8',
    'cache-control',
    'public, max-age=3600',
  ]);
}
