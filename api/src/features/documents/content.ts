import { z } from 'zod';

/** A whole number of micros, as text: JSON has no bigint. */
const amount = z.string().regex(/^-?\d{1,19}$/);
const party = z.object({
  name: z.string(),
  /** Lines. */
  address: z.array(z.string()),
  tax_id: z.string().nullable(),
});

/**
 * All that a document shows, in the words of the day it was issued: only the layout is not kept. Amounts are micros,
 * written out when it is drawn.
 */
export const documentContent = z.object({
  version: z.literal(1),
  locale: z.enum(['en', 'de']),
  title: z.string(),
  status: z.object({ text: z.string(), tone: z.enum(['settled', 'open']) }).nullable(),
  seller: party,
  buyer: party,
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  lines: z.array(z.object({ text: z.string(), note: z.string().nullable(), amount })),
  totals: z.array(z.object({ label: z.string(), amount, strong: z.boolean() })),
  /** Set off from the rest, as where a transfer goes. */
  box: z
    .object({
      title: z.string(),
      rows: z.array(z.object({ label: z.string(), value: z.string() })),
    })
    .nullable(),
  notes: z.array(z.string()),
});
export type DocumentContent = z.infer<typeof documentContent>;
export type DocumentParty = z.infer<typeof party>;
export type DocumentLocale = DocumentContent['locale'];
