/** What a channel's name says about it. */
export interface ChannelTraits {
  /** Its subscriptions carry a signature. */
  isSigned: boolean;
  isPresence: boolean;
  isEncrypted: boolean;
  /** Who comes later gets the last event. */
  isCached: boolean;
  /** The id of the only user who may listen; null for all other channels. */
  userId: string | null;
}

export const MOST_NAME = 200;
const NAME = /^[A-Za-z0-9_\-=@,.;]+$/;
const USER_CHANNEL = '#server-to-user-';
const USER_ID = /^[^\p{Cc}\p{Cs}]{1,128}$/u;
export const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/;

/** Null for what is no channel's name. */
export function traitsOf(name: string): ChannelTraits | null {
  if (name.startsWith(USER_CHANNEL)) {
    const userId = name.slice(USER_CHANNEL.length);
    if (!USER_ID.test(userId)) return null;
    return { isSigned: false, isPresence: false, isEncrypted: false, isCached: false, userId };
  }
  if (name.length > MOST_NAME || !NAME.test(name)) return null;
  const isPresence = name.startsWith('presence-');
  return {
    isSigned: isPresence || name.startsWith('private-'),
    isPresence,
    isEncrypted: name.startsWith('private-encrypted-'),
    isCached: /^(?:private-encrypted-|private-|presence-)?cache-/.test(name),
    userId: null,
  };
}

export const userChannel = (userId: string) => `${USER_CHANNEL}${userId}`;
export const isUserId = (text: string) => USER_ID.test(text);

/** The server's own words: nobody may put them into its mouth. */
export const isReserved = (event: string) =>
  event.startsWith('pusher:') || event.startsWith('pusher_internal:');
