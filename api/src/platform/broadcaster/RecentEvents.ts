/** Different events that one channel keeps; those told longest ago go first. */
const MOST_OF_CHANNEL = 50;

/**
 * What was told on a channel a moment ago, for whoever joins it now: a page asks for what it shows before it listens, and
 * what changes between the two it would never hear of. Equal events are kept once, with the newest time.
 */
export class RecentEvents {
  /** By channel, then by the event's whole message, in the order in which they were told last. */
  private readonly kept = new Map<string, Map<string, number>>();

  constructor(
    private readonly mostChannels: number,
    private readonly forMs: number,
  ) {}

  put(channel: string, text: string, nowMs: number): void {
    const events = this.kept.get(channel) ?? new Map<string, number>();
    events.delete(text);
    events.set(text, nowMs);
    if (events.size > MOST_OF_CHANNEL) events.delete(oldestOf(events));
    // A channel that is told again goes to the end: those at the front were told longest ago.
    this.kept.delete(channel);
    this.kept.set(channel, events);
    for (const [name, told] of this.kept) {
      if (this.kept.size <= this.mostChannels && !this.isOver(told, nowMs)) break;
      this.kept.delete(name);
    }
  }

  /** Whole messages, the oldest first. */
  of(channel: string, nowMs: number): string[] {
    const events = this.kept.get(channel) ?? [];
    return [...events].filter(([, toldMs]) => toldMs + this.forMs > nowMs).map(([text]) => text);
  }

  private isOver(events: ReadonlyMap<string, number>, nowMs: number): boolean {
    const newest = [...events.values()].at(-1) ?? 0;
    return newest + this.forMs <= nowMs;
  }
}

const oldestOf = (events: ReadonlyMap<string, number>): string => events.keys().next().value ?? '';
