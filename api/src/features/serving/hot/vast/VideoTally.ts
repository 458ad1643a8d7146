import { RecentKeys } from '../boundedCache';
import type { VerifiedToken } from '../token';
import { VIDEO_EVENTS, type VideoEvent, type VideoEventCode } from './videoEvents';

const HOUR_MS = 3_600_000;
const RECENT = 200_000;
/** Sums that wait for the database; what comes on top of so many different ones is dropped. */
const MOST_WAITING = 50_000;

/** So many reports of one hour and place. */
export interface VideoSum {
  /** Start of the hour, epoch milliseconds. */
  hourMs: number;
  campaignId: number;
  creativeId: number;
  zoneId: number;
  event: VideoEventCode;
  times: number;
}

/**
 * What players report, counted in memory by the hour until somebody takes it: once a decision and event. Nobody is
 * billed by it, so that a crash may cost what was not taken yet.
 */
export class VideoTally {
  /** For the metrics. */
  readonly counts = { events: new Map<VideoEvent, number>(), errors: new Map<number, number>(), dropped: 0 };
  private readonly recent = new RecentKeys(RECENT);
  private sums = new Map<string, VideoSum>();

  /** Answers whether it was counted. */
  count(name: VideoEvent, token: VerifiedToken, nowMs: number): boolean {
    const key = `${VIDEO_EVENTS[name]} ${token.decisionId}`;
    if (token.test || this.recent.has(key)) return false;
    this.recent.add(key);
    this.counts.events.set(name, (this.counts.events.get(name) ?? 0) + 1);
    const { campaignId, creativeId, zoneId } = token;
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    this.add({ hourMs, campaignId, creativeId, zoneId, event: VIDEO_EVENTS[name], times: 1 });
    return true;
  }

  /** A VAST error code of a video, or of a document without an ad. */
  countError(code: number): void {
    this.counts.errors.set(code, (this.counts.errors.get(code) ?? 0) + 1);
  }

  /** What was counted since it was last taken. */
  take(): VideoSum[] {
    const taken = [...this.sums.values()];
    this.sums = new Map();
    return taken;
  }

  /** What was taken and could not be kept. */
  putBack(sums: readonly VideoSum[]): void {
    for (const sum of sums) this.add(sum);
  }

  private add(sum: VideoSum): void {
    const key = `${sum.hourMs} ${sum.creativeId} ${sum.zoneId} ${sum.event}`;
    const known = this.sums.get(key);
    if (known) known.times += sum.times;
    else if (this.sums.size < MOST_WAITING) this.sums.set(key, { ...sum });
    else this.counts.dropped += sum.times;
  }
}
