import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EventKind, MAX_SERVE_URL_LENGTH, NO_FILL_REASONS } from '@ezdash/contracts';
import { parseAdQuery } from './adQuery';
import { createCountries } from './clientAddress';
import type { AnsweredAd, Engine, EventResult, Visitor } from './engine';
import type { Geo } from './geo';
import {
  isPrefetch,
  sendEmpty,
  sendError,
  sendJson,
  sendMethodNotAllowed,
  sendPixel,
  sendPreflight,
  sendRedirect,
} from './httpAnswers';
import { countryCode } from './index/country';
import { expandLanding } from './index/landing';
import { EVENT_TTL_MS, type VerifiedToken } from './token';
import type { UserAgent } from './userAgent';

export interface FastPathOptions {
  engine: Engine;
  geo: Geo;
  userAgents: (header: string | undefined) => UserAgent;
  /** Whose X-Forwarded-For is believed. */
  trusted: (address: string) => boolean;
  creativeFiles: (req: IncomingMessage, res: ServerResponse, name: string) => void;
  tagFile: (req: IncomingMessage, res: ServerResponse) => void;
  /** The clock of token ages; the system's unless said otherwise. */
  now?: () => number;
  /** False until the first snapshot stands and after the stop. */
  ready: () => boolean;
}

/** Answers the request and says so, or leaves it to whoever comes next. */
export type Handle = (req: IncomingMessage, res: ServerResponse) => boolean;

const SERVE_METHODS = 'GET, HEAD, OPTIONS';
const EVENT_METHODS = 'GET, POST, HEAD, OPTIONS';
const EVENT_PATH = '/e/';
const CREATIVE_PATH = '/creatives/';
const kindByLetter: Readonly<Record<string, EventKind>> = { i: 'impression', v: 'viewable', c: 'click' };
const reasonNames = Object.keys(NO_FILL_REASONS);
const deviceNames = ['', 'desktop', 'phone', 'tablet', 'tv'];

/** Where a path ends: at the query or at the end. */
const isPath = (url: string, path: string) =>
  url.startsWith(path) && (url.length === path.length || url.charCodeAt(path.length) === 63);

/**
 * Puts the parts of an ad's JSON behind those that stand in `parts`. They are joined once, at the end: texts added to
 * one another stay a tree, which is walked when the answer is written.
 */
function putAd(parts: string[], ad: AnsweredAd): void {
  parts.push(ad.zone?.jsonHead ?? `{"zone":"${ad.requestedZone}","width":0,"height":0,"fallback":"keep",`);
  if (ad.candidates.length === 0) {
    parts.push('"candidates":[],"reason":"', reasonNames[ad.reason] ?? '', '"}');
    return;
  }
  let before = '"candidates":[{"token":"';
  for (const { creative, token } of ad.candidates) {
    const { head, tail } = creative.json;
    parts.push(before, token, '",', head, '"click":"/e/c/', token);
    parts.push('","impression":"/e/i/', token, '","view":"/e/v/', token, '"', tail);
    before = ',{"token":"';
  }
  parts.push(']}');
}

function answerJson(ads: readonly AnsweredAd[]): string {
  const parts = ['{"ads":['];
  for (const ad of ads) {
    if (parts.length > 1) parts.push(',');
    putAd(parts, ad);
  }
  parts.push(']}');
  return parts.join('');
}

/**
 * What a page view asks, in front of Express and without it: decisions, events, the tag and the images. What is wrong
 * with a request is answered; nothing a stranger sends throws.
 */
