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
