import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeSight, parseSight, type ServedAd, type Sight, viewablePercent } from '@ezdash/contracts';
import { makePng } from '../png';

const dist = fileURLToPath(new URL('../../../api/dist', import.meta.url));

/** An event that the tag told, as the network judges it. */
export interface Told {
  kind: 'impression' | 'view' | 'click';
  zone: string;
  facts: Sight | null;
  /** Null for one that is paid. */
  reason: string | null;
}

/** Answers every zone with one ad, and keeps what it is told: for tests of what the tag does in a page. */
export interface AdNetwork {
  url: string;
  told: Told[];
  /** `/serve` requests. */
  asked: URL[];
  /** What `/serve` answers next: a status, or hanging up. */
  failures: (number | 'hang-up')[];
  close(): Promise<void>;
}

const KINDS = { i: 'impression', v: 'view', c: 'click' } as const;

export const listen = (server: Server, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`)),
  );

/** @param width of the ads; what they are sold as */
export async function startAdNetwork(width = 300, height = 250): Promise<AdNetwork> {
  const file = (name: string) => readFileSync(path.join(dist, name));
  const scripts: Record<string, Buffer> = {
    '/tag.js': file('tag.js'),
    '/tag-sight.js': file('tag-sight.js'),
  };
  const picture = makePng(width, height, 0x28_5a_a0);
  const network: AdNetwork = {
    url: '',
    told: [],
    asked: [],
    failures: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  let made = 0;
  const adOf = (zone: string): ServedAd => {
    made += 1;
    const token = `${zone}.${made}`;
    return {
      zone,
      kind: 'banner',
      width,
      height,
      fallback: 'keep',
      candidates: [
        {
          token,
          type: 'image',
          campaign: `c_${made}`,
          creative: `cr_${made}`,
          cap: null,
          alt: 'An ad',
          image: '/picture.png',
          click: `/e/c/${token}`,
          impression: `/e/i/${token}`,
          view: `/e/v/${token}`,
        },
      ],
    };
  };
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', network.url);
    const open = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    };
    const send = (status: number, type: string, body: string | Buffer) => {
      res.writeHead(status, { ...open, 'content-type': type });
      res.end(body);
    };
    const script = scripts[url.pathname];
    if (script) return send(200, 'text/javascript', script);
    if (url.pathname === '/picture.png') return send(200, 'image/png', picture);
    if (url.pathname === '/serve') {
      network.asked.push(url);
      const failure = network.failures.shift();
      if (failure === 'hang-up') return void res.destroy();
      if (failure) return send(failure, 'text/plain', '');
      const zones = (url.searchParams.get('zones') ?? '').split(',');
      return send(200, 'application/json', JSON.stringify({ ads: zones.map(adOf) }));
    }
    const [, letter, token] = /^\/e\/(\w)\/(.*)$/.exec(url.pathname) ?? [];
    const kind = KINDS[letter as keyof typeof KINDS];
    if (kind) {
      const facts = parseSight(url.searchParams.get('s') ?? '');
      const verdict = judgeSight(facts, viewablePercent(width * height), kind === 'view');
      network.told.push({
        kind,
        zone: (token ?? '').split('.')[0] ?? '',
        facts,
        reason: kind === 'click' ? null : verdict,
      });
      return send(204, 'text/plain', '');
    }
    if (url.pathname.startsWith('/frame/'))
      return send(
        200,
        'text/html',
        `<!doctype html><html lang="en"><head><title>Advertisement</title><style>html,body{margin:0;overflow:hidden}</style></head><body><ins class="ez-ad" data-zone="${url.pathname.slice(7)}" data-fallback="keep" style="display:block;width:${width}px;height:${height}px"></ins><script async src="/tag.js"></script></body></html>`,
      );
    send(404, 'text/plain', '');
  });
  network.url = await listen(server);
  return network;
}
