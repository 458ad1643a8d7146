import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sendError, sendMethodNotAllowed } from './httpAnswers';

const CREATIVE_NAME = /^([0-9a-f]{64})\.(png|jpe?g|gif|webp|svg)$/;
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
/** No creative may run anything, even when it is opened as a page of its own. */
const CREATIVE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const CACHE_BYTES = 64 * 1024 * 1024;
const METHODS = 'GET, HEAD';

const crossOrigin = [
  'access-control-allow-origin',
  '*',
  'timing-allow-origin',
  '*',
  'cross-origin-resource-policy',
  'cross-origin',
  'x-content-type-options',
  'nosniff',
];

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

/**
 * `/creatives/<sha256>.<extension>`: the name is the content's hash, so an answer is good for ever. The hottest images
 * stay in memory.
 */
export function createCreativeFiles(dir: string) {
  const cache = new Map<string, Buffer>();
  let cachedBytes = 0;

  function remember(name: string, bytes: Buffer): void {
    if (bytes.length > CACHE_BYTES / 16 || cache.has(name)) return;
    cache.set(name, bytes);
    cachedBytes += bytes.length;
    for (const [oldest, old] of cache) {
      if (cachedBytes <= CACHE_BYTES) break;
      cache.delete(oldest);
      cachedBytes -= old.length;
    }
  }

  return (req: IncomingMessage, res: ServerResponse, name: string): void => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      sendMethodNotAllowed(res, METHODS);
      return;
    }
    const [, sha256 = '', extension = ''] = CREATIVE_NAME.exec(name) ?? [];
    if (sha256 === '') {
      sendError(res, 404, 'NOT_FOUND', 'There is no such creative.');
      return;
    }
    const send = (bytes: Buffer) =>
      sendFile(req, res, bytes, `"${sha256}"`, [
        'content-type',
        TYPES[extension] ?? 'application/octet-stream',
        'cache-control',
        'public, max-age=31536000, immutable',
        'content-security-policy',
        CREATIVE_POLICY,
      ]);
    const known = cache.get(name);
    if (known) {
      send(known);
      return;
    }
    readFile(join(dir, name)).then(
      (bytes) => {
        remember(name, bytes);
        send(bytes);
      },
      () => sendError(res, 404, 'NOT_FOUND', 'There is no such creative.'),
    );
  };
}

/** `/tag.js`, compressed once; an hour in caches, then asked again by its ETag. */
export function createTagFile(source: string) {
  const plain = Buffer.from(source);
  const variants = { br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }), identity: plain };
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
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
