import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** A call as the sandbox's parts read it. */
export interface Call {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Objects go out as JSON; text and bytes as they are. */
  body?: unknown;
}

const MAX_PATH = 8_192;

export async function readCall(req: IncomingMessage): Promise<Call> {
  const url = new URL((req.url ?? '/').slice(0, MAX_PATH), 'http://sandbox');
  return {
    method: req.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: req.headers,
    body: await readText(req),
  };
}

/** The one value of a header; the first where there are many. */
export function headerOf({ headers }: Call, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

export function formOf({ headers, body }: Call): URLSearchParams {
  const type = headers['content-type'] ?? '';
  return new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? body : '');
}

export const htmlReply = (html: string, status = 200): Reply => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  },
  body: html,
});
/** Xero's body of 401, 403 and 404. */
export const problemReply = (status: number, title: string, detail: string): Reply => ({
  status,
  body: { Type: null, Title: title, Status: status, Detail: detail, Instance: randomUUID(), Extensions: {} },
});

export const redirectReply = (to: string): Reply => ({
  status: 302,
  headers: { Location: to, 'Cache-Control': 'no-store' },
});

export function send(res: ServerResponse, { status, headers = {}, body }: Reply): void {
  if (res.destroyed || res.headersSent) return;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const type = body === undefined || isRaw ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
  res.writeHead(status, { ...type, ...headers });
  res.end(body === undefined || isRaw ? body : JSON.stringify(body));
}
