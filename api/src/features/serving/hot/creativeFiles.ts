import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { HTML5_FILE_TYPES } from '@ezdash/contracts';
import type { AskedFile, CreativeAddresses } from '../../creatives';
import { type BundlePolicy, createBundlePolicy, IMAGE_POLICY } from './creativePolicy';
import type { FileStanding } from './fileStanding';
import { sendEmpty, sendError, sendMethodNotAllowed } from './httpAnswers';
import { crossOrigin, embeddable } from './staticFiles';

const CREATIVE_NAME = /^[0-9a-f]{64}\.(png|jpe?g|gif|webp|svg|mp4)$/;
/** A file of an HTML5 bundle: no part of its path begins with a dot. */
const BUNDLE_NAME = /^[0-9a-f]{64}(?:\/(?!\.)[^/\\\0]+)+\.([A-Za-z0-9]+)$/;
const HASH_LENGTH = 64;
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
};
const PAGE_TYPE = HTML5_FILE_TYPES.html ?? '';
const SVG_TYPE = TYPES.svg;
/** Out of every cache within ten minutes of a take-down; asked for again by the ETag (docs/adr/0040). */
const PUBLIC_CACHE = 'public, max-age=300, stale-while-revalidate=300';
const PREVIEW_CACHE = 'private, max-age=300';
/**
 * Browsers that don't say where a page opens (older ones, and all over plain http beyond the machine) decide for
 * themselves, before anything of the page runs.
 */
export const FRAMES_ONLY = Buffer.from(
  '<!doctype html><script>if(self===top){stop();document.documentElement.remove()}</script>',
);
const CACHE_BYTES = 64 * 1024 * 1024;
/** Larger files are streamed. */
const SMALL_BYTES = CACHE_BYTES / 16;
const METHODS = 'GET, HEAD';
/** Loads of one file, or of all of a bundle, by previews in an hour; its owner and its reviewers need some dozens. */
const MOST_PREVIEWS = 2_000;
const HOUR_MS = 3_600_000;

export interface CreativeFilesOptions {
  /** Where the files lie. */
  dir: string;
  addresses: CreativeAddresses;
  /** By content hash; asks no database. */
  standingOf: (hash: string) => FileStanding;
  /** False until it is known which files are public. */
  ready: () => boolean;
  mostPreviews?: number;
}

interface CreativeFile {
  /** In the store. */
  name: string;
  type: string;
  /** Of a bundle, or a drawing that a browser opens as a document: for frames and pages alone. */
  embedded: boolean;
  policy: string;
  cache: string;
  /** Of a bundle that is not approved: for the frame that previews it alone, or any upload would be a script's free host. */
  isPart: boolean;
  /** Stands in front of the file's bytes. */
  head: Buffer | null;
}

/** What a file is called by and what it is; null for what is no creative's. */
function typeOf(name: string): string | null {
  const [, image] = CREATIVE_NAME.exec(name) ?? [];
  if (image !== undefined) return TYPES[image] ?? null;
  const kind = BUNDLE_NAME.exec(name)?.[1]?.toLowerCase();
  return kind !== undefined && Object.hasOwn(HTML5_FILE_TYPES, kind)
    ? (HTML5_FILE_TYPES[kind] ?? null)
    : null;
}

/** Of the file: all of it, or the part a player asked for. */
interface Answer {
  status: number;
  headers: string[];
  /** First and last byte; null without a body. */
  part: readonly [from: number, to: number] | null;
}

/** A frame without an origin calls itself `null`, and reads fonts, modules and data of its own folder. */
const partHeaders = (req: IncomingMessage): string[] =>
  req.headers.origin === 'null' ? ['access-control-allow-origin', 'null', ...embeddable] : embeddable;

