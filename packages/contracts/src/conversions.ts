import { z } from 'zod';
import { cleanText } from './cleanText';
import { lineText, micros, timestamp } from './common';
import { CONVERSION_DUPLICATES, CONVERSION_GOALS, CONVERSION_VERDICTS, conversionValue } from './constants';
import {
  CONVERSION_STATUSES,
  conversionStatusOf,
  GOAL_KEYS,
  GOAL_REPEATS,
  GOAL_VALUE_KINDS,
  MOST_ALLOWED_ADDRESSES,
} from './postbackRules';

/** What became of a reported conversion; only `attributed` ones are counted. */
export const conversionVerdict = z.enum(CONVERSION_VERDICTS);
export type ConversionVerdict = z.infer<typeof conversionVerdict>;
export const conversionDuplicates = z.enum(CONVERSION_DUPLICATES);
export type ConversionDuplicates = z.infer<typeof conversionDuplicates>;
/** As a report has it; absent: approved. */
export const conversionStatus = z.enum(CONVERSION_STATUSES);
export const goalValueKind = z.enum(GOAL_VALUE_KINDS);
export const goalRepeats = z.enum(GOAL_REPEATS);

const name = lineText.min(1, { error: 'Give the goal a name' }).max(120);
const windowDays = z.number().int().min(1).max(CONVERSION_GOALS.longestWindowDays);
const valueMicros = micros.min(0).max(CONVERSION_GOALS.mostValueMicros).nullable();

const allowedAddresses = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
          error: 'Enter an address or a network such as 203.0.113.0/24',
        }),
      ),
  )
  .max(MOST_ALLOWED_ADDRESSES);

/** POST /api/conversion-goals */
export const conversionGoalInput = z.object({
  name,
  /** Days after the click within which a conversion counts. Absent: 30, or what the kept clicks allow. */
  window_days: windowDays.optional(),
  /** `once`: one conversion a click. `every`: each transaction id (`tx`) once. It stays as it was made. */
  duplicates: conversionDuplicates.default('once'),
  /** `none`: nothing. `fixed`: `value_micros`, whatever is reported. `dynamic`: as reported, else `value_micros`. */
  value_kind: goalValueKind.default('dynamic'),
  /** What a conversion is worth that is reported without a value; null: nothing. */
  value_micros: valueMicros.default(null),
  /** Of what is counted already. `reject`: not counted. `new`: counted too, never paid for. `update`: a new value. */
  repeats: goalRepeats.default('reject'),
  /** Whether pages may report by an image, which anybody who knows a click id can do. */
  pixel: z.boolean().default(false),
  /** Whether a postback must carry the key. */
  requires_key: z.boolean().default(false),
  /** Addresses and networks that postbacks are taken from; empty: from everywhere. */
  allowed_addresses: allowedAddresses.default([]),
});
export type ConversionGoalInput = z.input<typeof conversionGoalInput>;

/** PATCH /api/conversion-goals/{id}; what it says concerns the conversions from now on. */
export const conversionGoalUpdate = z
  .object({
    name,
    window_days: windowDays,
    value_kind: goalValueKind,
    value_micros: valueMicros,
    repeats: goalRepeats,
    pixel: z.boolean(),
    requires_key: z.boolean(),
    allowed_addresses: allowedAddresses,
    /** An archived goal takes nothing more. */
    state: z.enum(['active', 'archived']),
  })
  .partial();
export type ConversionGoalUpdate = z.infer<typeof conversionGoalUpdate>;

export const conversionGoal = z.object({
  id: z.string(),
  name: z.string(),
  window_days: z.number().int(),
  duplicates: conversionDuplicates,
  value_kind: goalValueKind,
  value_micros: micros.nullable(),
  repeats: goalRepeats,
  pixel: z.boolean(),
  requires_key: z.boolean(),
  allowed_addresses: z.array(z.string()),
  /** Until when the key before opens too; null when it does not. */
  old_key_until: timestamp.nullable(),
  state: z.enum(['active', 'archived']),
  created_at: timestamp,
  /** When anything was reported last, counted or not. */
  last_received_at: timestamp.nullable(),
  /** To be copied; `{click_id}`, `{value}`, `{tx}` and `{key}` are for the advertiser's server to fill in. */
  postback_url: z.string(),
  /** To be copied into the page behind the goal; null while the pixel is off. */
  pixel_url: z.string().nullable(),
});
export type ConversionGoal = z.infer<typeof conversionGoal>;

