import type { Hub } from './Hub';
import type { Peers } from './peers/Peers';
import { serverTexts } from './protocol/frames';

/** Above so many listeners they are told of their number less often. */
const MANY = 100;
const MANY_EVERY_MS = 5_000;
const TURN_MS = 1_000;

/**
 * `pusher_internal:subscription_count`: how many listen to a channel over all nodes. Off unless asked for, as with
 * Pusher. Changes of a second are told together; nodes tell each other their share when it changed, and answer with
 * their own to one they hear of for the first time.
 */
export class Counts {
  /** Of this node, not told to the others yet; and of all, not told to listeners yet. */
  private readonly untold = new Set<string>();
  private readonly changed = new Set<string>();
  private readonly shares = new Map<string, Map<string, number>>();
  private readonly toldAtMs = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly isOn: boolean,
    private readonly hub: Hub,
    private readonly peers: Peers | null,
  ) {}

  start(): void {
    if (!this.isOn) return;
    this.timer = setInterval(() => this.turn(), TURN_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Somebody came or went. Presence channels tell of their members instead. */
  note(channel: string): void {
    if (!this.isOn) return;
    this.changed.add(channel);
    this.untold.add(channel);
  }

  onCount(channel: string, node: string, count: number, isAnswer: boolean): void {
    const own = this.hub.subscribers.count(channel);
    if (!this.isOn || own === 0) return;
    const shares = this.shares.get(channel) ?? new Map<string, number>();
    if (!isAnswer && !shares.has(node)) this.peers?.sendCount(channel, own, true);
    shares.set(node, count);
    this.shares.set(channel, shares);
    this.changed.add(channel);
  }

  onNodes(nodes: ReadonlySet<string>): void {
    for (const [channel, shares] of this.shares)
      for (const node of shares.keys())
        if (!nodes.has(node)) {
          shares.delete(node);
          this.changed.add(channel);
        }
  }

  private turn(): void {
    const nowMs = this.hub.clock.nowMs();
    for (const channel of this.untold)
      this.peers?.sendCount(channel, this.hub.subscribers.count(channel), false);
    this.untold.clear();
    for (const channel of this.changed) {
      const own = this.hub.subscribers.count(channel);
      if (own === 0) {
        this.shares.delete(channel);
        this.toldAtMs.delete(channel);
        this.changed.delete(channel);
        continue;
      }
      if (own > MANY && nowMs - (this.toldAtMs.get(channel) ?? 0) < MANY_EVERY_MS) continue;
      this.changed.delete(channel);
      this.toldAtMs.set(channel, nowMs);
      let total = own;
      for (const count of this.shares.get(channel)?.values() ?? []) total += count;
      this.hub.toChannel(channel, serverTexts.count(channel, total));
    }
  }
}
