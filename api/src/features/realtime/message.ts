import { z } from 'zod';
import type { TraceOrigin } from '../../platform/trace';

/** What is sent to whoever listens to a channel: wire names, checked against the contracts before it came here. */
export const message = z.object({
  channel: z.string().min(1).max(200),
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
});
export type Message = z.infer<typeof message>;

/** A message, and the clicks that it came of. */
export interface ToldMessage extends Message {
  origins?: readonly TraceOrigin[];
}

/** The same for many channels at once. */
export interface Delivery {
  channels: string[];
  event: string;
  data: Message['data'];
  /** The clicks that it came of, the latest last; missing where nobody's timeline is kept. */
  origins?: readonly TraceOrigin[];
}
