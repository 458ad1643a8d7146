import { EVENT_KINDS, INVALID_REASONS, NO_FILL_REASONS } from '@ezdash/contracts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ingest } from '../events';
import type { Engine } from './hot/engine';
import { campaignCount } from './hot/index/Snapshot';
import type { Journal } from './hot/journal/Journal';
import { refusalCounts } from './hot/traffic/refusals';
import type { VideoTally } from './hot/vast/VideoTally';
import { registerVideoMetrics } from './videoMetrics';

interface Measured {
  engine: Engine;
  journal: Journal;
  ingest: Ingest;
  videos: VideoTally;
}

/** The hot path counts in plain numbers; they become metrics when somebody asks. */
export function registerServingMetrics(
  registry: Registry,
  now: () => number,
  current: () => Measured | null,
): void {
  const registers = [registry];
  registerVideoMetrics(registry, () => current()?.videos ?? null);
  new Counter({
    name: 'ezdash_decisions_total',
    help: 'Zones decided, by no-fill reason (filled when an ad was found)',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      const counts = current()?.engine.counts.decisions ?? [];
      for (const [reason, code] of Object.entries(NO_FILL_REASONS)) this.inc({ reason }, counts[code] ?? 0);
    },
  });
  new Counter({
    name: 'ezdash_events_total',
    help: 'Events acknowledged, by kind, repetitions included',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      const counts = current()?.engine.counts.events ?? [];
      for (const [kind, code] of Object.entries(EVENT_KINDS)) this.inc({ kind }, counts[code] ?? 0);
    },
  });
  new Counter({
    name: 'ezdash_invalid_events_total',
    help: 'Events that are kept and not counted, by the reason that showed on arrival',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      const counts = current()?.engine.counts.invalid ?? [];
      for (const [reason, code] of Object.entries(INVALID_REASONS))
        if (code !== INVALID_REASONS.counted) this.inc({ reason }, counts[code] ?? 0);
    },
  });
  new Counter({
    name: 'ezdash_ingested_invalid_total',
    help: 'Events that this process recorded in the database as not counted, by reason, what it found itself included',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      const counts = current()?.ingest.stats().invalid ?? {};
      for (const [reason, code] of Object.entries(INVALID_REASONS))
        if (code !== INVALID_REASONS.counted) this.inc({ reason }, counts[code] ?? 0);
    },
  });
  new Counter({
    name: 'ezdash_serve_refusals_total',
    help: 'Requests to the ad server that were answered with an error, by its code',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of refusalCounts()) this.inc({ code }, count);
    },
  });
  const single = (name: string, help: string, value: (measured: Measured) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const measured = current();
        if (measured) this.set(value(measured));
      },
    });
  single('ezdash_tokens_forged', 'Event tokens that were not ours', ({ engine }) => engine.counts.forged);
  single(
    'ezdash_events_unrecorded',
    'Events that do not count and were too many of one source, or too old, to be recorded',
    ({ engine }) => engine.counts.unrecorded,
  );
  single('ezdash_journal_healthy', '1 while events can be kept', ({ journal }) => (journal.healthy ? 1 : 0));
  single('ezdash_journal_syncs', 'fsyncs of the journal', ({ journal }) => journal.counts.syncs);
  single(
    'ezdash_journal_dropped',
    'Decisions lost to a standing disk',
    ({ journal }) => journal.counts.dropped,
  );
  single('ezdash_index_campaigns', 'Campaigns in the decision index', ({ engine }) =>
    campaignCount(engine.snapshot),
  );
  single('ezdash_ingested_events', 'Events stored by this process', ({ ingest }) => ingest.stats().events);
  single(
    'ezdash_ingest_failures',
    'Batches that had to be tried again',
    ({ ingest }) => ingest.stats().failures,
  );
  single(
    'ezdash_ingest_oldest_waiting_seconds',
    'Age of the oldest event that is not in the database yet; 0 when all are',
    ({ ingest }) => {
      const { oldestWaitingMs } = ingest.stats();
      return oldestWaitingMs === null ? 0 : Math.max(0, (now() - oldestWaitingMs) / 1_000);
    },
  );
  single(
    'ezdash_ingest_settled_events',
    'Events that were settled by an impression that came after them',
    ({ ingest }) => ingest.stats().settled,
  );
}