export function createFastPath(options: FastPathOptions): Handle {
  const { engine, userAgents, now = Date.now } = options;
  const countryOf = createCountries(options.geo, options.trusted);

  function visitorOf(req: IncomingMessage): Visitor {
    const { headers } = req;
    const { device, bot } = userAgents(headers['user-agent']);
    const country = countryOf(req.socket.remoteAddress, headers['x-forwarded-for']);
    return { country, device, bot, prefetch: req.method === 'HEAD' || isPrefetch(req) };
  }

  function serve(req: IncomingMessage, res: ServerResponse, url: string) {
    if (req.method === 'OPTIONS') return sendPreflight(res, SERVE_METHODS);
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, SERVE_METHODS);
    if (!options.ready()) return sendUnavailable(res);
    const parsed = parseAdQuery(url);
    if (!parsed.ok) return sendError(res, 400, parsed.code, parsed.message);
    // Without a journal no event could be acknowledged: an ad would be shown for nothing.
    if (!engine.healthy) return sendUnavailable(res);
    const { zones, exclude, test } = parsed.query;
    const ads = engine.answer({ zones, exclude, test, visitor: visitorOf(req) });
    sendJson(res, 200, answerJson(ads), req.method === 'HEAD');
  }

  function redirect(res: ServerResponse, token: VerifiedToken) {
    const creative = engine.snapshot.creativesById.get(token.creativeId);
    const zone = engine.snapshot.zonesById.get(token.zoneId);
    if (now() - token.decidedAtMs > EVENT_TTL_MS.click)
      return sendError(res, 410, 'CLICK_EXPIRED', 'This ad was shown too long ago to be followed.');
    if (!creative?.landing) return sendError(res, 410, 'NO_LANDING_PAGE', 'This ad leads nowhere any more.');
    sendRedirect(
      res,
      expandLanding(creative.landing, {
        click_id: token.decisionId,
        campaign: creative.campaignPublicId,
        creative: creative.publicId,
        zone: zone?.publicId ?? '',
        site: zone?.domain ?? '',
        country: countryCode(token.country),
        device: deviceNames[token.device] ?? '',
        timestamp: String(token.decidedAtMs),
      }),
    );
  }

  function answerEvent(
    req: IncomingMessage,
    res: ServerResponse,
    kind: EventKind,
    prefetch: boolean,
    result: EventResult,
  ) {
    if (res.destroyed) return;
    if (result.token === null)
      return sendError(res, 400, 'TOKEN_FORGED', 'This address was not made by this network.');
    // An answer says that the event is kept; one that could not be kept is not answered as if it were.
    if (result.outcome === 'failed') return sendUnavailable(res);
    if (kind === 'click') {
      if (prefetch && req.method !== 'HEAD')
        return sendError(res, 503, 'PREFETCH_REFUSED', 'A click is never prefetched.');
      return redirect(res, result.token);
    }
    if (String(req.headers.accept ?? '').startsWith('image/')) return sendPixel(res);
    sendEmpty(res, 204);
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
    req.resume();
    const mark = url.indexOf('?', slash);
    const token = url.slice(slash + 1, mark < 0 ? url.length : mark);
    const prefetch = req.method === 'HEAD' || isPrefetch(req);
    const { bot } = userAgents(req.headers['user-agent']);
    engine.record(kind, token, { bot, prefetch }, (result) => answerEvent(req, res, kind, prefetch, result));
  }

  function dispatch(req: IncomingMessage, res: ServerResponse, url: string): boolean {
    const isServe = isPath(url, '/serve');
    if (!isServe && !url.startsWith(EVENT_PATH) && !url.startsWith(CREATIVE_PATH) && !isPath(url, '/tag.js'))
      return false;
    if (url.length > MAX_SERVE_URL_LENGTH)
      sendError(res, 414, 'URL_TOO_LONG', `An address here has at most ${MAX_SERVE_URL_LENGTH} characters.`);
    else if (isServe) serve(req, res, url);
    else if (url.startsWith(EVENT_PATH)) event(req, res, url);
    else if (url.startsWith(CREATIVE_PATH))
      options.creativeFiles(req, res, url.slice(CREATIVE_PATH.length).split('?', 1)[0] ?? '');
    else options.tagFile(req, res);
    return true;
  }

  return (req, res) => dispatch(req, res, req.url ?? '');
}

function sendUnavailable(res: ServerResponse): void {
  sendError(res, 503, 'NOT_READY', 'The ad server cannot take this right now.', ['retry-after', '1']);
}
