import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { HTML5_FILE_TYPES } from '@ezdash/contracts';
import { sendError, sendMethodNotAllowed } from './httpAnswers';

const CREATIVE_NAME = /^([0-9a-f]{64})\.(png|jpe?g|gif|webp|svg|mp4)$/;
/** A file of an HTML5 bundle: no part of its path begins with a dot. */
const BUNDLE_NAME =
  /^([0-9a-f]{64})\/((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.([A-Za-z0-9]+))$/;
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
};
/** No creative may run anything, even when it is opened as a page of its own. */
const CREATIVE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/**
 * An HTML5 bundle runs in a frame without an origin, and may load what lies in it and nothing else: no page's data, no
 * form, no frame within. A click opens a page that is free again. No policy keeps a script from leading its own frame
 * elsewhere, in the sandbox still: that is for the review.
 */
const bundlePolicy = (folder: string) =>
  `default-src 'none'; script-src 'unsafe-inline' ${folder}; style-src 'unsafe-inline' ${folder}; img-src data: blob: ${folder}; font-src data: ${folder}; media-src data: blob: ${folder}; connect-src ${folder}; form-action 'none'; base-uri 'none'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`;
/** What a Host header may say to become part of a policy. A policy knows no addresses of IPv6. */
const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$/;
/** Where one tries things out, under more names than are set. */
const LOCAL = /^https?:\/\/localhost(?::\d+)?(?:\/|$)/;
const CACHE_BYTES = 64 * 1024 * 1024;
/** Larger files are streamed. */
const SMALL_BYTES = CACHE_BYTES / 16;
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

interface CreativeFile {
  /** Below the store's folder. */
  path: string;
  etag: string;
  type: string;
  policy: string;
}

function creativeFile(req: IncomingMessage, name: string, ownHost: string | null): CreativeFile | null {
  const [, sha256, extension = ''] = CREATIVE_NAME.exec(name) ?? [];
  if (sha256 !== undefined)
    return { path: name, etag: `"${sha256}"`, type: TYPES[extension] ?? '', policy: CREATIVE_POLICY };
  const [, folder, file = '', kind = ''] = BUNDLE_NAME.exec(name) ?? [];
  const type = Object.hasOwn(HTML5_FILE_TYPES, kind.toLowerCase()) && HTML5_FILE_TYPES[kind.toLowerCase()];
  if (folder === undefined || !type) return null;
  // A frame without an origin is not 'self' in every browser: the folder is named, under our host where we know it.
  const host = ownHost ?? req.headers.host ?? '';
  const own = HOST.test(host) ? `${host}/creatives/${folder}/` : "'self'";
  return {
    path: name,
    etag: `"${folder}-${Buffer.from(file).toString('base64url')}"`,
    type,
    policy: bundlePolicy(own),
  };
}

/** Of the file: all of it, or the part a player asked for. */
interface Answer {
  status: number;
  headers: string[];
  /** First and last byte; null without a body. */
  part: readonly [from: number, to: number] | null;
}

function answerOf(req: IncomingMessage, file: CreativeFile, size: number): Answer {
  const common = [
    ...crossOrigin,
    'content-type',
    file.type,
    'cache-control',
    'public, max-age=31536000, immutable',
    'content-security-policy',
    file.policy,
    'referrer-policy',
    'no-referrer',
    'accept-ranges',
    'bytes',
    'etag',
    file.etag,
  ];
  const range = file.type.startsWith('video/') ? rangeOf(req.headers.range, size) : null;
  if (req.headers['if-none-match'] === file.etag) return { status: 304, headers: common, part: null };
  if (range === 'beyond')
    return { status: 416, headers: [...common, 'content-range', `bytes */${size}`], part: null };
  const [from, to] = range ?? [0, size - 1];
  const headers = [...common, 'content-length', String(to - from + 1)];
  if (range !== null) headers.push('content-range', `bytes ${from}-${to}/${size}`);
  const hasBody = req.method === 'GET' && size > 0;
  return { status: range === null ? 200 : 206, headers, part: hasBody ? [from, to] : null };
}

/**
 * `/creatives/<sha256>.<extension>` and, of HTML5 bundles, `/creatives/<sha256>/<path>`: the name is the content's hash,
 * so an answer is good for ever. The hottest small files stay in memory; large ones are read as far as they are asked
 * for, as fast as the client takes them. `origin` is our own, where it is known.
 */
export function createCreativeFiles(dir: string, origin?: string) {
  const ownHost = origin === undefined || LOCAL.test(origin) ? null : new URL(origin).host;
  const cache = new Map<string, Buffer>();
  let cachedBytes = 0;
  /** Reads under way: whoever asks meanwhile waits for the same. */
  const reading = new Map<string, Promise<Buffer>>();

  function remember(name: string, bytes: Buffer): void {
    if (cache.has(name)) return;
    cache.set(name, bytes);
    cachedBytes += bytes.length;
    for (const [oldest, old] of cache) {
      if (cachedBytes <= CACHE_BYTES) break;
      cache.delete(oldest);
      cachedBytes -= old.length;
    }
  }

  async function read(name: string, path: string): Promise<Buffer> {
    try {
      const bytes = await readFile(path);
      remember(name, bytes);
      return bytes;
    } finally {
      reading.delete(name);
    }
  }

  function readOnce(name: string, path: string): Promise<Buffer> {
    const underWay = reading.get(name) ?? read(name, path);
    reading.set(name, underWay);
    return underWay;
  }

  async function answerFromDisk(req: IncomingMessage, res: ServerResponse, file: CreativeFile, name: string) {
    const path = join(dir, file.path);
    const info = await stat(path);
    if (!info.isFile()) throw new Error('This is a folder');
    const { status, headers, part } = answerOf(req, file, info.size);
    const bytes = part !== null && info.size <= SMALL_BYTES ? await readOnce(name, path) : null;
    res.writeHead(status, headers);
    if (part === null) res.end();
    else if (bytes !== null) res.end(bytes.subarray(part[0], part[1] + 1));
    // Whoever hangs up, or a disk that fails, ends both.
    else pipeline(createReadStream(path, { start: part[0], end: part[1] }), res, () => {});
  }

  return (req: IncomingMessage, res: ServerResponse, name: string): void => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      sendMethodNotAllowed(res, METHODS);
      return;
    }
    const file = creativeFile(req, name, ownHost);
    const missing = () => sendError(res, 404, 'NOT_FOUND', 'There is no such creative.');
    if (file === null) {
      missing();
      return;
    }
    const known = cache.get(name);
    if (known === undefined) {
      answerFromDisk(req, res, file, name).catch(() => {
        if (res.headersSent) res.destroy();
        else missing();
      });
      return;
    }
    const { status, headers, part } = answerOf(req, file, known.length);
    res.writeHead(status, headers);
    if (part === null) res.end();
    else res.end(known.subarray(part[0], part[1] + 1));
  };
}

/** The one range that a player asks for; null is everything, also for what is no range we know. */
function rangeOf(header: string | undefined, size: number): [number, number] | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from >= size || from > to ? 'beyond' : [from, to];
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
