import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  // Types of a release, for teams elsewhere.
  '.zip': 'application/zip',
};

/** Of what releases are made of; undefined for what is never served. */
export const typeOfFile = (name: string): string | undefined => TYPES[path.extname(name)];

/** A name that is neither hidden nor leads out of its folder. */
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/;

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

async function sizeOf(file: string): Promise<number | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

/** The smallest copy the browser takes: Brotli, gzip, or the file itself. */
async function chooseCopy(req: Request, file: string): Promise<Copy | null> {
  for (const { name, suffix } of ENCODINGS) {
    if (!req.acceptsEncodings(name)) continue;
    const size = await sizeOf(file + suffix);
    if (size !== null) return { file: file + suffix, size, encoding: name };
  }
  const size = await sizeOf(file);
  return size === null ? null : { file, size, encoding: null };
}

interface Copy {
  file: string;
  size: number;
  encoding: string | null;
}

function writeHead(res: Response, type: string, { size, encoding }: Copy): void {
  res.status(200);
  res.set({
    'Content-Type': type,
    'Content-Length': String(size),
    'Cache-Control': 'public, max-age=31536000, immutable, no-transform',
    Vary: 'Accept-Encoding',
    // Integrity is checked on answers that are readable across origins only.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  if (encoding) res.set('Content-Encoding', encoding);
}

/** @param leave for a file that cannot be opened: nothing has been answered yet */
function send(res: Response, type: string, copy: Copy, leave: () => void): void {
  const bytes = createReadStream(copy.file);
  let isOpen = false;
  bytes.once('open', () => {
    isOpen = true;
    writeHead(res, type, copy);
    bytes.pipe(res);
  });
  bytes.on('error', (error) => (isOpen ? res.destroy(error) : leave()));
  // Whoever hangs up keeps no file open.
  res.once('close', () => bytes.destroy());
}

/**
 * Serves files whose address changes with their bytes, from the copies that the build compressed.
 * What is not there, or cannot be opened, is left to the next handler.
 *
 * @param folder where they lie
 * @param depth how many names an address has: `file` is 1, `name/version/file` is 3
 */
export function immutableFiles(folder: string, depth: number): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const segments = req.path.split('/').slice(1);
    const type = typeOfFile(req.path);
    if (!type || segments.length !== depth || !segments.every((segment) => SEGMENT.test(segment)))
      return next();
    const copy = await chooseCopy(req, path.join(folder, ...segments));
    if (!copy) return next();
    if (req.method === 'GET') return send(res, type, copy, next);
    writeHead(res, type, copy);
    res.end();
  };
}
