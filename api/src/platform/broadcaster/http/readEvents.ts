import { z } from 'zod';
import type { BroadcasterLimits } from '../limits';
import { isReserved, SOCKET_ID, traitsOf } from '../protocol/channelNames';
import { ApiError } from './ApiError';

export const INFOS = ['user_count', 'subscription_count', 'cache'] as const;
export type Info = (typeof INFOS)[number];

export interface EventCall {
  name: string;
  data: string;
  channels: string[];
  exceptSocketId: string | undefined;
  info: ReadonlySet<Info>;
}

const common = {
  name: z.string().min(1).max(200),
  data: z.string(),
  socket_id: z.string().regex(SOCKET_ID).nullish(),
  info: z.string().nullish(),
};
const single = z.object({
  ...common,
  channel: z.string().nullish(),
  channels: z.array(z.string()).nullish(),
});
const batch = z.object({ batch: z.array(z.object({ ...common, channel: z.string() })) });

function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw new ApiError(400, 'The body is no JSON.');
  }
  const { data, error } = schema.safeParse(json);
  if (!error) return data;
  const [issue] = error.issues;
  throw new ApiError(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message}.`);
}

/** `info=user_count,subscription_count`; anything else is named. */
export function readInfo(given: string | null | undefined, allowed: readonly Info[]): ReadonlySet<Info> {
  const names = (given ?? '').split(',').flatMap((each) => each.trim() || []);
  const unknown = names.find((name) => !allowed.some((each) => each === name));
  if (unknown !== undefined)
    throw new ApiError(400, `info: ${unknown} is not one of ${allowed.join(', ')} here.`);
  return new Set(allowed.filter((each) => names.includes(each)));
}

const EVENT_INFOS = ['user_count', 'subscription_count'] as const;

function readOne(
  { name, data, socket_id, info }: z.output<z.ZodObject<typeof common>>,
  channels: string[],
  limits: BroadcasterLimits,
): EventCall {
  if (isReserved(name)) throw new ApiError(400, `name: ${name} is one of the protocol's own events.`);
  if (Buffer.byteLength(data) > limits.dataBytes)
    throw new ApiError(413, `data: it is longer than ${limits.dataBytes} bytes.`);
  const odd = channels.find((channel) => traitsOf(channel) === null);
  if (odd !== undefined) throw new ApiError(400, `channels: ${odd.slice(0, 200)} is no channel's name.`);
  const infos = readInfo(info, EVENT_INFOS);
  if (infos.has('user_count') && !channels.every((channel) => traitsOf(channel)?.isPresence))
    throw new ApiError(400, 'info: only presence channels have a user_count.');
  return {
    name,
    data,
    channels: [...new Set(channels)],
    exceptSocketId: socket_id ?? undefined,
    info: infos,
  };
}

/** POST /events */
export function readEvent(body: Buffer, limits: BroadcasterLimits): EventCall {
  const given = parse(single, body);
  const channels = given.channels ?? (given.channel == null ? [] : [given.channel]);
  if (channels.length === 0) throw new ApiError(400, 'channels: at least one is needed.');
  if (channels.length > limits.channelsPerEvent)
    throw new ApiError(400, `channels: at most ${limits.channelsPerEvent} at once.`);
  return readOne(given, channels, limits);
}

/** POST /batch_events. All of it is checked before any of it is sent. */
export function readBatch(body: Buffer, limits: BroadcasterLimits): EventCall[] {
  const { batch: events } = parse(batch, body);
  if (events.length === 0) throw new ApiError(400, 'batch: at least one event is needed.');
  if (events.length > limits.eventsPerBatch)
    throw new ApiError(400, `batch: at most ${limits.eventsPerBatch} at once.`);
  return events.map((each) => readOne(each, [each.channel], limits));
}