function answerOf(req: IncomingMessage, file: CreativeFile, size: number): Answer {
  const hash = file.name.slice(0, HASH_LENGTH);
  // Pages of bundles are written anew when their click tag changes (renewBundles): the size tells them apart.
  const rest = Buffer.from(`${file.name.slice(HASH_LENGTH + 1)} ${size}`).toString('base64url');
  const etag = file.name.charAt(HASH_LENGTH) === '/' ? `"${hash}-${rest}"` : `"${hash}"`;
  const common = [
    ...(file.isPart ? partHeaders(req) : crossOrigin),
    'cross-origin-embedder-policy',
    'require-corp',
    'content-type',
    file.type,
    'cache-control',
    file.cache,
    'content-security-policy',
    file.policy,
    'referrer-policy',
    'no-referrer',
    'accept-ranges',
    'bytes',
    'etag',
    etag,
    ...(file.embedded ? ['vary', file.isPart ? 'sec-fetch-dest, origin' : 'sec-fetch-dest'] : []),
  ];
  const range = file.type.startsWith('video/') ? rangeOf(req.headers.range, size) : null;
  if (req.headers['if-none-match'] === etag) return { status: 304, headers: common, part: null };
  if (range === 'beyond')
    return { status: 416, headers: [...common, 'content-range', `bytes */${size}`], part: null };
  const [from, to] = range ?? [0, size - 1];
  const headers = [...common, 'content-length', String(to - from + 1)];
  if (range !== null) headers.push('content-range', `bytes ${from}-${to}/${size}`);
  const hasBody = req.method === 'GET' && size > 0;
  return { status: range === null ? 200 : 206, headers, part: hasBody ? [from, to] : null };
}

/** The one range that a player asks for; null is everything, also for what is no range we know. */
function rangeOf(header: string | undefined, size: number): [number, number] | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from >= size || from > to ? 'beyond' : [from, to];
}

/** Whole files of the store: the hottest small ones stay in memory, and one that is being read is read once. */
function createReader() {
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

  async function read({ name, type }: CreativeFile, path: string): Promise<Buffer> {
    try {
      const bytes = await readFile(path);
      // Pages are written anew.
      if (type !== PAGE_TYPE) remember(name, bytes);
      return bytes;
    } finally {
      reading.delete(name);
    }
  }

  return {
    known: (name: string) => cache.get(name),
    readOnce(file: CreativeFile, path: string): Promise<Buffer> {
      const underWay = reading.get(file.name) ?? read(file, path);
      reading.set(file.name, underWay);
      return underWay;
    },
  };
}

function sendBytes(req: IncomingMessage, res: ServerResponse, file: CreativeFile, bytes: Buffer): void {
  const { status, headers, part } = answerOf(req, file, bytes.length);
  res.writeHead(status, headers);
  res.end(part === null ? undefined : bytes.subarray(part[0], part[1] + 1));
}

const missing = (res: ServerResponse) => sendError(res, 404, 'NOT_FOUND', 'There is no such creative.');

const isSigned = (signature: AskedFile['signature']) => signature === 'preview' || signature === 'review';

/**
 * Answers a file that its asker may not have, and says so. What was stopped is gone for its owner, too, whose signed
 * address could go on serving it to anybody.
 */
function refuse(res: ServerResponse, standing: FileStanding, signature: AskedFile['signature']): boolean {
  if (signature === 'review' || standing === 'approved') return false;
  if (standing === 'stopped') sendError(res, 410, 'AD_STOPPED', 'This ad was stopped.');
  else if (signature === 'preview') return false;
  else if (signature === 'ended')
    sendError(res, 403, 'PREVIEW_ENDED', 'This preview has expired. Reload the page it was on.');
  else missing(res);
  return true;
}

