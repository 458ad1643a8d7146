import { z } from 'zod';

/** Millionths of the currency unit, as an integer. */
export const micros = z.number().int();
/** An amount that can be spent: more than nothing. */
export const positiveMicros = micros.positive();
/** ISO 8601 with an offset, UTC from the server. */
export const timestamp = z.iso.datetime({ offset: true });
/** YYYY-MM-DD, a day in UTC unless said otherwise. */
export const day = z.iso.date();

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

/** Web address an ad may lead to. */
export const webUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => {
      try {
        const url = new URL(text);
        return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '';
      } catch {
        return false;
      }
    },
    { error: 'Enter a full address that starts with https://' },
  );
