import type { Journal } from './journal/Journal';
import { encodeRequests } from './records';

/** How long requests may be counted in memory before the journal gets them. */
const WINDOW_MS = 250;
const HOUR_MS = 3_600_000;

/** The parts of a key in one small integer, which a Map finds without hashing a text. */
const keyOf = (country: number, device: number, reason: number) => (country << 8) | (device << 5) | reason;

/**
 * Ad requests by zone, country, device and outcome, counted in memory and written a few times a second: however many
 * requests come, the journal grows by what is different among them. Nobody is billed for a request, so that a crash
 * may cost the last window.
 */
export class RequestTally {
  private readonly zones = new Map<number, Map<number, number>>();
  private startedMs = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly journal: Pick<Journal, 'appendAsync'>) {}

  count(zoneId: number, country: number, device: number, reason: number, nowMs: number): void {
    if (this.zones.size > 0 && this.isOver(nowMs)) this.write();
    if (this.zones.size === 0) this.begin(nowMs);
    let counts = this.zones.get(zoneId);
    if (!counts) {
      counts = new Map();
      this.zones.set(zoneId, counts);
    }
    const key = keyOf(country, device, reason);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** Gives the journal what was counted. */
  write(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    for (const [zoneId, counts] of this.zones)
      for (const [key, requests] of counts)
        this.journal.appendAsync(
          encodeRequests({
            decidedAtMs: this.startedMs,
            zoneId,
            country: key >>> 8,
            device: (key >>> 5) & 7,
            reason: key & 31,
            requests,
          }),
        );
    this.zones.clear();
  }

  private begin(nowMs: number): void {
    this.startedMs = nowMs;
    // The last window of a busy time is written though no request comes to end it.
    this.timer = setTimeout(() => this.write(), WINDOW_MS);
    this.timer.unref();
  }

  /** A window never reaches into another hour: the reports count by the hour. The clock of a made past may jump. */
  private isOver(nowMs: number): boolean {
    const age = nowMs - this.startedMs;
    return (
      age < 0 || age >= WINDOW_MS || Math.floor(nowMs / HOUR_MS) !== Math.floor(this.startedMs / HOUR_MS)
    );
  }
}
