import type { ServerResponse } from 'node:http';
import { originOf } from './LeanRequest';
import { RawAnswers } from './rawAnswer';
import { countRefusal } from './traffic/refusals';

const TIMING = ['timing-allow-origin', '*'];
const CORS = ['access-control-allow-origin', '*', ...TIMING];
const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];
const NO_STORE = ['cache-control', 'no-store'];
const NOSNIFF = ['x-content-type-options', 'nosniff'];
const emptyHeaders = [...NO_STORE, ...CORS, ...NOSNIFF, 'content-length', '0'];

/**
 * Anybody's page may ask. Video players (Google's IMA) ask with credentials, for which browsers want the page's origin
 * instead of `*`. No cookie is ever set or read here.
 */
export function corsOf({ req }: ServerResponse): readonly string[] {
  const origin = originOf(req);
  if (origin === undefined) return CORS;
  const named = ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true'];
  return [...named, 'vary', 'Origin', ...TIMING];
}

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
  const common = [...JSON_TYPE, ...NO_STORE, ...corsOf(res), ...NOSNIFF];
  res.writeHead(status, [...common, ...headers, 'content-length', String(body.length)]);
  res.end(body, 'latin1');
}

/** What an event of the tag is acknowledged with, which asks without credentials. */
export function sendNoContent(res: ServerResponse): void {
  if (rawEmpties.send(res, '')) return;
  res.writeHead(204, emptyHeaders);
  rawEmpties.learn(res, 0);
  res.end();
}

export function sendEmpty(res: ServerResponse, status: number, headers: readonly string[] = []): void {
  res.writeHead(status, [...NO_STORE, ...corsOf(res), ...NOSNIFF, 'content-length', '0', ...headers]);
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
    ...corsOf(res),
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
