import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CreativeFilesOptions, createCreativeFiles } from './creativeFiles';
import { hostOf, isPath } from './LeanRequest';
import { sendRobots } from './staticFiles';

/** The host that strangers' files are loaded from: no cookie, no session, nothing of the app. */
export interface CreativesHost {
  /** Whether a request on the app's port was meant for this host. */
  isAddressed(req: IncomingMessage): boolean;
  /** Answers whatever is asked of this host: files, its health, what crawlers may follow, 404. */
  handle(req: IncomingMessage, res: ServerResponse): void;
}

const HEALTHY = '{"status":"ok"}';

export function createCreativesHost(options: CreativeFilesOptions): CreativesHost {
  const files = createCreativeFiles(options);
  const { host } = new URL(options.addresses.origin);
  return {
    isAddressed: (req) => hostOf(req)?.toLowerCase() === host,
    handle(req, res) {
      const url = req.url ?? '';
      if (isPath(url, '/robots.txt')) return sendRobots(req, res);
      if (!isPath(url, '/healthz')) return files(req, res, url);
      res.writeHead(200, ['content-type', 'application/json', 'content-length', String(HEALTHY.length)]);
      res.end(HEALTHY);
    },
  };
}
