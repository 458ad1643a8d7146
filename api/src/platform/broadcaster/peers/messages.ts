import { z } from 'zod';

/** What travels on the bus between nodes. `n` is the sender. */
const message = z.discriminatedUnion('k', [
  z.object({
    k: z.literal('event'),
    n: z.string(),
    c: z.array(z.string()),
    e: z.string(),
    d: z.unknown(),
    u: z.string().optional(),
    x: z.string().optional(),
  }),
  z.object({
    k: z.literal('roll'),
    c: z.string(),
    u: z.string(),
    i: z.string().optional(),
    v: z.string().regex(/^\d{1,16}$/),
  }),
  z.object({ k: z.literal('terminate'), n: z.string(), u: z.string() }),
  z.object({
    k: z.literal('ask'),
    n: z.string(),
    id: z.string(),
    c: z.array(z.string()).optional(),
    p: z.string().optional(),
  }),
  z.object({
    k: z.literal('counts'),
    n: z.string(),
    id: z.string(),
    counts: z.record(z.string(), z.number()),
  }),
  z.object({ k: z.literal('count'), n: z.string(), c: z.string(), s: z.number(), a: z.boolean() }),
  z.object({ k: z.literal('beat'), n: z.string() }),
]);
export type BusMessage = z.infer<typeof message>;

/** Null for what no node of ours wrote. */
export function readMessage(text: string): BusMessage | null {
  try {
    const { data } = message.safeParse(JSON.parse(text));
    return data ?? null;
  } catch {
    return null;
  }
}
