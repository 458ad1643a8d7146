/** About how much spend a lease is for. */
const LEASE_MS = 2_000;
/** Before anything was spent: so many of the dearest event. */
const FIRST_EVENTS = 20;
/** Spend within a shorter time says little of its rate. */
const LEAST_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const FIRST_PAUSE_MS = 100;
/** An idle process that has given back what others wanted does not ask for it at once. */
const IDLE_PAUSE_MS = 30_000;

interface Meter {
  /** When the last answer came, and what was left of the lease then. */
  atMs: number;
  leftMicros: number;
  leftPlaces: number;
  askAfterMs: number;
  pauseMs: number;
}

/** How fast leases are used up, by campaign, and when more may be asked for. */
export class Meters {
  private readonly meters = new Map<number, Meter>();

  mayAsk(campaignId: number, nowMs: number): boolean {
    return nowMs >= (this.meters.get(campaignId)?.askAfterMs ?? 0);
  }

  /** What some two seconds use up, and at least a few events. */
  wantOf(
    campaignId: number,
    left: { micros: number; places: number },
    unitMicros: number,
    nowMs: number,
  ): { micros: number; places: number } {
    const meter = this.meters.get(campaignId);
    const share = meter === undefined ? 0 : LEASE_MS / Math.max(LEAST_MS, nowMs - meter.atMs);
    const spent = Math.max(0, (meter?.leftMicros ?? 0) - left.micros) * share;
    const shown = Math.max(0, (meter?.leftPlaces ?? 0) - left.places) * share;
    return {
      micros: Math.ceil(Math.max(unitMicros * FIRST_EVENTS, spent)),
      places: Math.ceil(Math.max(FIRST_EVENTS, shown)),
    };
  }

  /** Whether anything was used since the last answer. */
  isUsed(campaignId: number, leftMicros: number, leftPlaces: number): boolean {
    const meter = this.meters.get(campaignId);
    return meter !== undefined && (leftMicros < meter.leftMicros || leftPlaces < meter.leftPlaces);
  }

  /** An answer has come; a lease that could not be had is asked for again later and later. */
  note(campaignId: number, left: { micros: number; places: number }, scarce: boolean, nowMs: number): void {
    const before = this.meters.get(campaignId)?.pauseMs ?? 0;
    const pauseMs = scarce ? Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, before * 2)) : 0;
    this.meters.set(campaignId, {
      atMs: nowMs,
      leftMicros: left.micros,
      leftPlaces: left.places,
      askAfterMs: nowMs + pauseMs,
      pauseMs,
    });
  }

  /** What was not used has been given to others. */
  rest(campaignId: number, nowMs: number): void {
    const meter = this.meters.get(campaignId);
    if (meter) meter.askAfterMs = nowMs + IDLE_PAUSE_MS;
  }

  clear(): void {
    this.meters.clear();
  }
}
