import { z } from 'zod';
import { lineText, plainText, timestamp } from './common';
import { richText } from './richText';
import { ATTACHMENT_TYPES, CONVERSATION_STATES, SUPPORT_LIMITS } from './supportRules';

/** open: support's turn; waiting: the customer's turn; solved: nobody's, until somebody writes again. */
export const conversationState = z.enum(CONVERSATION_STATES);
export type ConversationState = z.infer<typeof conversationState>;

/** One entry of the search. */
export const helpHit = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  /** The sentence that fits best, without formatting. */
  excerpt: z.string(),
});
export type HelpHit = z.infer<typeof helpHit>;
/** GET /api/help/articles?q=&for=PATH: without `q` all of them by category; with `for` those of one page first. */
export const helpQuery = z.object({
  q: z.string().max(200).optional(),
  for: z.string().max(200).optional(),
  locale: z.string().max(20).optional(),
});
export const helpList = z.object({
  articles: z.array(helpHit),
  /** How many of the first ones belong to the page of `for`; left out without it. */
  for_page: z.number().int().nonnegative().optional(),
});
export type HelpList = z.infer<typeof helpList>;
/** GET /api/help/articles/{slug}?locale= */
export const helpArticle = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  body: richText,
  updated_on: z.iso.date(),
  related: z.array(z.object({ slug: z.string(), title: z.string() })),
});
export type HelpArticle = z.infer<typeof helpArticle>;

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(ATTACHMENT_TYPES),
  bytes: z.number().int(),
  /** GET: the file itself, always as a download. */
  href: z.string(),
});
export type Attachment = z.infer<typeof attachment>;

/**
 * What the network found in the asker's own figures; texts under `ui:conversation.finding.<kind>`, facts by kind in
 * FINDING_FACTS: those of the sentence are always there, those of the rows where they are known.
 */
export const finding = z.object({
  kind: z.enum([
    'campaign-budget-reached',
    'campaign-total-reached',
    'campaign-total-rest',
    'campaign-unfunded',
    'campaign-paused-by-user',
    'campaign-paused-by-system',
    'campaign-stopped',
    'campaign-rejected',
    'campaign-in-review',
    'campaign-scheduled',
    'campaign-completed',
    'campaign-loses-auctions',
    'campaign-targeting-narrow',
    'campaign-delivers',
    'property-pending',
    'property-stopped',
    'property-rejected',
    'zone-stopped',
    'zone-no-tag',
    'zone-low-fill',
    'zone-delivers',
    'account-not-active',
  ]),
  /** What it is about, by its public id and name; null for the account itself. */
  subject: z.object({ id: z.string(), name: z.string(), href: z.string() }).nullable(),
  /** Figures of the sentence and of the rows below it: amounts in micros, times as timestamps, shares from 0 to 1. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** What may be done at once: a page to open. */
  action: z
    .object({
      kind: z.enum(['raise-budget', 'add-funds', 'resume', 'edit', 'show-reasons', 'get-tag']),
      href: z.string(),
    })
    .nullable(),
});
export type Finding = z.infer<typeof finding>;

export const message = z.object({
  id: z.string(),
  from: z.enum(['customer', 'support', 'diagnosis', 'system']),
  /** Who wrote it, or did what `system` tells: the operator's first name, or the customer's own; null: nobody did. */
  author: z.string().nullable(),
  /** Plain text with line breaks; empty when only files or findings were sent. */
  body: z.string(),
  /** Only of `diagnosis`. */
  findings: z.array(finding),
  /** Only of `system`: what happened to the conversation. */
  happened: z.enum(['solved', 'reopened', 'assigned']).nullable(),
  attachments: z.array(attachment),
  sent_at: timestamp,
});
export type Message = z.infer<typeof message>;

export const conversation = z.object({
  id: z.string(),
  subject: z.string(),
  state: conversationState,
  /** Messages its reader has not seen. */
  unread: z.number().int().nonnegative(),
  last: z.object({
    from: message.shape.from,
    author: z.string().nullable(),
    /** First line. */
    text: z.string(),
    at: timestamp,
  }),
  /** Newest message that each side has seen; null: none. */
  read_by: z.object({
    customer: z.object({ message_id: z.string(), at: timestamp }).nullable(),
    support: z.object({ message_id: z.string(), at: timestamp }).nullable(),
  }),
  /** Who answers; null: nobody yet. */
  agent: z.string().nullable(),
});
export type Conversation = z.infer<typeof conversation>;

