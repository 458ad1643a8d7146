import { z } from 'zod';
import { alertEvent } from './alerts';
import { timestamp } from './common';
import { ALERT_DIGESTS } from './constants';

/** One line of the bell: what happened, in words that the browser makes of event and data. */
export const notice = z.object({
  id: z.string(),
  event: alertEvent,
  /** Figures and names of the event, for `shell:notice.<event>`: `alertData` of it. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
  /** Where to look at it; a path of the app. Null: there is nothing to open. */
  href: z.string().nullable(),
  created_at: timestamp,
  read: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** GET /api/notices?before=ID&limit=N: newest first. */
export const noticePage = z.object({
  notices: z.array(notice),
  unread: z.number().int().nonnegative(),
  /** For `before` of the next page; null: there are no older ones. */
  next: z.string().nullable(),
});
export type NoticePage = z.infer<typeof noticePage>;
export const noticeQuery = z.object({
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** POST /api/notices/read → 200 `noticePage.unread` as `{ unread }`. With `ids` those, without all up to `until`. */
export const noticesRead = z
  .object({
    ids: z.array(z.string()).min(1).max(100).optional(),
    /** The newest notice that was seen: what came since stays unread. */
    until: z.string().optional(),
  })
  .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
    error: 'Say either which notices, or up to which one',
  });
export type NoticesRead = z.infer<typeof noticesRead>;

/** HH:MM in the account's time zone. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 22:00' });

/** When mails come. What an account must know at once (sign-ins, security) comes at once all the same. */
export const alertDelivery = z.object({
  digest: z.enum(ALERT_DIGESTS),
  /** When the digest goes, in the account's time zone. */
  digest_at: clockTime,
  /** Null: none. Mails and webhooks of these hours wait for their end; they may reach over midnight. */
  quiet_hours: z
    .object({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Begin and end must differ' })
    .nullable(),
});
export type AlertDelivery = z.infer<typeof alertDelivery>;
/** GET and PUT /api/settings/alerts/delivery */
export const alertDeliveryAnswer = z.object({
  delivery: alertDelivery,
  /** IANA name of the account's zone, in which the hours are meant. */
  timezone: z.string(),
});
export type AlertDeliveryAnswer = z.infer<typeof alertDeliveryAnswer>;

/** The owner's own address for alerts. The secret is shown once, when it is made. */
export const alertWebhook = z.object({
  url: z.string(),
  /** The secret's last four characters. */
  secret_hint: z.string(),
  created_at: timestamp,
  /** Of the newest call; null before the first. `gave_up`: after the last attempt. */
  last: z
    .object({
      at: timestamp,
      ok: z.boolean(),
      status: z.number().int().nullable(),
      error: z.string().nullable(),
      gave_up: z.boolean(),
    })
    .nullable(),
});
export type AlertWebhook = z.infer<typeof alertWebhook>;

/** GET /api/settings/alerts/webhook; null: none is set. */
export const alertWebhookAnswer = z.object({ webhook: alertWebhook.nullable() });
export type AlertWebhookAnswer = z.infer<typeof alertWebhookAnswer>;
/** PUT /api/settings/alerts/webhook (a recent proof is needed) → `{ webhook, secret }`; DELETE removes it. */
export const alertWebhookInput = z.object({ url: z.string().trim().min(1).max(2_000) });
export type AlertWebhookInput = z.infer<typeof alertWebhookInput>;
export const alertWebhookMade = z.object({ webhook: alertWebhook, secret: z.string() });
export type AlertWebhookMade = z.infer<typeof alertWebhookMade>;
/** The body of a call to the address; signed as `X-EzDash-Signature: t=SECONDS,v1=HEX of HMAC-SHA256(secret, "t.body")`. */
export const alertWebhookCall = z.object({
  /** The same in every attempt: what was seen before is to be left alone. `test_…` of the test button. */
  id: z.string(),
  event: z.union([alertEvent, z.literal('test')]),
  created_at: timestamp,
  data: z.record(z.string(), z.unknown()),
  /** Where the app shows it; null: nowhere. */
  url: z.string().nullable(),
});
export type AlertWebhookCall = z.infer<typeof alertWebhookCall>;
/** POST /api/settings/alerts/webhook/test: what the address answered within 10 s. */
export const alertWebhookTest = z.object({
  ok: z.boolean(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().int(),
});
export type AlertWebhookTest = z.infer<typeof alertWebhookTest>;
