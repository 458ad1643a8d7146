import { z } from 'zod';
import { cleanLine, cleanText } from './cleanText';
import { ADDRESS_SENTENCES, readWebAddress } from './webAddress';

/** Millionths of the currency unit, as an integer. */
export const micros = z.number().int();
/** An amount that can be spent: more than nothing. */
export const positiveMicros = micros.positive();

const NOT_FITTING = 'This is not what belongs here';
/** Neither the network nor its campaigns are older than this. */
const FIRST_YEAR = 2_000;
/** Four digits: what lies behind has no place in a database's calendar. */
const LAST_YEAR = 9_999;
/** The year in UTC; of what is no time at all the format has complained already. */
const isKnownYear = (time: string) => {
  const year = new Date(time).getUTCFullYear();
  return Number.isNaN(year) || (year >= FIRST_YEAR && year <= LAST_YEAR);
};

/** A database's times, in UTC and finer than a millisecond, stay as they are. */
const toUtc = (time: string) =>
  /\.\d{4,}Z$/.test(time) || Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString();

/** ISO 8601 with an offset, of the years 2000 to 9999; what is read of it is UTC. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine(isKnownYear, { error: NOT_FITTING })
  .overwrite(toUtc);
/** YYYY-MM-DD of the same years, a day in UTC unless said otherwise. */
export const day = z.iso.date().refine(isKnownYear, { error: NOT_FITTING });

/** A NUL or half of a surrogate pair: neither can be stored as text. */
const UNSTORABLE = /\0|\p{Cs}/u;
/** Text that a person types: what cannot be stored is refused, what cannot be seen is dropped. Length and trimming are for the field to say. */
export const plainText = z
  .string()
  .refine((text) => !UNSTORABLE.test(text), { error: NOT_FITTING })
  .overwrite(cleanText);
/** A name or another text of one line that people read of each other. */
export const lineText = plainText.overwrite(cleanLine);

/** The one body of every refused call. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** Field name → what is wrong with it, every field at once. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  requestId: z.string(),
  /** Only with 419: where to go to get a fresh page. */
  redirect: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** `from` and `to` are days in UTC, both included. */
export const dateRange = z
  .object({ from: day, to: day })
  .refine((range) => range.from <= range.to, { path: ['to'], error: 'The last day lies before the first' });
export type DateRange = z.infer<typeof dateRange>;

const LONGEST_ADDRESS = 2_000;
/** Web address an ad may lead to, as `readWebAddress` writes it: what is stored can be opened. */
export const webUrl = plainText
  .trim()
  .max(LONGEST_ADDRESS)
  .overwrite((text) => {
    const read = readWebAddress(text);
    return 'url' in read ? read.url : text;
  })
  .max(LONGEST_ADDRESS)
  .superRefine((text, check) => {
    const read = readWebAddress(text);
    if ('problem' in read) check.addIssue({ code: 'custom', message: ADDRESS_SENTENCES[read.problem] });
  });