/** GET /api/conversion-goals: newest first, archived ones too. */
export const conversionGoalList = z.object({ goals: z.array(conversionGoal) });
export type ConversionGoalList = z.infer<typeof conversionGoalList>;

/** POST /api/conversion-goals/{id}/key: a new key. The old one opens for so long too; for no time unless given. */
export const conversionGoalKeyInput = z.object({
  overlap_hours: z.number().int().min(0).max(GOAL_KEYS.longestOverlapHours).default(0),
});
/** GET /api/conversion-goals/{id}/key, and the answer of POST. */
export const conversionGoalKey = z.object({ key: z.string() });
export type ConversionGoalKey = z.infer<typeof conversionGoalKey>;

/** A conversion as it was reported, with what became of it. */
export const conversion = z.object({
  id: z.string(),
  /** As the report had it. */
  click_id: z.string(),
  tx: z.string().nullable(),
  /** 0 also where `value_unknown`: readers of earlier releases take no null. */
  value_micros: micros,
  /** The reported value could not be read. The conversion counts, and nobody knows what it is worth. */
  value_unknown: z.boolean(),
  /** What it cost: 0 unless the click's campaign pays for conversions of this goal (CPA). */
  price_micros: micros,
  source: z.enum(['postback', 'pixel']),
  verdict: conversionVerdict,
  received_at: timestamp,
  /** Null unless the click was of a campaign of one's own. */
  clicked_at: timestamp.nullable(),
  campaign: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type Conversion = z.infer<typeof conversion>;

/** GET /api/conversion-goals/{id}/conversions?verdict=&before= */
export const conversionQuery = z.object({
  verdict: conversionVerdict.optional(),
  /** `next` of the page before. */
  before: z.string().max(40).optional(),
});
export type ConversionQuery = z.infer<typeof conversionQuery>;
/** Newest first. */
export const conversionList = z.object({
  conversions: z.array(conversion),
  /** Where the next page begins; null behind the last one. */
  next: z.string().nullable(),
});
export type ConversionList = z.infer<typeof conversionList>;

/** A UUIDv7: the id of the decision that was clicked. */
const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Control characters, and what is left of bytes that are no UTF-8. */
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]/u;

const parameter = z
  .string({ error: ({ input }) => (input === undefined ? 'This is missing' : 'Give this only once') })
  .trim();
/** What a server's template left empty counts as not sent. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (given) => (typeof given === 'string' && given.trim() === '' ? undefined : given),
    schema.optional(),
  );
const clickId = parameter.toLowerCase().regex(CLICK_ID, {
  error: 'This is no click id: pass on what the landing page was given as {click_id}',
});
/** Trackers send unfilled macros and never report again: the conversion counts, its value unknown (null). */
const value = parameter.transform(conversionValue);
const currency = parameter
  .toUpperCase()
  .refine((text) => text === 'USD', { error: 'Amounts are in USD alone' });
const tx = parameter
  .max(100, { error: 'Use at most 100 characters' })
  .refine((text) => !UNREADABLE.test(text), { error: 'This cannot be read as UTF-8' })
  .overwrite(cleanText);

/** A tracker's own word for an event (`deposit`) reports a conversion like any other. */
const status = parameter.transform((text) => conversionStatusOf(text) ?? 'approved');

const ALIASES = [
  ['cid', 'click_id'],
  ['payout', 'value'],
] as const;

/** `cid` and `payout`, as trackers call them, under our own names, unless something stands there already. */
export function withoutAliases(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = new Map(Object.entries(given));
  for (const [alias, own] of ALIASES)
    if (fields.has(alias) && !fields.has(own)) fields.set(own, fields.get(alias));
  return Object.fromEntries(fields);
}

/** GET /pixel/{goal}.gif?click_id=&value=&currency=&tx= */
export const pixelQuery = z.object({
  click_id: clickId,
  /** In units of the currency; null when it cannot be read. */
  value: optional(value),
  currency: optional(currency),
  /** The advertiser's own id of the transaction. */
  tx: optional(tx),
});
/** GET|POST /postback?click_id=&goal=&value=&currency=&tx=&status=&key= */
export const postback = pixelQuery.extend({
  goal: parameter.max(40),
  /** approved, pending or rejected, or a tracker's word for one of them; any other word is approved. */
  status: optional(status),
  key: optional(parameter.max(100)),
});
export type Postback = z.output<typeof postback>;

/** The answer, once it is kept: whether it counts is for the goal's owner to see alone. */
export const postbackAnswer = z.object({ status: z.enum(['recorded', 'duplicate']) });
export type PostbackAnswer = z.infer<typeof postbackAnswer>;
