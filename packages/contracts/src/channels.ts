import { z } from 'zod';
import type { ChannelKind } from './channelNames';
import { remoteName } from './remotes';

/**
 * Every channel of the broadcaster and every message on it. A message says what changed, never what somebody may not
 * see: browsers fetch what they show through the API, which asks for rights as always.
 */

const id = z.string().min(1).max(40);

/** `private-account.u_…`: what happens to one account; its owner alone may listen. */
export const accountMessages = {
  /** Money, figures of delivery or earnings changed; several within a second are one. */
  'balance.changed': z.object({}),
  'campaign.changed': z.object({ campaign_id: id }),
  'property.changed': z.object({ property_id: id }),
  'goal.changed': z.object({}),
  /** Something was reported, or a call of an outgoing postback took a step; several within a second are one. */
  'postbacks.changed': z.object({}),
  /** A payment of the account took a step. */
  'payment.changed': z.object({ payment_id: id }),
  /** A payout of the account took a step. */
  'payout.changed': z.object({ payout_id: id }),
  /** A notice came, was read or was put away: bell and list are fetched again. */
  'notice.changed': z.object({ unread: z.number().int().nonnegative() }),
  /** A conversation with support has something new for its owner. */
  'support.changed': z.object({ conversation_id: id }),
  /** Status, type or profile of the account changed: the session is fetched again. */
  'account.changed': z.object({}),
} as const;

/** `private-operators`: what waits for operators. */
export const operatorMessages = {
  'review.changed': z.object({}),
  'support.changed': z.object({ conversation_id: id }),
  'network.changed': z.object({}),
  /** Payments, payouts, promo codes, credit lines, invoices or dead letters: what the operator's money pages show. */
  'money.changed': z.object({}),
} as const;

/** `presence-conversation.cn_…`: the owner and operators in one conversation; members are `conversationMember`. */
export const conversationMessages = {
  'message.sent': z.object({ message_id: id }),
  /** State, subject or who answers changed. */
  'conversation.changed': z.object({}),
  'conversation.read': z.object({ side: z.enum(['customer', 'support']), message_id: id }),
} as const;

/** `TYPING_EVENT`, from browser to browser; the server only passes it on. Sent at most every 3 s while somebody writes. */
export const typing = z.object({ side: z.enum(['customer', 'support']) });
export type Typing = z.infer<typeof typing>;

/** What others see of who is in a conversation. */
export const conversationMember = z.object({
  /** Shown name: the company's for a customer, the first name for an operator. */
  name: z.string(),
  side: z.enum(['customer', 'support']),
});
export type ConversationMember = z.infer<typeof conversationMember>;

/** `private-role.advertiser` and the like: news for everybody of a role. */
export const roleMessages = {
  'news.changed': z.object({}),
} as const;

/**
 * `releases`, open to everybody: what visitors get of a remote has changed. Tabs ask `/remotes/registry.json?revision=`
 * within `spread_ms`, each at a moment of its own, so that many do not come at once; 0 for a few.
 */
export const releaseMessages = {
  'release.activated': z.object({
    remote: remoteName,
    version: z.string().max(80),
    /** Row of the change: a server that has not seen it yet reads anew before it answers. */
    revision: z.int().nonnegative(),
    spread_ms: z.int().nonnegative().max(60_000),
  }),
} as const;

/** By kind of channel; their names are in `channelNames.ts`. */
export const CHANNEL_MESSAGES = {
  account: accountMessages,
  operators: operatorMessages,
  conversation: conversationMessages,
  role: roleMessages,
  releases: releaseMessages,
} as const satisfies Record<ChannelKind, Record<string, z.ZodType>>;

type Messages<Kind extends ChannelKind> = (typeof CHANNEL_MESSAGES)[Kind];
export type EventOf<Kind extends ChannelKind> = keyof Messages<Kind> & string;
export type PayloadOf<Kind extends ChannelKind, Event extends EventOf<Kind>> =
  Messages<Kind>[Event] extends z.ZodType<infer Payload> ? Payload : never;

/** POST /broadcasting/auth, as pusher-js sends it (form or JSON). 403 for who may not listen. */
export const channelAuthRequest = z.object({
  socket_id: z.string().regex(/^\d{1,20}\.\d{1,20}$/),
  channel_name: z.string().min(1).max(200),
});
export const channelAuthAnswer = z.object({
  auth: z.string(),
  /** Presence channels only: JSON of `{ user_id, user_info: conversationMember }`, part of what is signed. */
  channel_data: z.string().optional(),
});

/** POST /broadcasting/user-auth: the sign-in of a connection (`pusher:signin`). */
export const userAuthRequest = z.object({ socket_id: channelAuthRequest.shape.socket_id });
export const userAuthAnswer = z.object({ auth: z.string(), user_data: z.string() });