/** Counts loads by what they are of, each hour anew; false beyond the limit. */
function createHourlyLimit(most: number): (key: string) => boolean {
  const counts = new Map<string, number>();
  let hour = 0;
  return (key) => {
    const current = Math.floor(Date.now() / HOUR_MS);
    if (current !== hour) counts.clear();
    hour = current;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
}

/**
 * Files of creatives, on the host of their own: `/creatives/<sha256>.<extension>` and, of HTML5 bundles,
 * `/creatives/<sha256>/<path>`, for everybody once they are approved; behind a signature before. Large ones are read as
 * far as they are asked for, as fast as the client takes them.
 */
export function createCreativeFiles(options: CreativeFilesOptions) {
  const { dir, addresses, standingOf, ready, mostPreviews = MOST_PREVIEWS } = options;
  const mayPreview = createHourlyLimit(mostPreviews);
  const policy: BundlePolicy = createBundlePolicy(addresses.origin, addresses.appOrigin);
  const { known, readOnce } = createReader();

  function describe(
    req: IncomingMessage,
    path: string,
    { file: name, signature }: AskedFile,
  ): CreativeFile | null {
    const type = typeOf(name);
    if (type === null) return null;
    const isBundle = name.charAt(HASH_LENGTH) === '/';
    const isPreview = isSigned(signature);
    const folder = path.slice(0, path.indexOf(name.slice(0, HASH_LENGTH)) + HASH_LENGTH + 1);
    return {
      name,
      type,
      embedded: isBundle || type === SVG_TYPE,
      // A drawing is a picture: it runs nothing, whoever opens it.
      policy: isBundle && type !== SVG_TYPE ? policy.policyOf(req, folder, isPreview) : IMAGE_POLICY,
      cache: isPreview ? PREVIEW_CACHE : PUBLIC_CACHE,
      isPart: isBundle && isPreview && standingOf(name.slice(0, HASH_LENGTH)) !== 'approved',
      head: type === PAGE_TYPE && req.headers['sec-fetch-dest'] === undefined ? FRAMES_ONLY : null,
    };
  }

  /** A preview is for the pages of the app, however often its address is signed anew. */
  function refusePreview(
    req: IncomingMessage,
    res: ServerResponse,
    file: CreativeFile,
    signature: AskedFile['signature'],
  ): boolean {
    const hash = file.name.slice(0, HASH_LENGTH);
    if (standingOf(hash) === 'approved') return false;
    const isHere = file.isPart ? policy.isOwnPart(req, file.type === PAGE_TYPE) : policy.isShownHere(req);
    if (!isHere)
      sendError(res, 403, 'PREVIEW_ELSEWHERE', 'A preview is shown on the pages of this network alone.');
    // Whoever uploads the same bytes uses up no reviewer's loads.
    else if (!mayPreview(`${signature} ${hash}`))
      sendError(res, 429, 'TOO_MANY_PREVIEWS', 'This file was previewed too often. Try again in an hour.', [
        'retry-after',
        '3600',
      ]);
    else return false;
    return true;
  }

  async function answerFromDisk(req: IncomingMessage, res: ServerResponse, file: CreativeFile) {
    const path = join(dir, file.name);
    const info = await stat(path);
    if (!info.isFile()) throw new Error('This is a folder');
    if (info.size <= SMALL_BYTES) {
      const bytes = await readOnce(file, path);
      return sendBytes(req, res, file, file.head ? Buffer.concat([file.head, bytes]) : bytes);
    }
    const { status, headers, part } = answerOf(req, file, info.size);
    res.writeHead(status, headers);
    if (part === null) res.end();
    // Whoever hangs up, or a disk that fails, ends both.
    else pipeline(createReadStream(path, { start: part[0], end: part[1] }), res, () => {});
  }

  function send(req: IncomingMessage, res: ServerResponse, file: CreativeFile) {
    const bytes = known(file.name);
    if (bytes !== undefined) return sendBytes(req, res, file, bytes);
    answerFromDisk(req, res, file).catch(() => {
      if (res.headersSent) res.destroy();
      else missing(res);
    });
  }

  return (req: IncomingMessage, res: ServerResponse, url: string) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, METHODS);
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const asked = addresses.parsePath(path);
    const file = asked && describe(req, path, asked);
    if (!asked || !file) return missing(res);
    if (!ready())
      return sendError(res, 503, 'NOT_READY', 'Creatives cannot be loaded right now.', ['retry-after', '1']);
    if (refuse(res, standingOf(file.name.slice(0, HASH_LENGTH)), asked.signature)) return;
    if (isSigned(asked.signature) && refusePreview(req, res, file, asked.signature)) return;
    if (file.embedded && req.headers['sec-fetch-dest'] === 'document')
      return sendError(res, 403, 'FRAMES_ONLY', 'This is shown in frames alone.', ['vary', 'sec-fetch-dest']);
    const click = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).get('clickTag');
    // The ad is shown, and leads nowhere.
    if (click !== null && file.type === PAGE_TYPE && !policy.isOwnClick(req, click))
      return sendEmpty(res, 302, ['location', path, 'cross-origin-resource-policy', 'cross-origin']);
    send(req, res, file);
  };
}

export const CREATIVE_PATH = '/creatives/';

/**
 * The app's own host has no creatives. Pages that were given an address there before the creatives had a host of their
 * own are led on, for this release alone.
 */
export function sendMovedCreative(
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
  origin: string | undefined,
) {
  if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, METHODS);
  const [path = ''] = url.split('?', 1);
  if (origin === undefined || typeOf(path.slice(CREATIVE_PATH.length)) === null) return missing(res);
  res.writeHead(308, [
    ...crossOrigin,
    'location',
    `${origin}${url}`,
    'cache-control',
    'public, max-age=300',
    'content-length',
    '0',
  ]);
  res.end();
}
