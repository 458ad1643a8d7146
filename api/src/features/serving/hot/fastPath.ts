import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLAIM_SOURCES, type EventKind, MAX_SERVE_URL_LENGTH, NO_FILL_REASONS } from '@ezdash/contracts';
import { canonicalAddress, isAddress } from '../../../platform/address';
import type { ClientReader } from '../../../platform/http';
import { type AdQuery, parseAdQuery, readEventQuery, subOf, subQuery } from './adQuery';
import { type ClickFacts, clickValues } from './clickValues';
import { CREATIVE_PATH, sendMovedCreative } from './creativeFiles';
import type { AnsweredAd, Engine, EventResult, Visitor } from './engine';
import type { Geo } from './geo';
import {
  sendAds,
  sendEmpty,
  sendError,
  sendMethodNotAllowed,
  sendNoContent,
  sendPixel,
  sendPreflight,
  sendRedirect,
} from './httpAnswers';
import type { SnapshotZone } from './index/entries';
import { expandLanding } from './index/landing';
import { countryOf, type Origin } from './index/region';
import type { Snapshot } from './index/Snapshot';
import { EVENT_PATH, isPath, SERVE_PATH } from './LeanRequest';
import { firstLanguage } from './language';
import { type RequestHeaders, readHeaders } from './requestHeaders';
import { keyOpens } from './serverKey';
import { sendRobots } from './staticFiles';
import type { HandleTagPages } from './tagPages';
import { EVENT_TTL_MS, type VerifiedToken } from './token';
import { type NetworkKind, type NetworkKinds, NO_KINDS } from './traffic/networkKind';
import { sourceOf } from './traffic/SourceCounts';
import type { UserAgent } from './userAgent';
import type { HandleVast } from './vast/createVast';

export interface FastPathOptions {
  engine: Engine;
  geo: Geo;
  userAgents: (header: string | undefined) => UserAgent;
  /** Who asks. */
  clients: ClientReader;
  /** Whose networks are data centres' and our own; nobody's unless said. */
  networks?: NetworkKinds;
  /** Scheme and host of the creatives' own host; without one there are no addresses of before to lead on. */
  creativesOrigin?: string | undefined;
  tagFile: (req: IncomingMessage, res: ServerResponse) => void;
  /** The clock of token ages; the system's unless said otherwise. */
  now?: () => number;
  /** Video players' part, below `/vast/`. */
  vast?: HandleVast;
  /** Pages around the tag: `/frame/`, `/passback/`, `/house/`, and the tag's other scripts. */
  tagPages?: HandleTagPages;
  /** False until the first snapshot stands and after the stop. */
  ready: () => boolean;
}

/** Answers the request and says so, or leaves it to whoever comes next. */
export type Handle = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Whom a request comes from, or whom it names. */
interface Caller {
  agent: UserAgent;
  /** `Accept-Language` */
  language: string | undefined;
  place: { address: string; origin: Origin; network: NetworkKind };
  /** Those of the request, whoever is named. */
  headers: RequestHeaders;
}
type ClickOrigin = Pick<ClickFacts, 'origin' | 'sub' | 'private'>;

const SERVE_METHODS = 'GET, HEAD, OPTIONS';
const EVENT_METHODS = 'GET, POST, HEAD, OPTIONS';
const kindByLetter: Readonly<Record<string, EventKind>> = { i: 'impression', v: 'viewable', c: 'click' };
const reasonNames = Object.keys(NO_FILL_REASONS);

/** An unknown zone has any size: its answer says that it is unknown. */
function hasSize(snapshot: Snapshot, zone: string, size: NonNullable<AdQuery['size']>): boolean {
  const known = snapshot.zones.byPublicId.get(zone);
  return known === undefined || (known.width === size.width && known.height === size.height);
}

/** Behind the question mark; empty without one. */
const queryOf = (url: string) => url.split('?', 2)[1] ?? '';

/**
 * Puts the parts of an ad's JSON behind those that stand in `parts`. They are joined once, at the end: texts added to
 * one another stay a tree, which is walked when the answer is written. `eventQuery` goes along with every event.
 */
function putAd(parts: string[], ad: AnsweredAd, eventQuery: string): void {
  parts.push(
    ad.zone?.jsonHead ??
      `{"zone":"${ad.requestedZone}","kind":"banner","width":0,"height":0,"fallback":"keep",`,
  );
  if (ad.decisionId !== '') parts.push('"decision":"', ad.decisionId, '",');
  if (ad.candidates.length === 0) {
    parts.push('"candidates":[],"reason":"', reasonNames[ad.reason] ?? '', '"}');
    return;
  }
  let before = '"candidates":[{"token":"';
  for (const { creative, token } of ad.candidates) {
    const { head, tail } = creative.json;
    parts.push(before, token, '",', head, '"click":"/e/c/', token, eventQuery);
    parts.push('","impression":"/e/i/', token, eventQuery, '","view":"/e/v/', token, eventQuery, '"', tail);
    before = ',{"token":"';
  }
  parts.push(']}');
}

