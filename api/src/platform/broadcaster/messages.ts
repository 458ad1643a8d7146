import { checkJsonShape } from '../http';

/** What a frame of a browser is, read with care: nothing of it is believed. */
export interface ClientMessage {
  event: string;
  channel: unknown;
  data: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for what is no JSON, or has too many values and levels to be parsed while ads wait. */
function parse(bytes: Buffer): unknown {
  try {
    checkJsonShape(bytes);
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Null for what is no message of the protocol. */
export function readClientMessage(bytes: Buffer): ClientMessage | null {
  const parsed = parse(bytes);
  if (!isObject(parsed) || typeof parsed.event !== 'string' || parsed.event.length > 200) return null;
  return { event: parsed.event, channel: parsed.channel, data: parsed.data };
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

export interface SubscribeData {
  channel: string;
  auth: string;
  channelData: string | undefined;
}

/** `data` of pusher:subscribe and pusher:unsubscribe; older clients send it as JSON in a string. */
export function readSubscribe(given: unknown): SubscribeData | null {
  const data = objectIn(given);
  const channel = text(data?.channel);
  if (!data || channel === undefined) return null;
  const { auth, channel_data: channelData } = data;
  if (auth != null && typeof auth !== 'string') return null;
  if (channelData != null && typeof channelData !== 'string') return null;
  return { channel, auth: auth ?? '', channelData: channelData ?? undefined };
}

/** `data` of pusher:signin. */
export function readSignIn(given: unknown): { auth: string; userData: string } | null {
  const data = objectIn(given);
  const auth = text(data?.auth);
  const userData = text(data?.user_data);
  return auth === undefined || userData === undefined ? null : { auth, userData };
}

function objectIn(given: unknown): Record<string, unknown> | null {
  const parsed = typeof given === 'string' ? parse(Buffer.from(given)) : given;
  return isObject(parsed) ? parsed : null;
}

export interface Member {
  userId: string;
  /** JSON. */
  info: string;
}

/** Who somebody is on a presence channel, from text that was signed: `{ user_id, user_info? }`. */
export function readMember(signed: string, idField: 'user_id' | 'id'): Member | null {
  const data = objectIn(signed);
  const id = data?.[idField];
  const userId = typeof id === 'number' ? String(id) : id;
  if (!data || typeof userId !== 'string' || userId === '') return null;
  return { userId, info: JSON.stringify(data.user_info ?? null) };
}