/** GET /api/support/conversations: newest activity first. */
export const conversationList = z.object({
  conversations: z.array(conversation),
  unread: z.number().int().nonnegative(),
  /** Median wait for a first answer by a person in the last 30 days, in minutes; null: too few answers (under 5). */
  usual_wait_minutes: z.number().int().nullable(),
});
export type ConversationList = z.infer<typeof conversationList>;

/** What both threads have: their messages in order, 500 at most. */
const threadMessages = {
  messages: z.array(message),
  /** Whether there are messages before the first of these; not said of those after one. */
  earlier: z.boolean().optional(),
};

/**
 * GET /api/support/conversations/{id}?after=MESSAGE&before=MESSAGE: the newest messages, the newest of those before one, or
 * the oldest of those after one.
 */
export const conversationThread = z.object({ conversation, ...threadMessages });
export type ConversationThread = z.infer<typeof conversationThread>;

/**
 * POST /api/support/conversations → 201 `conversationThread`; POST …/{id}/messages → 201 `message`.
 * `client_id` is made by the browser and kept until it was answered: what is sent twice stands once.
 */
const clientId = z.uuid();
const messageBody = plainText
  .trim()
  .max(SUPPORT_LIMITS.message, { error: `At most ${SUPPORT_LIMITS.message} characters` });
const attachmentIds = z.array(z.string()).max(SUPPORT_LIMITS.attachments, {
  error: `At most ${SUPPORT_LIMITS.attachments} files`,
});
export const messageInput = z
  .object({ client_id: clientId, body: messageBody, attachments: attachmentIds.default([]) })
  .refine(({ body, attachments }) => body !== '' || attachments.length > 0, {
    path: ['body'],
    error: 'Write something',
  });
export type MessageInput = z.input<typeof messageInput>;
export const conversationInput = z.object({
  client_id: clientId,
  subject: lineText
    .min(1, { error: 'Say in a few words what it is about' })
    .max(SUPPORT_LIMITS.subject, { error: `At most ${SUPPORT_LIMITS.subject} characters` }),
  body: messageBody.min(1, { error: 'Write something' }),
  attachments: attachmentIds.default([]),
  /** "It is something else": no finding is looked for, a person is asked at once. */
  skip_diagnosis: z.boolean().default(false),
});
export type ConversationInput = z.input<typeof conversationInput>;
/** POST /api/support/conversations/{id}/read `{ message_id }`: the newest one seen. */
export const conversationRead = z.object({ message_id: z.string() });
/** POST /api/support/conversations/{id}/ask-person: the diagnosis did not help. POST …/solve: the asker has what they need. */

/** POST /api/support/attachments?name=: the file itself as the body → 201 `attachment`, of nobody until it is sent. */
export const attachmentQuery = z.object({ name: lineText.min(1).max(120) });

/** A conversation as operators see it. */
export const operatorConversation = conversation.extend({
  customer: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    account_type: z.string(),
    status: z.string(),
  }),
  /** Since when the customer waits for an answer; null: they do not. */
  waiting_since: timestamp.nullable(),
});
export type OperatorConversation = z.infer<typeof operatorConversation>;
/** GET /api/operator/conversations?state=&q=: those that wait longest first. */
export const operatorConversationQuery = z.object({
  state: conversationState.optional(),
  q: z.string().max(120).optional(),
});
export const operatorConversationList = z.object({
  conversations: z.array(operatorConversation),
  counts: z.object({ open: z.number().int(), waiting: z.number().int(), solved: z.number().int() }),
});
export type OperatorConversationList = z.infer<typeof operatorConversationList>;
/** GET /api/operator/conversations/{id}; POST …/messages, …/read, …/attachments: all as the customer's. */
export const operatorConversationThread = z.object({
  conversation: operatorConversation,
  ...threadMessages,
});
export type OperatorConversationThread = z.infer<typeof operatorConversationThread>;
/** POST /api/operator/conversations/{id}/state `{ state }` */
export const conversationStateChange = z.object({ state: z.enum(['open', 'waiting', 'solved']) });
