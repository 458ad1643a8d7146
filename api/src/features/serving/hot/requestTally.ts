import type { Journal } from './journal/Journal';
import { encodeRequests } from './records';

/** How long requests may be counted in memory before the journal gets them. */
const WINDOW_MS = 250;
const QUARTER_MS = 900_000;
const LEAST_SLOTS = 1_024;

/** The parts of a key in one small integer. */
const keyOf = (country: number, device: number, reason: number) => (country << 8) | (device << 5) | reason;

/**
 * Ad requests by zone, country, device and outcome, counted in memory and written a few times a second: however many
 * requests come, the journal grows by what is different among them. Nobody is billed for a request, so that a crash
 * may cost the last window.
 *
 * Counted in a table with open addressing that is used again for every window: Maps would be garbage four times a second.
 */
export class RequestTally {
  private zones = new Uint32Array(LEAST_SLOTS);
  private keys = new Uint32Array(LEAST_SLOTS);
  private counts = new Uint32Array(LEAST_SLOTS);
  /** The slots in use, the first `used` of them, in the order in which they came. */
  private slots = new Uint32Array(LEAST_SLOTS / 2);
  private used = 0;
  private startedMs = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly journal: Pick<Journal, 'appendAsync'>) {}

  count(zoneId: number, country: number, device: number, reason: number, nowMs: number): void {
    if (this.used > 0 && this.isOver(nowMs)) this.write();
    if (this.used === 0) this.begin(nowMs);
    this.add(zoneId, keyOf(country, device, reason), 1);
  }

  /** Gives the journal what was counted. */
  write(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { zones, keys, counts, slots, used } = this;
    for (let index = 0; index < used; index += 1) {
      const slot = slots[index] ?? 0;
      const key = keys[slot] ?? 0;
      const requests = counts[slot] ?? 0;
      counts[slot] = 0;
      this.journal.appendAsync(
        encodeRequests({
          decidedAtMs: this.startedMs,
          zoneId: zones[slot] ?? 0,
          country: key >>> 8,
          device: (key >>> 5) & 7,
          reason: key & 31,
          requests,
        }),
      );
    }
    this.used = 0;
  }

  private add(zoneId: number, key: number, requests: number): void {
    const { zones, keys, counts } = this;
    const most = counts.length - 1;
    let slot = ((Math.imul(zoneId, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b)) >>> 7) & most;
    while (counts[slot] !== 0 && (zones[slot] !== zoneId || keys[slot] !== key)) slot = (slot + 1) & most;
    if (counts[slot] === 0) {
      if (this.used === this.slots.length) {
        this.grow();
        this.add(zoneId, key, requests);
        return;
      }
      zones[slot] = zoneId;
      keys[slot] = key;
      this.slots[this.used] = slot;
      this.used += 1;
    }
    counts[slot] = (counts[slot] ?? 0) + requests;
  }

  private grow(): void {
    const { zones, keys, counts, slots, used } = this;
    const size = counts.length * 2;
    this.zones = new Uint32Array(size);
    this.keys = new Uint32Array(size);
    this.counts = new Uint32Array(size);
    this.slots = new Uint32Array(size / 2);
    this.used = 0;
    for (let index = 0; index < used; index += 1) {
      const slot = slots[index] ?? 0;
      this.add(zones[slot] ?? 0, keys[slot] ?? 0, counts[slot] ?? 0);
    }
  }

  private begin(nowMs: number): void {
    this.startedMs = nowMs;
    // The last window of a busy time is written though no request comes to end it.
    this.timer = setTimeout(() => this.write(), WINDOW_MS);
    this.timer.unref();
  }

  /** A window never reaches into another quarter of an hour: by these the reports count. The clock of a made past may jump. */
  private isOver(nowMs: number): boolean {
    const age = nowMs - this.startedMs;
    return (
      age < 0 ||
      age >= WINDOW_MS ||
      Math.floor(nowMs / QUARTER_MS) !== Math.floor(this.startedMs / QUARTER_MS)
    );
  }
}
