import { z } from 'zod';
import { lineText, timestamp } from './common';
import { conversionStatus, conversionVerdict } from './conversions';
import { findMacros } from './macros';
import { parseUrl } from './parseUrl';
import {
  CONVERSION_STATUSES,
  OUTGOING_MACROS,
  OUTGOING_POSTBACKS,
  POSTBACK_CALL_STATES,
} from './postbackRules';

/** One line of the log: what came in for a goal, and what was answered. */
export const postbackLogEntry = z.object({
  id: z.string(),
  goal: z.object({ id: z.string(), name: z.string() }),
  received_at: timestamp,
  source: z.enum(['postback', 'pixel']),
  method: z.enum(['GET', 'POST']),
  /** Always null: nobody's address is kept. Read by pages of earlier releases. */
  address: z.string().nullable(),
  /** The parameters as they came; of the key only that there was one. */
  request: z.string(),
  status: z.number().int(),
  /** Why it was refused; null when it was kept. */
  code: z.string().nullable(),
  answer: z.string(),
  /** On arrival; null when it was refused. */
  verdict: conversionVerdict.nullable(),
  took_ms: z.number().int(),
});
export type PostbackLogEntry = z.infer<typeof postbackLogEntry>;

const page = {
  /** `next` of the page before. */
  before: z.string().max(40).optional(),
};

/** GET /api/postbacks/log?goal=&outcome=&source=&before= */
export const postbackLogQuery = z.object({
  goal: z.string().max(40).optional(),
  /** `counted`: attributed. `kept`: on the disk, and not counted or not yet. `refused`: answered with an error. */
  outcome: z.enum(['counted', 'kept', 'refused', 'test']).optional(),
  source: z.enum(['postback', 'pixel']).optional(),
  ...page,
});
export type PostbackLogQuery = z.infer<typeof postbackLogQuery>;
/** Newest first. */
export const postbackLog = z.object({
  entries: z.array(postbackLogEntry),
  /** Where the next page begins; null behind the last one. */
  next: z.string().nullable(),
  /** How long lines are kept, in days. */
  kept_days: z.number().int(),
});
export type PostbackLog = z.infer<typeof postbackLog>;

/** POST /api/conversion-goals/{id}/test */
export const postbackTestInput = z.object({
  /** In units of the currency, as a report would have it. */
  value: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,6})?$/, { error: 'Write the amount as 12.34, without a currency' })
    .optional(),
  status: conversionStatus.default('approved'),
});
export type PostbackTestInput = z.input<typeof postbackTestInput>;
/** What the real address answered to a report of a click that nobody made. */
export const postbackTest = z.object({
  /** As it was called; of the key only that there was one. */
  request: z.string(),
  status: z.number().int(),
  answer: z.string(),
  took_ms: z.number().int(),
});
export type PostbackTest = z.infer<typeof postbackTest>;

const isOutgoingMacro = (name: string) => OUTGOING_MACROS.some((known) => known === name);
const url = lineText
  .max(OUTGOING_POSTBACKS.longestUrl, { error: `Use at most ${OUTGOING_POSTBACKS.longestUrl} characters` })
  .superRefine((text, context) => {
    const parsed = parseUrl(text);
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
      context.addIssue({ code: 'custom', message: 'Write a whole address that begins with https://' });
    else if (/[{}]|%7[bd]/i.test(parsed.host))
      context.addIssue({ code: 'custom', message: 'The host of the address takes no macro' });
    const unknown = findMacros(text).find(({ name, fold }) => fold === null || !isOutgoingMacro(name));
    if (unknown)
      context.addIssue({ code: 'custom', message: 'There is no such macro: choose one of the list' });
  });
const fields = {
  name: lineText.min(1, { error: 'Give it a name' }).max(120),
  /** With macros, as `https://tracker.example/hook?id={click_id}&sum={value}`. */
  url,
  method: z.enum(['GET', 'POST']),
  /** Conversions of this goal alone; null: of every one. */
  goal_id: z.string().max(40).nullable(),
  events: z.array(conversionStatus).min(1, { error: 'Choose at least one' }).max(CONVERSION_STATUSES.length),
};

/** POST /api/postbacks/outgoing */
export const outgoingPostbackInput = z.object({
  ...fields,
  method: fields.method.default('GET'),
  goal_id: fields.goal_id.default(null),
  events: fields.events.default(['approved']),
});
export type OutgoingPostbackInput = z.input<typeof outgoingPostbackInput>;
/** PATCH /api/postbacks/outgoing/{id} */
export const outgoingPostbackUpdate = z.object({ ...fields, state: z.enum(['active', 'paused']) }).partial();
export type OutgoingPostbackUpdate = z.infer<typeof outgoingPostbackUpdate>;

/** An address that is called for each conversion. */
export const outgoingPostback = z.object({
  ...fields,
  id: z.string(),
  url: z.string(),
  state: z.enum(['active', 'paused']),
  created_at: timestamp,
  /** After several failures in a row it is left alone until then. */
  rests_until: timestamp.nullable(),
  waiting: z.number().int(),
  dead: z.number().int(),
});
export type OutgoingPostback = z.infer<typeof outgoingPostback>;
export const outgoingPostbackList = z.object({ outgoing: z.array(outgoingPostback) });
export type OutgoingPostbackList = z.infer<typeof outgoingPostbackList>;
/** The secret that calls are signed with is told here and never again. */
export const madeOutgoingPostback = outgoingPostback.extend({ secret: z.string() });
export type MadeOutgoingPostback = z.infer<typeof madeOutgoingPostback>;
/** POST /api/postbacks/outgoing/{id}/secret: a new one; the old one signs nothing from then on. */
export const outgoingSecret = z.object({ secret: z.string() });
export type OutgoingSecret = z.infer<typeof outgoingSecret>;

/** One call of an outgoing postback, with its last attempt. */
export const postbackCall = z.object({
  /** Sent with every attempt as `X-EzDash-Id`: the same for the same conversion. */
  id: z.string(),
  outgoing: z.object({ id: z.string(), name: z.string() }),
  conversion_id: z.string(),
  event: conversionStatus,
  is_test: z.boolean(),
  state: z.enum(POSTBACK_CALL_STATES),
  attempts: z.number().int(),
  created_at: timestamp,
  /** When it is tried next; null unless it waits. */
  due_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
  last_status: z.number().int().nullable(),
  last_error: z.string().nullable(),
  last_answer: z.string().nullable(),
});
export type PostbackCall = z.infer<typeof postbackCall>;
/** GET /api/postbacks/calls?state=&outgoing=&before= */
export const postbackCallQuery = z.object({
  state: z.enum(POSTBACK_CALL_STATES).optional(),
  outgoing: z.string().max(40).optional(),
  ...page,
});
export type PostbackCallQuery = z.infer<typeof postbackCallQuery>;
/** Newest first. */
export const postbackCallList = z.object({ calls: z.array(postbackCall), next: z.string().nullable() });
export type PostbackCallList = z.infer<typeof postbackCallList>;

/** POST /api/postbacks/calls/send-again: dead ones; all of the account, or of one outgoing postback. */
export const sendAgainInput = z.object({ outgoing_id: z.string().max(40).optional() });
export type SendAgainInput = z.input<typeof sendAgainInput>;
/** At most 1,000 at a time; `more` says that some are left. */
export const sentAgain = z.object({ sent: z.number().int(), more: z.boolean() });
export type SentAgain = z.infer<typeof sentAgain>;
