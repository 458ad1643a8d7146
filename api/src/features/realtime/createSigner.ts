import { createHmac } from 'node:crypto';

/** Makes the signatures that a broadcaster believes, its own or an outside one: they are those of the Pusher protocol. */
export interface Signer {
  /** @param channelData of presence channels; the text that is sent is the one that is signed */
  sign(socketId: string, channel: string, channelData?: string): string;
  signUser(socketId: string, userData: string): string;
}

export function createSigner({ key, secret }: { key: string; secret: string }): Signer {
  const signed = (...parts: string[]) =>
    `${key}:${createHmac('sha256', secret).update(parts.join(':')).digest('hex')}`;
  return {
    sign: (socketId, channel, channelData) =>
      channelData === undefined ? signed(socketId, channel) : signed(socketId, channel, channelData),
    signUser: (socketId, userData) => signed(socketId, '', 'user', '', userData),
  };
}
