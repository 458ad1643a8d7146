interface Kept {
  text: string;
  untilMs: number;
}

/** The last event of cache channels: for a time, and of so many channels; those not written for longest go first. */
export class EventCache {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly most: number,
    private readonly forMs: number,
  ) {}

  put(channel: string, text: string, nowMs: number): void {
    this.kept.delete(channel);
    this.kept.set(channel, { text, untilMs: nowMs + this.forMs });
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(oldest);
    }
  }

  /** The event's whole message and how long it stays, or null. */
  get(channel: string, nowMs: number): { text: string; leftMs: number } | null {
    const found = this.kept.get(channel);
    if (found === undefined) return null;
    if (found.untilMs > nowMs) return { text: found.text, leftMs: found.untilMs - nowMs };
    this.kept.delete(channel);
    return null;
  }
}
