import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeSight, parseSight, type ServedAd, type Sight, viewablePercent } from '@ezdash/contracts';
import { withNetwork } from '../../../api/src/features/serving/hot/staticFiles';
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
  /** Zone → what `/serve` answers those who ask for it next: a status, or hanging up. */
  failures: Map<string, (number | 'hang-up')[]>;
  /** Calls back at the next request or event. */
  whenTold(): Promise<void>;
  close(): Promise<void>;
}

export const zonesOf = (url: URL) => (url.searchParams.get('zones') ?? '').split(',');
const KINDS = { i: 'impression', v: 'view', c: 'click' } as const;

export const listen = (server: Server, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`)),
  );

/** What a zone's name ends with says what it shows; an image otherwise. */
const FORMATS = {
  html5: { type: 'html5', page: '/bundle.html' },
  native: {
    type: 'native',
    title: 'An ad',
    body: 'With words',
    call_to_action: 'Go',
    sponsored_by: 'Somebody',
    picture: null,
    icon: null,
    chain: null,
  },
  image: { type: 'image', image: '/picture.png' },
} as const;
/** Of a zone whose name ends with `refresh`: seconds, fewer than the network lets publishers choose. */
const REFRESH_SECONDS = 3;
const BUNDLE =
  "<!doctype html><title>An ad</title><style>html{background:#285aa0}</style><script>parent.postMessage({ ezdash: 'ready' }, '*')</script>";

/** @param width of the ads; what they are sold as */
export async function startAdNetwork(width = 300, height = 250): Promise<AdNetwork> {
  const file = (name: string) => readFileSync(path.join(dist, name), 'utf8');
  const waiting = new Set<() => void>();
  const tag = file('tag.js');
  const sight = file('tag-sight.js');
  const picture = makePng(width, height, 0x28_5a_a0);
  const network: AdNetwork = {
    url: '',
    told: [],
    asked: [],
    failures: new Map(),
    whenTold: () => new Promise((resolve) => waiting.add(resolve)),
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
    const format = zone.split('-').at(-1) as keyof typeof FORMATS;
    return {
      zone,
      kind: 'banner',
      ...(zone.endsWith('refresh') && { refresh: REFRESH_SECONDS }),
      width,
      height,
      fallback: 'keep',
      candidates: [
        {
          token,
          ...(FORMATS[format] ?? FORMATS.image),
          campaign: `c_${made}`,
          creative: `cr_${made}`,
          cap: null,
          alt: 'An ad',
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
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-store',
    };
    const tell = () => {
      for (const look of waiting) look();
      waiting.clear();
    };
    const send = (status: number, type: string, body: string | Buffer) => {
      res.writeHead(status, { ...open, 'content-type': type });
      res.end(body);
    };
    if (url.pathname === '/tag.js') return send(200, 'text/javascript', withNetwork(tag, network.url));
    if (url.pathname === '/tag-sight.js') return send(200, 'text/javascript', sight);
    if (url.pathname === '/picture.png') return send(200, 'image/png', picture);
    if (url.pathname === '/bundle.html') return send(200, 'text/html', BUNDLE);
    if (url.pathname === '/serve') {
      network.asked.push(url);
      tell();
      const zones = zonesOf(url);
      const failure = zones.flatMap((zone) => network.failures.get(zone)?.shift() ?? [])[0];
      if (failure === 'hang-up') return void res.destroy();
      if (failure) return send(failure, 'text/plain', '');
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
      tell();
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
