import { parseChannel } from '@ezdash/contracts';
import type { Tracer } from '../../platform/trace';
import type { Delivery, Message } from './message';

/** What a message is called in a timeline: the kind of its channel, which names nobody, and its event. */
export const nameOfMessage = (channel: string, event: string): string =>
  `${parseChannel(channel)?.kind ?? 'unknown'} ${event}`;

/** Beside the contract's own fields, which pages take out: the tool of who clicked knows its own id by it. */
export const namedData = (data: Message['data'], correlationId: string | undefined): Message['data'] =>
  correlationId === undefined ? data : { ...data, correlation_id: correlationId };

/** As it goes out: with the id of the latest click that it came of. */
export const withCorrelation = ({ channels, event, data, origins }: Delivery): Delivery => ({
  channels,
  event,
  data: namedData(data, origins?.at(-1)?.correlationId),
});

/** In the timeline of each click that it came of. */
export function noteDelivery(tracer: Tracer, { channels, event, origins = [] }: Delivery): void {
  for (const origin of origins)
    tracer.contextOf(origin, null).keep?.({
      kind: 'broadcast',
      name: nameOfMessage(channels[0] ?? '', event),
      startedAt: performance.now(),
      durationMs: null,
      detail: { channels: channels.length },
    });
}
