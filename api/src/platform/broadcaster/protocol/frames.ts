const TEXT_FRAME = 0x81;

/** A text frame from the server (RFC 6455 §5.2: whole, unmasked), made once and written to whoever gets it. */
export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = TEXT_FRAME;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** An event on its way to a channel. `data` is any JSON; from the server it is a string, as the protocol wants it. */
export interface ChannelEvent {
  event: string;
  data?: unknown;
  /** Who sent it, on presence channels. */
  userId?: string;
}

export const eventText = (channel: string, { event, data, userId }: ChannelEvent): string =>
  JSON.stringify({ event, channel, data, user_id: userId });

/** The protocol's own messages. Data of the server is JSON in a string, except where clients read an object. */
export const serverTexts = {
  established: (socketId: string, activityTimeoutS: number) =>
    `{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"${socketId}\\",\\"activity_timeout\\":${activityTimeoutS}}"}`,
  error: (code: number | null, message: string) =>
    JSON.stringify({ event: 'pusher:error', data: { code, message } }),
  signedIn: (userData: string) =>
    JSON.stringify({ event: 'pusher:signin_success', data: JSON.stringify({ user_data: userData }) }),
  subscribed: (channel: string, data = '{}') =>
    JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel, data }),
  subscriptionError: (channel: string, type: string, error: string, status: number) =>
    JSON.stringify({ event: 'pusher:subscription_error', channel, data: { type, error, status } }),
  memberAdded: (channel: string, userId: string, info: string) =>
    JSON.stringify({
      event: 'pusher_internal:member_added',
      channel,
      data: `{"user_id":${JSON.stringify(userId)},"user_info":${info}}`,
    }),
  memberRemoved: (channel: string, userId: string) =>
    JSON.stringify({
      event: 'pusher_internal:member_removed',
      channel,
      data: JSON.stringify({ user_id: userId }),
    }),
  cacheMiss: (channel: string) => JSON.stringify({ event: 'pusher:cache_miss', channel, data: '{}' }),
  count: (channel: string, count: number) =>
    JSON.stringify({
      event: 'pusher_internal:subscription_count',
      channel,
      data: JSON.stringify({ subscription_count: count }),
    }),
};

/** Who is in a channel, with user infos that are JSON already. */
export function presenceData(members: ReadonlyMap<string, string>): string {
  const ids = JSON.stringify([...members.keys()]);
  const hash = [...members].map(([id, info]) => `${JSON.stringify(id)}:${info}`).join();
  return `{"presence":{"count":${members.size},"ids":${ids},"hash":{${hash}}}}`;
}

export const PING_FRAME = frameOf('{"event":"pusher:ping","data":"{}"}');
export const PONG_FRAME = frameOf('{"event":"pusher:pong","data":"{}"}');
