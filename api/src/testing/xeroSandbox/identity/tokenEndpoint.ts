import { timingSafeEqual } from 'node:crypto';
import { type Call, formOf, headerOf, type Reply } from '../http';
import type { Connections } from './connections';
import type { TokenSet, TokenStore } from './tokens';

interface Client {
  clientId: string;
  clientSecret: string;
}

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
const refuse = (error: string, status = 400): Reply => ({ status, headers: NO_STORE, body: { error } });
const give = (set: TokenSet | null): Reply =>
  set ? { status: 200, headers: NO_STORE, body: set } : refuse('invalid_grant');

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** RFC 6749, section 2.3.1: in the header, form-encoded before it is put together, or in the body. */
function isClient(call: Call, { clientId, clientSecret }: Client): boolean {
  const header = headerOf(call, 'authorization') ?? '';
  const form = formOf(call);
  let id = form.get('client_id') ?? '';
  let secret = form.get('client_secret') ?? '';
  if (header.startsWith('Basic ')) {
    const plain = Buffer.from(header.slice(6), 'base64').toString();
    const at = plain.indexOf(':');
    const part = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? '';
    id = part(plain.slice(0, Math.max(0, at)));
    secret = part(plain.slice(at + 1));
  }
  return isSame(id, clientId) && isSame(secret, clientSecret);
}

export async function tokenEndpoint(call: Call, client: Client, tokens: TokenStore): Promise<Reply> {
  if (!isClient(call, client)) return refuse('invalid_client', 401);
  const form = formOf(call);
  const { clientId } = client;
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') {
    const redirectUri = form.get('redirect_uri') ?? '';
    const verifier = form.get('code_verifier') ?? '';
    return give(await tokens.exchange(form.get('code') ?? '', { clientId, redirectUri, verifier }));
  }
  if (grant === 'refresh_token') return give(await tokens.refresh(form.get('refresh_token') ?? '', clientId));
  return refuse('unsupported_grant_type');
}

/** RFC 7009: a token that is not known is no error. Xero disconnects the organisations with it. */
export function revocationEndpoint(
  call: Call,
  client: Client,
  { tokens, connections }: { tokens: TokenStore; connections: Connections },
): Reply {
  if (!isClient(call, client)) return refuse('invalid_client', 401);
  const token = formOf(call).get('token');
  if (token === null || token === '') return refuse('invalid_request');
  if (tokens.revoke(token)) connections.revoke();
  return { status: 200, headers: NO_STORE };
}
