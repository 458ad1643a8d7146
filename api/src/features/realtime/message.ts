import { z } from 'zod';

/** What is sent to whoever listens to a channel: wire names, checked against the contracts before it came here. */
export const message = z.object({
  channel: z.string().min(1).max(200),
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
});
export type Message = z.infer<typeof message>;

/** The same for many channels at once. */
export interface Delivery {
  channels: string[];
  event: string;
  data: Message['data'];
}
