import { EVENT_KINDS, NO_FILL_REASONS } from '@ezdash/contracts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ingest } from '../events';
import type { Engine } from './hot/engine';
import type { Journal } from './hot/journal/Journal';

interface Measured {
  engine: Engine;
  journal: Journal;
  ingest: Ingest;
}

/** The hot path counts in plain numbers; they become metrics when somebody asks. */
export function registerServingMetrics(
  registry: Registry,
  now: () => number,
  current: () => Measured | null,
): void {
  const registers = [registry];
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
  single('ezdash_journal_healthy', '1 while events can be kept', ({ journal }) => (journal.healthy ? 1 : 0));
  single('ezdash_journal_syncs', 'fsyncs of the journal', ({ journal }) => journal.counts.syncs);
  single(
    'ezdash_journal_dropped',
    'Decisions lost to a standing disk',
    ({ journal }) => journal.counts.dropped,
  );
  single(
    'ezdash_index_campaigns',
    'Campaigns in the decision index',
    ({ engine }) => engine.snapshot.campaigns.length,
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
