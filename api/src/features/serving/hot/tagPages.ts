import type { IncomingMessage, ServerResponse } from 'node:http';
import { subOf } from './adQuery';
import { FRAMES_ONLY } from './creativeFiles';
import type { Engine } from './engine';
import { escaped, HOUSE_POLICY, type HouseNetwork, housePage } from './housePage';
import { sendError, sendMethodNotAllowed } from './httpAnswers';
import type { SnapshotZone } from './index/entries';

export interface TagPagesOptions {
  engine: Pick<Engine, 'snapshot'>;
  /** Whose ad `/house/` shows; without one there is none. */
  network?: HouseNetwork | undefined;
  /** Where creatives are loaded from; the ad server itself unless given. */
  creativesOrigin?: string | undefined;
  /** The publisher's own code of a zone. */
  readPassback(zone: SnapshotZone): Promise<string | null>;
  /** Path → what answers: `/tag-sight.js`, `/tag-debug.js`. */
  scripts: ReadonlyMap<string, (req: IncomingMessage, res: ServerResponse) => void>;
  /** False until the first snapshot stands and after the stop. */
  ready: () => boolean;
}

/** Answers `/frame/{zone}`, `/passback/{zone}`, `/house/{zone}` and the tag's other scripts, and says so. */
export type HandleTagPages = (req: IncomingMessage, res: ServerResponse, url: string) => boolean;

const FRAME_PATH = '/frame/';
const PASSBACK_PATH = '/passback/';
const HOUSE_PATH = '/house/';
const ZONE_PATHS = [FRAME_PATH, PASSBACK_PATH, HOUSE_PATH];
const METHODS = 'GET, HEAD';
const MAX_KEYWORDS_LENGTH = 1_000;

/** The tag, and what it draws from the creatives' host: the host of scripts has none of strangers. */
const framePolicy = (creatives: string) =>
  `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' ${creatives} data:; connect-src 'self'; frame-src 'self' ${creatives}; base-uri 'none'; form-action 'none'`;
/** Isolated pages may frame what carries this, and what it loads has to allow it. */
const ISOLATED = ['cross-origin-embedder-policy', 'require-corp'];
/** Whatever a publisher has written there has no origin, and so neither our cookies nor anything else of ours. */
const PASSBACK_POLICY = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox';

function sendPage(req: IncomingMessage, res: ServerResponse, page: string, headers: readonly string[]): void {
  const body = Buffer.from(page);
  res.writeHead(200, [
    'content-type',
    'text/html; charset=utf-8',
    'x-content-type-options',
    'nosniff',
    'x-robots-tag',
    'noindex',
    'cross-origin-resource-policy',
    'cross-origin',
    'content-length',
    String(body.length),
    ...headers,
  ]);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The tag and one slot of the zone's size: for pages that take no script, only a frame. */
function framePage(zone: SnapshotZone, search: string): string {
  const keywords = new URLSearchParams(search).get('kw') ?? '';
  const sub = subOf(search);
  const about = [
    keywords && keywords.length <= MAX_KEYWORDS_LENGTH ? ` data-keywords="${escaped(keywords)}"` : '',
    sub === '' ? '' : ` data-sub="${sub}"`,
    new URLSearchParams(search).get('storage') === 'none' ? ' data-storage="none"' : '',
  ].join('');
  const style = `display:block;width:${zone.width > 0 ? `${zone.width}px` : '100%'};height:${zone.height}px`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Advertisement</title><style>html,body{margin:0;overflow:hidden}</style></head>
<body><ins class="ez-ad" data-zone="${zone.publicId}" data-fallback="keep" style="${style}"></ins>
<script async src="/tag.js"${about}></script></body>
</html>
`;
}

const passbackPage = (code: string) => `${FRAMES_ONLY}
<html lang="en">
<head><meta charset="utf-8"><title>Advertisement</title><base target="_blank"><style>html,body{margin:0;overflow:hidden}</style></head>
<body>${code}</body>
</html>
`;

/**
 * Small pages around the tag: a zone in a frame, the network's own ad where a property waits for its approval, and a
 * publisher's own code for want of an ad. That code is anybody's:
 * its page has no origin, and is shown in frames alone, so that it never stands under our name in the address bar.
 */
export function createTagPages({
  engine,
  network,
  creativesOrigin = "'self'",
  readPassback,
  scripts,
  ready,
}: TagPagesOptions): HandleTagPages {
  const noZone = (res: ServerResponse) => sendError(res, 404, 'NOT_FOUND', 'There is nothing to show here.');

  function sendFrame(req: IncomingMessage, res: ServerResponse, zone: SnapshotZone, search: string) {
    sendPage(req, res, framePage(zone, search), [
      'content-security-policy',
      framePolicy(creativesOrigin),
      'cache-control',
      'public, max-age=300',
      'referrer-policy',
      'strict-origin-when-cross-origin',
      // A publisher's own code loads whatever it likes, which an isolated frame would not show.
      ...(zone.hasPassback ? [] : ISOLATED),
    ]);
  }

  const notNow = (res: ServerResponse) =>
    sendError(res, 503, 'NOT_READY', 'The ad server cannot take this right now.', ['retry-after', '1']);

  async function sendPassback(req: IncomingMessage, res: ServerResponse, zone: SnapshotZone) {
    if (!zone.hasPassback || zone.refusal !== null) return noZone(res);
    const place = req.headers['sec-fetch-dest'];
    if (place !== undefined && place !== 'iframe' && place !== 'frame')
      return sendError(res, 403, 'FRAMES_ONLY', 'This is shown in frames alone.');
    let code: string | null;
    try {
      code = await readPassback(zone);
    } catch {
      return notNow(res);
    }
    if (code === null) return noZone(res);
    sendPage(req, res, passbackPage(code), [
      'content-security-policy',
      PASSBACK_POLICY,
      'cache-control',
      'public, max-age=60',
      'vary',
      'sec-fetch-dest',
      'referrer-policy',
      'strict-origin',
    ]);
  }

  function sendHouse(req: IncomingMessage, res: ServerResponse, zone: SnapshotZone) {
    if (!network || zone.refusal === null || !zone.houseOnly || zone.kind === 'video') return noZone(res);
    sendPage(req, res, housePage(network, req.headers['accept-language']), [
      'content-security-policy',
      HOUSE_POLICY,
      ...ISOLATED,
      'cache-control',
      'public, max-age=60',
      'vary',
      'accept-language',
      'referrer-policy',
      'strict-origin',
    ]);
  }

  return (req, res, url) => {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const prefix = ZONE_PATHS.find((each) => path.startsWith(each));
    const script = scripts.get(path);
    if (script) {
      script(req, res);
      return true;
    }
    if (prefix === undefined) return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      sendMethodNotAllowed(res, METHODS);
      return true;
    }
    if (!ready()) {
      notNow(res);
      return true;
    }
    const zone = engine.snapshot.zones.byPublicId.get(path.slice(prefix.length));
    if (zone === undefined) noZone(res);
    else if (prefix === FRAME_PATH) sendFrame(req, res, zone, mark < 0 ? '' : url.slice(mark + 1));
    else if (prefix === HOUSE_PATH) sendHouse(req, res, zone);
    else void sendPassback(req, res, zone);
    return true;
  };
}
