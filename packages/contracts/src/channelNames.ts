/** Kinds of channels of the broadcaster; what is told on them is in `channels.ts`. */
export type ChannelKind = 'account' | 'operators' | 'conversation' | 'role' | 'releases';

/** The wire names. */
export const CHANNELS = {
  account: (userId: string) => `private-account.${userId}`,
  operators: () => 'private-operators',
  conversation: (conversationId: string) => `presence-conversation.${conversationId}`,
  role: (name: 'advertiser' | 'publisher' | 'admin') => `private-role.${name}`,
  releases: () => 'releases',
} as const;

/** See `typing` in `channels.ts`. */
export const TYPING_EVENT = 'client-typing';

export interface ParsedChannel {
  kind: ChannelKind;
  /** The user, conversation or role behind the dot; empty for channels that there is one of. */
  subject: string;
}

const PATTERNS: readonly (readonly [ChannelKind, RegExp])[] = [
  ['account', /^private-account\.(u_[0-9a-z]+)$/],
  ['operators', /^private-operators()$/],
  ['conversation', /^presence-conversation\.(cn_[0-9a-z]+)$/],
  ['role', /^private-role\.([a-z]+)$/],
  ['releases', /^releases()$/],
];

/** Null for a channel that the app does not have. */
export function parseChannel(channel: string): ParsedChannel | null {
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(channel);
    if (match) return { kind, subject: match[1] ?? '' };
  }
  return null;
}
