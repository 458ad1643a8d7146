import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A publisher's site on a port of its own, which its owner changes while it runs. */
export interface PublisherSite {
  /** `localhost:4321`, as the network knows it. */
  domain: string;
  url: string;
  /** What stands in the head of every page. */
  head: string;
  /** What stands in the body of every page. */
  body: string;
  /** Path → text; everything else is a page. */
  files: Record<string, string>;
  stop(): void;
}

export async function startPublisherSite(): Promise<PublisherSite> {
  const files: PublisherSite['files'] = {};
  const server = createServer((req, res) => {
    const path = (req.url ?? '/').replace(/\?.*/, '');
    const file = files[path];
    if (file !== undefined) {
      res.setHeader('Content-Type', 'text/plain; charset=utf-8').end(file);
      return;
    }
    if (path.includes('.')) {
      res.writeHead(404).end();
      return;
    }
    res
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hiking huts</title><link rel="icon" href="data:,">${site.head}</head><body><h1>Hiking huts</h1>${site.body}</body></html>`,
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const site: PublisherSite = {
    domain: `localhost:${port}`,
    url: `http://localhost:${port}`,
    head: '',
    body: '',
    files,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}
