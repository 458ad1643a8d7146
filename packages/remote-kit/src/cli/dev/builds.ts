import { fork } from 'node:child_process';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { WatchMessage } from './watchRemote';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Readable by the pages of whatever environment: their hashes are checked, and they are nobody's secret. */
const OPEN = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Serves a file of the remote's builds; false for any other address. */
export function serveBuild(folder: string, name: string, req: IncomingMessage, res: ServerResponse): boolean {
  const [, file] =
    new RegExp(`^/remotes/(${name}/0\\.0\\.0-dev\\.\\d+/[\\w.+-]+)(?:\\?.*)?$`).exec(req.url ?? '') ?? [];
  if (file === undefined) return false;
  if (req.method === 'OPTIONS') {
    // Browsers ask before a page from the network loads something of its visitor's own machine.
    res.writeHead(204, { ...OPEN, 'access-control-allow-private-network': 'true' }).end();
    return true;
  }
  createReadStream(path.join(folder, file))
    .once('open', () => {
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      res.writeHead(200, { ...OPEN, 'content-type': type });
    })
    .once('error', () => res.writeHead(404).end())
    .pipe(res);
  return true;
}

export interface Builder {
  /** The first build has succeeded or failed. */
  first: Promise<void>;
  stop(): void;
}

/** A remote that is worked on. */
export interface Worked {
  name: string;
  /** Absolute. */
  folder: string;
  /** Further folders whose changes are built, absolute. */
  watched: readonly string[];
}

/** Builds a remote into a folder, in a process of its own, and again with every change. */
export function startBuilder(
  { name, folder, watched }: Worked,
  outRoot: string,
  tell: (message: WatchMessage) => void,
): Builder {
  const words = [name, folder, outRoot, ...watched];
  const builder = fork(path.join(import.meta.dirname, 'watchRemote.mjs'), words, { execArgv: [] });
  const first = new Promise<void>((resolve) => {
    builder.on('message', (message: WatchMessage) => {
      tell(message);
      resolve();
    });
    builder.once('exit', () => resolve());
  });
  return { first, stop: () => void builder.kill() };
}
