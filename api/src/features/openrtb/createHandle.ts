import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { fieldErrors } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { Engine } from '../serving';
import { type Refusal, sendBid, sendDone, sendNoBid, sendRefusal } from './answers';
import { bidRequest, parseJson } from './bidRequest';
import type { Bidder } from './createBidder';
import { NOTICE_KINDS, type NoticeKind, type Notices } from './createNotices';
import type { Seats } from './createSeats';
import { MOST_FAULTS } from './leniently';
import type { OpenRtbMetrics } from './metrics';
import { INVALID_REQUEST, noBidCode } from './noBid';
import type { NoticeMacs } from './noticeMac';
import { microsOf } from './prices';
import { type BodyProblem, readBody } from './readBody';
import type { Seat } from './seats.repo';

const EXCHANGES_PATH = '/openrtb2/';
const AUCTION_PATH = `${EXCHANGES_PATH}auction`;
const MOST_URL_LENGTH = 2_048;
const MICROS_OF_CPM = 1_000;
const KILOBYTE = 1_024;
/** Of a body, unpacked too: a bid request has a few kilobytes. */
const MOST_BYTES = 256 * KILOBYTE;
/** Of nobody we know: enough to try a request. */
const MOST_BYTES_OF_NOBODY = 16 * KILOBYTE;
const VERSION = /^2\.\d{1,2}$/;

export interface HandleOptions {
  seats: Seats;
  bidder: () => Bidder;
  engine: () => Engine;
  notices: Notices;
  macs: NoticeMacs;
  metrics: OpenRtbMetrics;
  log: Log;
  /** Whether the ad server decides and keeps events. */
  ready: () => boolean;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Those without a key, all of them together. */
const NOBODY = { id: 0, requestsPerSecond: 50 };

const refusal = (status: number, code: string, message: string, more: Partial<Refusal> = {}): Refusal => ({
  status,
  code,
  message,
  ...more,
});
const invalid = (message: string, errors?: Refusal['errors']) =>
  refusal(400, 'INVALID_REQUEST', message, { nbr: INVALID_REQUEST, errors });

const UNAVAILABLE = refusal(503, 'NOT_READY', 'The ad server cannot take this right now', {
  headers: ['retry-after', '1'],
  close: true,
});
const BODY_REFUSALS: Readonly<Record<Exclude<BodyProblem, 'gone'>, Refusal>> = {
  'too-large': refusal(413, 'TOO_LARGE', 'At most 256 kB, and 16 kB without a key, unpacked too', {
    close: true,
  }),
  'too-slow': refusal(408, 'TOO_SLOW', 'The request did not come in time', { close: true }),
  'not-gzip': invalid('The body is not gzip, as its header says'),
  'not-utf8': invalid('The body is not UTF-8'),
};

export const keyOf = ({ headers }: IncomingMessage): string =>
  /^Bearer +([\w.~+/=-]{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? '';

const isJson = (type: string | undefined) =>
  type === undefined || /^application\/json(?:\s*;|$)/i.test(type.trim());

/** What is wrong before the body is read. */
function headRefusal({ method, headers }: IncomingMessage): Refusal | null {
  if (method !== 'POST')
    return refusal(405, 'METHOD_NOT_ALLOWED', 'Bid requests come by POST', {
      headers: ['allow', 'POST'],
      close: true,
    });
  if (!isJson(headers['content-type']))
    return refusal(415, 'UNSUPPORTED_TYPE', 'Bid requests are application/json', { close: true });
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    return refusal(415, 'UNSUPPORTED_ENCODING', 'A body comes plain or as gzip', { close: true });
  const version = headers['x-openrtb-version'];
  if (version !== undefined && !VERSION.test(String(version)))
    return { ...invalid('This is OpenRTB 2'), close: true };
  return null;
}

/** The whole request or what is wrong with it. */
function parse(text: string) {
  const value = parseJson(text);
  if (value === undefined) return invalid('The body is not JSON');
  const parsed = bidRequest.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MOST_FAULTS);
  const [issue] = issues;
  const at = issue?.path.map(String).join('.') ?? '';
  const message = `This is no bid request: ${at === '' ? '' : `${at}: `}${issue?.message ?? 'unknown'}`;
  return { ...invalid(message, fieldErrors(new z.ZodError(issues))), path: at };
}

const isRefusal = (value: object): value is Refusal => 'status' in value && 'code' in value;

/** A price as a macro leaves it; null for one that was not replaced, was taken out or says AUDIT. */
const priceOf = (text: string | null): number | null => (text === null ? null : microsOf(text));
const lossOf = (text: string | null): number | null =>
  text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;

/** Takes what exchanges ask and say below `/openrtb2/`, in front of Express; answers false for any other address. */
export function createHandle(options: HandleOptions) {
  const { seats, bidder, engine, notices, macs, metrics, now } = options;

  /** Whatever is refused below `/openrtb2/` is counted by its code. */
  function refuse(res: ServerResponse, refused: Refusal): void {
    metrics.onRequest(refused.code);
    sendRefusal(res, refused);
  }

  /** Null for whoever does not say who asks: their requests are checked, and get no bid. */
  function seatOf(req: IncomingMessage): Seat | null | Refusal {
    const isNamed = req.headers.authorization !== undefined;
    const seat = isNamed ? seats.find(keyOf(req)) : null;
    if (isNamed && !seat)
      return refusal(401, 'UNKNOWN_SEAT', 'No seat has this key', {
        headers: ['www-authenticate', 'Bearer'],
        close: true,
      });
    if (!seats.admit(seat ?? NOBODY, now()))
      return refusal(429, 'TOO_MANY_REQUESTS', 'More requests than the seat may make in a second', {
        headers: ['retry-after', '1'],
        close: true,
      });
    return seat;
  }

  async function auction(req: IncomingMessage, res: ServerResponse, startedMs: number): Promise<void> {
    const refused = headRefusal(req) ?? (options.ready() ? null : UNAVAILABLE);
    if (refused) return refuse(res, refused);
    const seat = seatOf(req);
    if (seat !== null && isRefusal(seat)) return refuse(res, seat);
    const mostBytes = seat === null ? MOST_BYTES_OF_NOBODY : MOST_BYTES;
    const body = await readBody(req, req.headers['content-encoding'] === 'gzip', mostBytes);
    if (body.text === null) {
      if (body.problem !== 'gone') refuse(res, BODY_REFUSALS[body.problem]);
      return;
    }
    const request = parse(body.text);
    if (isRefusal(request)) return refuse(res, request);
    if (!options.ready()) return refuse(res, UNAVAILABLE);
    if (seat === null) return noBid(res, 'no-seat');
    const isLate = () => request.tmax !== undefined && performance.now() - startedMs >= request.tmax;
    if (isLate()) return noBid(res, 'late');
    const answer = bidder().answer(request, seat);
    if (answer.response === null) return noBid(res, answer.reason);
    if (isLate()) {
      bidder().withdraw(answer.response);
      return noBid(res, 'late');
    }
    metrics.onRequest('bid');
    metrics.onBids(answer.response.seatbid[0]?.bid.length ?? 0);
    sendBid(res, answer.response, /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? '')));
  }