/** The texts of the answer, the first one left empty for its head. */
function answerParts(ads: readonly AnsweredAd[], eventQuery: string): string[] {
  const parts = ['', '{"ads":['];
  for (const ad of ads) {
    if (parts.length > 2) parts.push(',');
    putAd(parts, ad, eventQuery);
  }
  parts.push(']}');
  return parts;
}

/**
 * What a page view asks, in front of Express and without it: decisions, events, the tag and the images. What is wrong
 * with a request is answered; nothing a stranger sends throws.
 */
export function createFastPath(options: FastPathOptions): Handle {
  const { engine, geo, userAgents, clients, networks = NO_KINDS, now = Date.now } = options;

  const addressOf = (req: IncomingMessage, { forwarded, forwardedFor }: RequestHeaders): string =>
    clients.read(req.socket.remoteAddress, clients.header === 'forwarded' ? forwarded : forwardedFor);

  /** Who sends a request, or whom a server names that has shown its key. */
  function callerOf(req: IncomingMessage, headers: RequestHeaders, isNamed: boolean): Caller {
    const { userAgent, language } = isNamed ? headers.device : headers;
    const address = isNamed ? (canonicalAddress(headers.device.address) ?? '') : addressOf(req, headers);
    const place = { address, origin: geo(address), network: networks.of(address) };
    return { agent: userAgents(userAgent), language, place, headers };
  }

  function visitorOf({ agent, language, place, headers }: Caller, headOnly: boolean): Visitor {
    // Who asks not to be followed is somebody in a country, and no more.
    return {
      origin: headers.private ? countryOf(place.origin) : place.origin,
      client: agent.client,
      language: firstLanguage(language),
      address: headers.private ? '' : place.address,
      bot: agent.bot,
      prefetch: headers.prefetch || headOnly,
      network: place.network,
      private: headers.private,
      source: sourceOf(place.address, headers.private),
    };
  }

  /** Whether the visitor is one that a server names; null when it may not, which has been answered. */
  function isNamedFor(
    res: ServerResponse,
    { serverKey, device }: RequestHeaders,
    zones: () => readonly (SnapshotZone | undefined)[],
  ): boolean | null {
    if (serverKey === undefined) return false;
    if (!keyOpens(serverKey, zones())) {
      sendError(res, 403, 'SERVER_KEY_WRONG', 'X-Server-Key is not the key of the property of these zones.');
      return null;
    }
    if (isAddress(device.address)) return true;
    sendError(
      res,
      400,
      'DEVICE_IP_MALFORMED',
      'With a server key, X-Device-IP names the address of the visitor.',
    );
    return null;
  }

  function serve(req: IncomingMessage, res: ServerResponse, url: string) {
    if (req.method === 'OPTIONS') return sendPreflight(res, SERVE_METHODS);
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, SERVE_METHODS);
    if (!options.ready()) return sendUnavailable(res);
    const parsed = parseAdQuery(url);
    if (!parsed.ok) return sendError(res, 400, parsed.code, parsed.message);
    // Without a journal no event could be acknowledged: an ad would be shown for nothing.
    if (!engine.healthy) return sendUnavailable(res);
    const { zones, exclude, keywords, size, sub, test, measured } = parsed.query;
    const misfit = size === null ? undefined : zones.find((zone) => !hasSize(engine.snapshot, zone, size));
    if (misfit !== undefined)
      return sendError(res, 400, 'SIZE_MISMATCH', `The zone ${misfit} is of another size.`);
    const headers = readHeaders(req.rawHeaders);
    const isNamed = isNamedFor(res, headers, () =>
      zones.map((id) => engine.snapshot.zones.byPublicId.get(id)),
    );
    if (isNamed === null) return;
    const visitor = visitorOf(callerOf(req, headers, isNamed), req.method === 'HEAD');
    if (isNamed) visitor.named = { source: CLAIM_SOURCES.key, address: headers.device.address };
    const ads = engine.answer({ zones, exclude, keywords, test, visitor, measured: measured && !isNamed });
    sendAds(res, answerParts(ads, subQuery(sub, visitor)), req.method === 'HEAD');
  }

  function redirect(res: ServerResponse, token: VerifiedToken, click: ClickOrigin) {
    const creative = engine.snapshot.creativesById.get(token.creativeId);
    const zone = engine.snapshot.zones.byId.get(token.zoneId);
    if (creative?.stopped) return sendError(res, 410, 'AD_STOPPED', 'This ad was stopped.');
    if (now() - token.decidedAtMs > EVENT_TTL_MS.click)
      return sendError(res, 410, 'CLICK_EXPIRED', 'This ad was shown too long ago to be followed.');
    if (!creative?.landing) return sendError(res, 410, 'NO_LANDING_PAGE', 'This ad leads nowhere any more.');
    const values = clickValues(token, { creative, zone, ...click });
    sendRedirect(res, expandLanding(creative.landing, values));
  }

  function answerEvent(
    req: IncomingMessage,
    res: ServerResponse,
    kind: EventKind,
    { place, headers }: Caller,
    result: EventResult,
  ) {
    if (res.destroyed) return;
    if (result.token === null)
      return sendError(res, 400, 'TOKEN_FORGED', 'This address was not made by this network.');
    // An answer says that the event is kept; one that could not be kept is not answered as if it were.
    if (result.outcome === 'failed') return sendUnavailable(res);
    if (kind === 'click') {
      if (headers.prefetch && req.method !== 'HEAD')
        return sendError(res, 503, 'PREFETCH_REFUSED', 'A click is never prefetched.');
      const sub = subOf(queryOf(req.url ?? ''));
      return redirect(res, result.token, { origin: place.origin, sub, private: headers.private });
    }
    if (headers.accept?.startsWith('image/')) return sendPixel(res);
    // Players tell with credentials.
    if (engine.snapshot.zones.byId.get(result.token.zoneId)?.kind === 'video') return sendEmpty(res, 204);
    sendNoContent(res);
  }

  /** The zone of an event's token; undefined for a token that nobody made, or long ago. */
  function zoneOf(tokenText: string): SnapshotZone | undefined {
    const token = engine.read(tokenText);
    return token === null ? undefined : engine.snapshot.zones.byId.get(token.zoneId);
  }

  function event(req: IncomingMessage, res: ServerResponse, url: string) {
    const kind = kindByLetter[url.charAt(EVENT_PATH.length)];
    const slash = EVENT_PATH.length + 1;
    if (kind === undefined || url.charAt(slash) !== '/')
      return sendError(res, 404, 'NOT_FOUND', 'There is no such event.');
    if (req.method === 'OPTIONS') return sendPreflight(res, EVENT_METHODS);
    if (req.method !== 'GET' && req.method !== 'POST' && req.method !== 'HEAD')
      return sendMethodNotAllowed(res, EVENT_METHODS);
    if (!options.ready()) return sendUnavailable(res);
    // A beacon's body says nothing that we read; it must still leave the socket.
    if (req.method === 'POST') req.resume();
    const mark = url.indexOf('?', slash);
    const token = url.slice(slash + 1, mark < 0 ? url.length : mark);
    const headers = readHeaders(req.rawHeaders);
    const isNamed = isNamedFor(res, headers, () => [zoneOf(token)]);
    if (isNamed === null) return;
    const caller = callerOf(req, headers, isNamed);
    const { address, network } = caller.place;
    const { sub, sight } = readEventQuery(mark < 0 ? '' : url.slice(mark + 1));
    const prefetch = req.method === 'HEAD' || headers.prefetch;
    const source = sourceOf(address, headers.private);
    const visitor = {
      bot: caller.agent.bot,
      prefetch,
      network,
      address,
      private: headers.private,
      source,
      sub,
      sight,
      ...(isNamed && { reporter: addressOf(req, headers) }),
    };
    engine.record(kind, token, visitor, (result) => answerEvent(req, res, kind, caller, result));
  }

  /** A document may be fetched for somebody else: the player that shows it says where it is. */
  function visitorOfPlayer(req: IncomingMessage): Visitor {
    const caller = callerOf(req, readHeaders(req.rawHeaders), false);
    const named = { source: CLAIM_SOURCES.player, address: caller.place.address };
    return { ...visitorOf(caller, req.method === 'HEAD'), named };
  }

  function robots(req: IncomingMessage, res: ServerResponse, url: string): boolean {
    if (!isPath(url, '/robots.txt')) return false;
    sendRobots(req, res);
    return true;
  }

  function dispatch(req: IncomingMessage, res: ServerResponse, url: string): boolean {
    const isServe = isPath(url, SERVE_PATH);
    if (!isServe && !url.startsWith(EVENT_PATH) && !url.startsWith(CREATIVE_PATH) && !isPath(url, '/tag.js'))
      return (
        (options.vast?.(req, res, url, visitorOfPlayer) ?? false) ||
        (options.tagPages?.(req, res, url) ?? false) ||
        robots(req, res, url)
      );
    if (url.length > MAX_SERVE_URL_LENGTH)
      sendError(res, 414, 'URL_TOO_LONG', `An address here has at most ${MAX_SERVE_URL_LENGTH} characters.`);
    else if (isServe) serve(req, res, url);
    else if (url.startsWith(EVENT_PATH)) event(req, res, url);
    else if (url.startsWith(CREATIVE_PATH)) sendMovedCreative(req, res, url, options.creativesOrigin);
    else options.tagFile(req, res);
    return true;
  }

  return (req, res) => dispatch(req, res, req.url ?? '');
}

function sendUnavailable(res: ServerResponse): void {
  sendError(res, 503, 'NOT_READY', 'The ad server cannot take this right now.', ['retry-after', '1']);
}
