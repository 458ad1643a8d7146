import { z } from 'zod';

/**
 * Formatted text as data: what Markdown was read into by the server. Browsers draw it with components of their own, so
 * no HTML ever travels.
 */
export type RichInline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'emphasis'; children: RichInline[] }
  | { type: 'code'; text: string }
  | { type: 'break' }
  /** `href`: https, http, mailto or a path of the app. */
  | { type: 'link'; href: string; children: RichInline[] };

export type RichBlock =
  | { type: 'heading'; level: 2 | 3; children: RichInline[] }
  | { type: 'paragraph'; children: RichInline[] }
  | { type: 'list'; ordered: boolean; items: RichBlock[][] }
  | { type: 'quote'; children: RichBlock[] }
  | { type: 'code'; language: string | null; text: string }
  | { type: 'table'; head: RichInline[][]; rows: RichInline[][][] }
  | { type: 'rule' };

export const richInline: z.ZodType<RichInline> = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.enum(['strong', 'emphasis']), children: z.array(richInline) }),
    z.object({ type: z.literal('code'), text: z.string() }),
    z.object({ type: z.literal('break') }),
    z.object({ type: z.literal('link'), href: z.string(), children: z.array(richInline) }),
  ]),
);

export const richBlock: z.ZodType<RichBlock> = z.lazy(() =>
  z.union([
    z.object({
      type: z.literal('heading'),
      level: z.union([z.literal(2), z.literal(3)]),
      children: z.array(richInline),
    }),
    z.object({ type: z.literal('paragraph'), children: z.array(richInline) }),
    z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(richBlock)) }),
    z.object({ type: z.literal('quote'), children: z.array(richBlock) }),
    z.object({ type: z.literal('code'), language: z.string().nullable(), text: z.string() }),
    z.object({
      type: z.literal('table'),
      head: z.array(z.array(richInline)),
      rows: z.array(z.array(z.array(richInline))),
    }),
    z.object({ type: z.literal('rule') }),
  ]),
);
export const richText = z.array(richBlock);
export type RichText = z.infer<typeof richText>;
