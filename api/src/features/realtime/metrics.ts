import { Counter, Gauge, type Registry } from 'prom-client';

export interface RealtimeMetrics {
  noted(topic: string): void;
  delivered(event: string, channels: number): void;
  gap(): void;
}

export function createRealtimeMetrics(registry: Registry, isListening: () => boolean): RealtimeMetrics {
  const registers = [registry];
  const notes = new Counter({
    name: 'ezdash_realtime_changes_total',
    help: 'Changes that the database told this server, by topic (unknown: of another release)',
    labelNames: ['topic'],
    registers,
  });
  const deliveries = new Counter({
    name: 'ezdash_realtime_messages_total',
    help: 'Messages made of changes, by event, one for each channel',
    labelNames: ['event'],
    registers,
  });
  const gaps = new Counter({
    name: 'ezdash_realtime_gaps_total',
    help: 'How often changes may have been missed, so that connections were made anew',
    registers,
  });
  new Gauge({
    name: 'ezdash_realtime_listening',
    help: '1 while the changes of the database are heard',
    registers,
    collect() {
      this.set(isListening() ? 1 : 0);
    },
  });
  return {
    noted: (topic) => notes.inc({ topic }),
    delivered: (event, channels) => deliveries.inc({ event }, channels),
    gap: () => gaps.inc(),
  };
}
