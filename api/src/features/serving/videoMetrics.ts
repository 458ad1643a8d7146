import { Counter, type Registry } from 'prom-client';
import type { VideoTally } from './hot/vast/VideoTally';
import { VIDEO_EVENTS, type VideoEvent } from './hot/vast/videoEvents';

/** What video players report, in numbers. */
export function registerVideoMetrics(registry: Registry, current: () => VideoTally | null): void {
  const registers = [registry];
  new Counter({
    name: 'ezdash_video_events_total',
    help: 'Reports of video players beside impression, view and click, once a decision and event',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset();
      const events = current()?.counts.events;
      for (const event of Object.keys(VIDEO_EVENTS) as VideoEvent[])
        this.inc({ event }, events?.get(event) ?? 0);
    },
  });
  new Counter({
    name: 'ezdash_video_errors_total',
    help: 'Errors that video players report, by VAST code (303: there was no ad; 900: undefined, which is what they report of an ad)',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, times] of current()?.counts.errors ?? []) this.inc({ code }, times);
    },
  });
}
