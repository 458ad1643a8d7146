import type { Signer } from '../protocol/signatures';
import { ApiError } from './ApiError';

/** A call may be that much older or newer than our clock. */
const MOST_APART_S = 600;

/** Decoded parameters; one that comes twice could be signed as one and read as the other. */
export function readQuery(query: string): Map<string, string> {
  const params = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [rawName, rawValue] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    let name: string;
    let value: string;
    try {
      name = decodeURIComponent(rawName);
      value = decodeURIComponent(rawValue);
    } catch {
      throw new ApiError(400, 'The query is not well-formed.');
    }
    if (params.has(name)) throw new ApiError(400, `The parameter ${name} comes twice.`);
    params.set(name, value);
  }
  return params;
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1);

export interface Call {
  method: string;
  /** As it came, and with its escapes resolved: libraries sign either. */
  path: string;
  decodedPath: string;
  params: ReadonlyMap<string, string>;
}

/** Whether who calls knows the secret, and called lately. The body is checked against its digest once it is read. */
export function checkCall({ method, path, decodedPath, params }: Call, signer: Signer, nowMs: number): void {
  const missing = ['auth_key', 'auth_timestamp', 'auth_version', 'auth_signature'].find(
    (name) => !params.has(name),
  );
  if (missing) throw new ApiError(401, `The parameter ${missing} is missing.`);
  if (!signer.isKey(params.get('auth_key') ?? ''))
    throw new ApiError(401, 'There is no app with this auth_key.');
  if (params.get('auth_version') !== '1.0') throw new ApiError(401, 'The auth_version must be 1.0.');
  const timestamp = params.get('auth_timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp))
    throw new ApiError(401, 'The auth_timestamp must be in seconds since 1970.');
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > MOST_APART_S)
    throw new ApiError(
      401,
      `The auth_timestamp is more than ${MOST_APART_S} s away from this server's time.`,
    );
  if (method === 'POST' && !params.has('body_md5'))
    throw new ApiError(401, 'The parameter body_md5 is missing: the body has to be signed.');
  const signature = params.get('auth_signature') ?? '';
  const signed = [...params]
    .filter(([name]) => name !== 'auth_signature')
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const isSigned = [...new Set([path, decodedPath])].some((each) =>
    signer.isCall(signature, [method, each, signed].join('\n')),
  );
  if (!isSigned) throw new ApiError(401, 'The auth_signature does not fit the call.');
}
