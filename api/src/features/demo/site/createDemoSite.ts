import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../platform/clock';
import { frontDoor } from '../../../platform/http';
import { landingPage } from './landing';
import { forecastPage, homePage, missingPage, type SiteContext, storyPage } from './pages';
import type { DemoZones } from './slots';

export interface DemoSiteOptions {
  /** Public address of the network, without a slash at its end: where the tag lies. */
  appUrl: string;
  zones: DemoZones;
  /** Who may sell the site's places, as its ads.txt says it. */
  adsTxt?: string;
  /** 0 for any free one. */
  port: number;
  host?: string;
  clock: Clock;
}

export interface DemoSite {
  /** Answers one request; for tests and for other servers. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Listens; rejects when the port is in use. Answers the port. `watch` is given the server. */
  start(watch?: (server: Server) => void): Promise<number>;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  type?: 'text/plain';
  body: string;
}

const REQUEST_TIMEOUT_MS = 15_000;
/** Base for addresses of requests, which carry none of their own. */
const ANY_ORIGIN = 'http://demo.invalid';

function respond(url: URL, context: SiteContext, adsTxt: string | undefined): Answer {
  if (url.pathname === '/ads.txt' && adsTxt !== undefined)
    return { status: 200, type: 'text/plain', body: adsTxt };
  const [, first = '', second = '', ...rest] = url.pathname.split('/');
  let body: string | null = null;
  if (rest.length === 0 && second === '' && first === '') body = homePage(context);
  else if (rest.length === 0 && second === '' && first === 'forecast') body = forecastPage(context);
  else if (rest.length === 0 && first === 'story') body = storyPage(context, second);
  else if (rest.length === 0 && first === 'landing')
    body = landingPage(second, url.searchParams.get('click'));
  return body === null ? { status: 404, body: missingPage(context) } : { status: 200, body };
}

/**
 * The demo property: a small news site on an origin of its own with the real tag, and the landing pages of the demo
 * advertisers. Plain HTML; knows nothing of the app but its address.
 */
export function createDemoSite({ appUrl, zones, adsTxt, port, host, clock }: DemoSiteOptions): DemoSite {
  function handle(req: IncomingMessage, res: ServerResponse): void {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const address = `${ANY_ORIGIN}${req.url ?? '/'}`;
    if (!URL.canParse(address)) {
      res.writeHead(400).end();
      return;
    }
    const context = { appUrl, zones, now: clock.now() };
    const { status, type = 'text/html', body } = respond(new URL(address), context, adsTxt);
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-cache',
    };
    res.writeHead(status, headers).end(req.method === 'HEAD' ? undefined : body);
  }

  let server: Server | null = null;
  return {
    handle,
    start(watch) {
      return new Promise((resolve, reject) => {
        const listening = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, frontDoor(handle));
        watch?.(listening);
        listening.once('error', reject);
        listening.listen(port, host, () => {
          server = listening;
          listening.off('error', reject);
          resolve((listening.address() as AddressInfo).port);
        });
      });
    },
    stop() {
      const closing = server;
      server = null;
      if (!closing) return Promise.resolve();
      return new Promise((resolve) => {
        closing.close(() => resolve());
        closing.closeAllConnections();
      });
    },
  };
}