  function noBid(res: ServerResponse, reason: Parameters<typeof noBidCode>[0]): void {
    metrics.onRequest(reason);
    sendNoBid(res, reason, noBidCode(reason));
  }

  /**
   * `/openrtb2/win/MAC/TOKEN?price=1.60`: kept for comparing bills. A loss frees what the bid had set aside. Only the
   * bid's own answer holds the MAC.
   */
  function notice(req: IncomingMessage, res: ServerResponse, kind: NoticeKind, rest: string) {
    if (req.method !== 'GET' && req.method !== 'POST') {
      const allow = { headers: ['allow', 'GET, POST'], close: true };
      return refuse(res, refusal(405, 'METHOD_NOT_ALLOWED', 'Notices come by GET or POST', allow));
    }
    if (!options.ready()) return refuse(res, UNAVAILABLE);
    req.resume();
    const [path = '', query = ''] = rest.split('?', 2);
    const [mac = '', tokenText = '', more] = path.split('/');
    const isOurs = more === undefined && macs.fits(kind, tokenText, mac);
    const token = isOurs ? engine().read(tokenText) : null;
    const zone = token && engine().snapshot.zones.byId.get(token.zoneId);
    if (!token || !zone || !seats.sells(zone.propertyId)) {
      metrics.onNotice(kind, 'refused');
      const message = 'This is no address of a bid, or one of long ago';
      return refuse(res, refusal(400, 'NO_SUCH_BID', message));
    }
    if (kind === 'loss') engine().release(tokenText);
    const said = new URLSearchParams(query);
    const isKept =
      token.test ||
      notices.add({
        decisionId: token.decisionId,
        kind,
        zoneId: token.zoneId,
        campaignId: token.campaignId,
        offeredMicros: token.payoutMicros * MICROS_OF_CPM,
        priceMicros: priceOf(said.get('price')),
        lossReason: kind === 'loss' ? lossOf(said.get('reason')) : null,
        receivedAtMs: now(),
      });
    metrics.onNotice(kind, isKept ? 'kept' : 'dropped');
    sendDone(res);
  }

  function dispatch(req: IncomingMessage, res: ServerResponse, url: string): void {
    const [path = ''] = url.split('?', 1);
    if (path === AUCTION_PATH) {
      auction(req, res, performance.now()).catch((error: unknown) => {
        options.log.error({ err: error }, 'A bid request could not be answered');
        metrics.onRequest('INTERNAL');
        if (!res.headersSent)
          sendRefusal(res, refusal(500, 'INTERNAL', 'This request could not be answered'));
      });
      return;
    }
    const rest = url.slice(EXCHANGES_PATH.length);
    const kind = NOTICE_KINDS.find((each) => rest.startsWith(`${each}/`));
    if (url.length > MOST_URL_LENGTH)
      refuse(res, refusal(414, 'URL_TOO_LONG', 'An address here has at most 2,048 characters'));
    else if (kind) notice(req, res, kind, rest.slice(kind.length + 1));
    else refuse(res, refusal(404, 'NOT_FOUND', 'There is nothing here', { close: true }));
  }

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const url = req.url ?? '';
    if (!url.startsWith(EXCHANGES_PATH)) return false;
    dispatch(req, res, url);
    return true;
  };
}
