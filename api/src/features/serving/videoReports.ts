import { sql } from 'kysely';
import { type Db, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
import { type VideoSum, VideoTally } from './hot/vast/VideoTally';

const FLUSH_MS = 2_000;

/** Adds sums to the hours' rows. */
async function addSums(db: Db, sums: readonly VideoSum[]): Promise<void> {
  await sql`INSERT INTO video_hourly AS kept (hour, campaign_id, creative_id, zone_id, event, times)
    SELECT * FROM unnest(
      ${sums.map(({ hourMs }) => new Date(hourMs).toISOString())}::timestamptz[],
      ${sums.map(({ campaignId }) => campaignId)}::int[], ${sums.map(({ creativeId }) => creativeId)}::int[],
      ${sums.map(({ zoneId }) => zoneId)}::int[], ${sums.map(({ event }) => event)}::smallint[],
      ${sums.map(({ times }) => times)}::bigint[])
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (hour, campaign_id, creative_id, zone_id, event) DO UPDATE SET times = kept.times + excluded.times`.execute(
    db,
  );
}

/** Brings what video players report into the database, every other second. */
export interface VideoReports {
  tally: VideoTally;
  start(): void;
  /** Writes what is counted now; a failure is logged, and tried again with the next. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createVideoReports({ db, log }: { db: Db; log: Log }): VideoReports {
  const tally = new VideoTally();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const sums = tally.take();
    if (sums.length === 0) return;
    try {
      await addSums(db, sums);
    } catch (error) {
      tally.putBack(sums);
      log.warn(errorDetail(error), 'Could not keep what video players report; tried again');
    }
  }

  const flush = () => {
    running = running.then(write);
    return running;
  };
  return {
    tally,
    flush,
    start() {
      timer ??= setInterval(() => void flush(), FLUSH_MS);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await flush();
    },
  };
}
