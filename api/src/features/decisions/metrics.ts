import { Counter, type Registry } from 'prom-client';
import type { Engine } from '../serving';

const OUTCOMES = ['kept', 'too-much', 'dropped', 'refused'] as const;
export type TraceOutcome = (typeof OUTCOMES)[number];

export interface TraceMetrics {
  /** What became of traces that were taken over. */
  count(outcome: TraceOutcome, traces: number): void;
}

/** Counts what became of traces; without a registry nobody asks. */
export function createTraceMetrics(engine: () => Engine | null, registry?: Registry): TraceMetrics {
  const registers = registry ? [registry] : [];
  new Counter({
    name: 'ezdash_traced_decisions_total',
    help: 'Decisions that were to be looked into: traced, or dropped since nobody took the traces before',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      const { traced, dropped } = engine()?.tracer.counts ?? { traced: 0, dropped: 0 };
      this.inc({ outcome: 'traced' }, traced);
      this.inc({ outcome: 'dropped' }, dropped);
    },
  });
  const outcomes = new Counter({
    name: 'ezdash_decision_traces_total',
    help: 'Traces by what became of them: kept; too-much for the room of a minute; dropped since the database was slow; refused by the database for what they say',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) outcomes.inc({ outcome }, 0);
  return { count: (outcome, traces) => outcomes.inc({ outcome }, traces) };
}
