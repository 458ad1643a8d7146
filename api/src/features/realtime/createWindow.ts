import { parseChannel } from '@ezdash/contracts';
import type { TraceOrigin } from '../../platform/trace';
import type { Delivery, ToldMessage } from './message';

const WINDOW_MS = 250;
/** Clicks that one message names at most. */
const MOST_ORIGINS = 10;
/** Most channels that one message names: what the Pusher protocol takes. */
const MOST_CHANNELS = 100;

/** What changes while it is told: the newest one says all that those before it said. */
const NEWEST_WINS = new Set(['notice.changed']);
/** Somebody waits for these, and each says something of its own. */
const AT_ONCE = new Set(['conversation', 'releases']);

export interface MessageWindow {
  add(message: ToldMessage): void;
  /** Sends what waits, at once. */
  flush(): void;
}

const idsOf = (origins: readonly TraceOrigin[]) => origins.map(({ correlationId }) => correlationId).join();

/** Those that say the same, and came of the same clicks, become one that names all of their channels. */
export function together(messages: readonly ToldMessage[]): Delivery[] {
  const deliveries = new Map<string, Delivery[]>();
  for (const { channel, event, data, origins } of messages) {
    const key = `${event} ${idsOf(origins ?? [])} ${JSON.stringify(data)}`;
    const known = deliveries.get(key) ?? [];
    const last = known.at(-1);
    if (last && last.channels.length < MOST_CHANNELS) last.channels.push(channel);
    else deliveries.set(key, [...known, { channels: [channel], event, data, ...(origins && { origins }) }]);
  }
  return [...deliveries.values()].flat();
}

/** Of all that one message stands for; those of one click once. */
function joined(before: readonly TraceOrigin[], after: readonly TraceOrigin[]): TraceOrigin[] {
  const isNew = ({ correlationId }: TraceOrigin) =>
    !after.some((other) => other.correlationId === correlationId);
  return [...before.filter(isNew), ...after].slice(-MOST_ORIGINS);
}

/**
 * Equal messages to one channel within 250 ms are one: a balance changes with every batch of billed events, and a page
 * that is told so fetches it again. They go at the window's end, so that what is fetched then has all of it.
 */
export function createWindow(deliver: (deliveries: Delivery[]) => void): MessageWindow {
  const waiting = new Map<string, ToldMessage>();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const messages = [...waiting.values()];
    waiting.clear();
    if (messages.length > 0) deliver(together(messages));
  }

  return {
    flush,
    add(message) {
      if (AT_ONCE.has(parseChannel(message.channel)?.kind ?? '')) return deliver(together([message]));
      const { channel, event, data } = message;
      const key = `${channel} ${event} ${NEWEST_WINS.has(event) ? '' : JSON.stringify(data)}`;
      const origins = joined(waiting.get(key)?.origins ?? [], message.origins ?? []);
      waiting.set(key, origins.length > 0 ? { ...message, origins } : message);
      timer ??= setTimeout(flush, WINDOW_MS);
    },
  };
}
