import type { ServerResponse } from 'node:http';
import { RawAnswers } from './rawAnswer';
import { countRefusal } from './traffic/refusals';

/** Anybody's page may ask; nothing here ever reads a cookie. */
const CORS = ['access-control-allow-origin', '*', 'timing-allow-origin', '*'];
const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];
const NO_STORE = ['cache-control', 'no-store'];
const NOSNIFF = ['x-content-type-options', 'nosniff'];
const jsonHeaders = [...JSON_TYPE, ...NO_STORE, ...CORS, ...NOSNIFF];
const emptyHeaders = [...NO_STORE, ...CORS, ...NOSNIFF, 'content-length', '0'];

const rawAnswers = new RawAnswers();
const rawEmpties = new RawAnswers(204);

/**
 * The usual answer of the ad server, in parts that are joined once, the first one empty. They are ASCII, so their
 * characters are their bytes.
 */
export function sendAds(res: ServerResponse, parts: string[], headOnly: boolean): void {
  if (!headOnly && rawAnswers.sendParts(res, parts)) return;
  const body = parts.join('');
  res.writeHead(200, [
    'content-type',
    'application/json; charset=utf-8',
    'cache-control',
    'no-store',
    'access-control-allow-origin',
    '*',
    'x-content-type-options',
    'nosniff',
    'content-length',
    String(body.length),
  ]);
  if (headOnly) {
    res.end();
    return;
  }
  rawAnswers.learn(res, body.length);
  res.end(body, 'latin1');
}

/** The house's error body. `message` is ours, in ASCII. */
export function sendError(
  res: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: readonly string[] = [],
): void {
  countRefusal(code);
  const body = JSON.stringify({ message, code });
  res.writeHead(status, [...jsonHeaders, ...headers, 'content-length', String(body.length)]);
  res.end(body, 'latin1');
}

/** What an event is acknowledged with. */
export function sendNoContent(res: ServerResponse): void {
  if (rawEmpties.send(res, '')) return;
  res.writeHead(204, emptyHeaders);
  rawEmpties.learn(res, 0);
  res.end();
}

export function sendEmpty(res: ServerResponse, status: number, headers: readonly string[] = []): void {
  res.writeHead(status, headers.length === 0 ? emptyHeaders : [...emptyHeaders, ...headers]);
  res.end();
}

/** The smallest transparent GIF, for tags that can only ask for an image. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export function sendPixel(res: ServerResponse): void {
  res.writeHead(200, [
    'content-type',
    'image/gif',
    'content-length',
    String(PIXEL.length),
    ...NO_STORE,
    ...CORS,
    ...NOSNIFF,
  ]);
  res.end(PIXEL);
}

export function sendRedirect(res: ServerResponse, location: string): void {
  sendEmpty(res, 302, [
    'location',
    location,
    'referrer-policy',
    'no-referrer-when-downgrade',
    'x-robots-tag',
    'noindex',
  ]);
}

/** A preflight of another origin's page. */
export function sendPreflight(res: ServerResponse, methods: string): void {
  sendEmpty(res, 204, [
    'access-control-allow-methods',
    methods,
    'access-control-allow-headers',
    'content-type',
    'access-control-max-age',
    '86400',
  ]);
}

export function sendMethodNotAllowed(res: ServerResponse, methods: string): void {
  sendError(res, 405, 'METHOD_NOT_ALLOWED', `This address takes ${methods}.`, ['allow', methods]);
}
