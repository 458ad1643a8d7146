import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { endSocket } from '../http/sockets';
import { CLOSINGS, type Closing } from './protocol/closeCodes';
import type { Signer } from './protocol/signatures';

const APP_PATH = /^\/app\/([^/?]+)$/;
const PROTOCOL = '7';

export const isAppPath = (url: string) => /^\/app(?:[/?]|$)/.test(url);

export interface HandshakeRules {
  signer: Signer;
  /** Undefined lets all in. What is no browser names no origin and is let in: keys and signatures say what it may. */
  allowedOrigins: readonly string[] | undefined;
}

/** Why a connection is not to be; null when it is. Told in the protocol, where browsers see it. */
export function refusalOf(req: IncomingMessage, { signer, allowedOrigins }: HandshakeRules): Closing | null {
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const [, key] = APP_PATH.exec(path) ?? [];
  if (key === undefined) return CLOSINGS.unknownPath;
  if (!signer.isKey(key)) return CLOSINGS.unknownKey;
  const version = new URLSearchParams(query).get('protocol');
  if (version === null) return CLOSINGS.noVersion;
  if (!/^\d{1,9}$/.test(version)) return CLOSINGS.oddVersion;
  if (version !== PROTOCOL) return CLOSINGS.unsupportedVersion;
  const { origin } = req.headers;
  const isForeign = origin !== undefined && allowedOrigins !== undefined && !allowedOrigins.includes(origin);
  return isForeign ? CLOSINGS.foreignOrigin : null;
}

/** Answers an upgrade that is none of ours, or not now, and lets the connection go. */
export function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  endSocket(socket, 'websocket', { status, code: status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE', message });
}

/** Answers a handshake that is no handshake (RFC 6455 §4.2.1), as a wrong key or version. */
export function refuseHandshake(socket: Duplex, message: string): void {
  const headers = ['Sec-WebSocket-Version: 13'];
  endSocket(socket, 'websocket', { status: 400, code: 'HANDSHAKE_MALFORMED', message, headers });
}
