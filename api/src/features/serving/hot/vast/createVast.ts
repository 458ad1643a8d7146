import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_SERVE_URL_LENGTH, NO_FILL_REASONS, rowId } from '@ezdash/contracts';
import { parseAdQuery, subQuery } from '../adQuery';
import { advertiserDomain } from '../advertiserDomain';
import type { AnsweredAd, Engine, Visitor } from '../engine';
import { corsOf, sendEmpty, sendError, sendMethodNotAllowed, sendPixel, sendPreflight } from '../httpAnswers';
import { playerZone } from '../narrowing';
import { invalidByVisitor } from '../traffic/networkKind';
import { countRefusal } from '../traffic/refusals';
import type { VideoTally } from './VideoTally';
import { emptyVast, VAST_VERSIONS, type VastPublisher, type VastVersion, vastDocument } from './vastDocument';
import { isVideoEvent } from './videoEvents';

export interface VastOptions {
  engine: Engine;
  publisher: VastPublisher;
  tally: VideoTally;
  /** False until the first snapshot stands and after the stop. */
  ready: () => boolean;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Answers an address below `/vast/` and says so; `visitorOf` is the fast path's. */
export type HandleVast = (
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
  visitorOf: (req: IncomingMessage) => Visitor,
) => boolean;

const PATH = '/vast/';
const EVENT_PATH = '/vast/e/';
const NONE_PATH = '/vast/none';
const SERVE_METHODS = 'GET, HEAD, OPTIONS';
const EVENT_METHODS = 'GET, POST, HEAD, OPTIONS';
/** No ad in the document, as players count errors. */
const NO_AD_ERROR = 303;
/** An error of which the player says no more. */
const UNDEFINED_ERROR = 900;
const reasonNames = Object.keys(NO_FILL_REASONS);

function sendXml(res: ServerResponse, status: number, document: string, headOnly: boolean): void {
  const body = Buffer.from(document);
  res.writeHead(status, [
    'content-type',
    'text/xml; charset=utf-8',
    'cache-control',
    'no-store',
    ...corsOf(res),
    'x-content-type-options',
    'nosniff',
    'content-length',
    String(body.length),
  ]);
  res.end(headOnly ? undefined : body);
}

const sendUnavailable = (res: ServerResponse) =>
  sendError(res, 503, 'NOT_READY', 'The ad server cannot take this right now.', ['retry-after', '1']);

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
/** Behind the question mark; empty without one. */
const searchOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
const parameters = (url: string) => new URLSearchParams(searchOf(url));

/** Ours, and how others call it: `v=3`, `vast=4.1`, `vast_version=2.0`, Google's `output=xml_vast4`. */
const VERSION_NAMES = ['v', 'vast', 'vast_version', 'output'];
const VERSION = /^(?:xml_)?(?:vast)?([234])(?:\.(\d)(?:\.\d)?)?$/i;

/** What the address asks for; of VAST 4 the newest we write unless it names one. Undefined when it does not say. */
function versionIn(url: string): VastVersion | undefined {
  const asked = parameters(url);
  for (const name of VERSION_NAMES) {
    const [, major, minor] = VERSION.exec(asked.get(name)?.trim() ?? '') ?? [];
    if (major === undefined) continue;
    const exact = VAST_VERSIONS.find((each) => each === `${major}.${minor}`);
    return exact ?? VAST_VERSIONS.findLast((each) => each.startsWith(major));
  }
  return undefined;
}

/** Three digits where an address has them; VAST's own undefined error for everything else. */
function errorCode(url: string): number {
  const code = parameters(url).get('code') ?? '';
  return /^[1-9]\d{2}$/.test(code) ? Number(code) : UNDEFINED_ERROR;
}

/**
 * VAST for video players: `GET /vast/{zone}` decides like `/serve` and answers one linear ad, `/vast/e/…` takes what
 * the player reports beside impression, view and click, which go where everybody's go.
 */
export function createVast({ engine, publisher, tally, ready, now = Date.now }: VastOptions): HandleVast {
  function documentOf(
    { candidates, reason, requestedZone }: AnsweredAd,
    eventQuery: string,
    version: VastVersion | undefined,
  ): string {
    const [winner] = candidates;
    const token = winner && engine.read(winner.token);
    const document =
      winner && token
        ? vastDocument(publisher, {
            creative: winner.creative,
            token: winner.token,
            decisionId: token.decisionId,
            domain: advertiserDomain(winner.creative.landing),
            eventQuery,
            version,
          })
        : '';
    return document === '' ? nothing(requestedZone, reasonNames[reason] ?? '', version) : document;
  }

  /** The address of its error says all there is to say: why there is no ad. */
  function nothing(zone: string, reason: string, version: VastVersion | undefined): string {
    const query = `zone=${zone}&reason=${reason}&code=${NO_AD_ERROR}`;
    return emptyVast(`${publisher.origin}${NONE_PATH}?${query}`, version);
  }

  /** Players read documents: what is wrong with the address is told by one without an ad. */
  function refuse(res: ServerResponse, zone: string, version: VastVersion | undefined, headOnly: boolean) {
    countRefusal('VAST_UNKNOWN_ZONE');
    sendXml(res, 404, nothing(zone, 'unknown-zone', version), headOnly);
  }

  function serve(
    req: IncomingMessage,
    res: ServerResponse,
    url: string,
    visitorOf: (req: IncomingMessage) => Visitor,
  ) {
    if (req.method === 'OPTIONS') return sendPreflight(res, SERVE_METHODS);
    const headOnly = req.method === 'HEAD';
    if (req.method !== 'GET' && !headOnly) return sendMethodNotAllowed(res, SERVE_METHODS);
    if (!ready() || !engine.healthy) return sendUnavailable(res);
    const id = pathOf(url).slice(PATH.length);
    const version = versionIn(url);
    if (rowId('zone', id) === null) return refuse(res, '', version, headOnly);
    const parsed = parseAdQuery(`?zones=${id}&${searchOf(url)}`);
    if (!parsed.ok) return sendError(res, 400, parsed.code, parsed.message);
    const zone = engine.snapshot.zones.byPublicId.get(id);
    const { exclude, keywords, sub, test } = parsed.query;
    const visitor = visitorOf(req);
    const request = { zones: [id], exclude, keywords, test, visitor };
    if (!zone) {
      // Counted as an ad request for an unknown zone.
      engine.answer(request);
      return refuse(res, id, version, headOnly);
    }
    if (zone.kind !== 'video')
      return sendError(res, 400, 'NO_VIDEO_ZONE', 'This zone is no place for videos: ask for it by /serve.');
    const ad = engine.answerNarrowed(playerZone(zone), request, exclude);
    sendXml(res, 200, documentOf(ad, subQuery(sub, visitor), version), headOnly);
  }

  function report(
    req: IncomingMessage,
    res: ServerResponse,
    url: string,
    visitorOf: (req: IncomingMessage) => Visitor,
  ) {
    if (req.method === 'OPTIONS') return sendPreflight(res, EVENT_METHODS);
    if (req.method !== 'GET' && req.method !== 'POST' && req.method !== 'HEAD')
      return sendMethodNotAllowed(res, EVENT_METHODS);
    if (!ready()) return sendUnavailable(res);
    req.resume();
    const [name = '', tokenText = '', more] = pathOf(url).slice(EVENT_PATH.length).split('/');
    if (!isVideoEvent(name) || more !== undefined)
      return sendError(res, 404, 'NOT_FOUND', 'There is no such event.');
    const token = engine.read(tokenText);
    if (token === null)
      return sendError(res, 400, 'TOKEN_FORGED', 'This address was not made by this network, or long ago.');
    const isCounted = invalidByVisitor(visitorOf(req)) === 0 && tally.count(name, token, now());
    if (isCounted && name === 'error') tally.countError(errorCode(url));
    acknowledge(req, res);
  }

  function acknowledge(req: IncomingMessage, res: ServerResponse) {
    if (String(req.headers.accept ?? '').startsWith('image/')) return sendPixel(res);
    sendEmpty(res, 204);
  }

  return (req, res, url, visitorOf) => {
    if (!url.startsWith(PATH)) return false;
    if (url.length > MAX_SERVE_URL_LENGTH)
      sendError(res, 414, 'URL_TOO_LONG', `An address here has at most ${MAX_SERVE_URL_LENGTH} characters.`);
    else if (url.startsWith(EVENT_PATH)) report(req, res, url, visitorOf);
    else if (pathOf(url) === NONE_PATH) {
      tally.countError(errorCode(url));
      acknowledge(req, res);
    } else serve(req, res, url, visitorOf);
    return true;
  };
}
