import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { request } from './testRequests';

export interface Sent {
  body?: string | Buffer;
  headers?: Record<string, string>;
  method?: string;
  path?: string;
}
export interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  json: Record<string, unknown>;
}
/** Sends as an exchange's server does; without a key, as anybody. */
export function exchangeClient(port: number, key: string | null) {
  const named: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  function post({
    body = JSON.stringify(request()),
    headers = {},
    method = 'POST',
    path = '/openrtb2/auction',
  }: Sent) {
    return new Promise<Got>((resolve, reject) => {
      const call = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { ...named, 'content-type': 'application/json', ...headers },
        },
        (res) => {
          const parts: Buffer[] = [];
          res.on('data', (part: Buffer) => parts.push(part));
          res.on('end', () => {
            const bytes = Buffer.concat(parts);
            const plain = res.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
            const json = plain.length === 0 ? {} : (JSON.parse(plain.toString()) as Record<string, unknown>);
            resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes, json });
          });
        },
      );
      call.on('error', reject);
      call.end(method === 'GET' ? undefined : body);
    });
  }
  /** A bid request with some fields of its own. */
  const ask = (fields: object = {}, sent: Sent = {}) =>
    post({ ...sent, body: JSON.stringify(request(fields)) });
  /** Sends the beginning of a body at once, and the rest later or never. */
  function postSlowly(first: string, rest: string | null, waitMs: number) {
    return new Promise<Pick<Got, 'status' | 'headers'>>((resolve, reject) => {
      const call = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: '/openrtb2/auction',
          method: 'POST',
          headers: { ...named, 'content-type': 'application/json' },
        },
        (res) => {
          res.resume();
          resolve({ status: res.statusCode ?? 0, headers: res.headers });
          if (rest === null) call.destroy();
        },
      );
      call.on('error', reject);
      call.write(first);
      if (rest !== null) setTimeout(() => call.end(rest), waitMs);
    });
  }
  return { post, ask, postSlowly };
}
