import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const COMMON = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff', 'x-openrtb-version', '2.6'];
/** Below this packing saves nothing. */
const LEAST_PACKED_CHARACTERS = 1_024;
const FAST = { level: 1 };

/** Answers JSON, packed for whoever takes it so. */
export function sendBid(res: ServerResponse, body: object, takesGzip: boolean): void {
  const json = JSON.stringify(body);
  const isPacked = takesGzip && json.length >= LEAST_PACKED_CHARACTERS;
  const bytes = isPacked ? gzipSync(json, FAST) : Buffer.from(json);
  const packed = isPacked ? ['content-encoding', 'gzip'] : [];
  const type = ['content-type', 'application/json', 'vary', 'accept-encoding'];
  res.writeHead(200, [...COMMON, ...type, ...packed, 'content-length', String(bytes.length)]);
  res.end(bytes);
}

/** 204; why, in headers of its own. */
export function sendNoBid(res: ServerResponse, reason: string, code: number): void {
  res.writeHead(204, [...COMMON, 'x-no-bid-reason', reason, 'x-openrtb-nbr', String(code)]);
  res.end();
}

export function sendDone(res: ServerResponse): void {
  res.writeHead(204, COMMON);
  res.end();
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
  /** The first field that is wrong, as `imp.0.id`; empty for the whole. */
  path?: string;
  /** What is wrong with a request, by the path of its field: the first twenty faults. */
  errors?: Record<string, string[]>;
  /** OpenRTB's no-bid reason. */
  nbr?: number;
  headers?: readonly string[];
  /** What the caller is still sending is not waited for. */
  close?: boolean;
}

/** The house's error body, with OpenRTB's code. */
export function sendRefusal(res: ServerResponse, { status, headers = [], close, ...body }: Refusal): void {
  const json = Buffer.from(JSON.stringify(body));
  const type = ['content-type', 'application/json; charset=utf-8'];
  const end = close ? ['connection', 'close'] : [];
  res.writeHead(status, [...COMMON, ...type, ...end, ...headers, 'content-length', String(json.length)]);
  res.end(json);
}
