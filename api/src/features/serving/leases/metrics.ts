import { Gauge, type Registry } from 'prom-client';
import type { LeaseKeeper, LeaseStats } from './createLeaseKeeper';

/** How budgets are shared with other ad servers; all 0 while this one is alone, but for the first. */
export function registerLeaseMetrics(registry: Registry, current: () => LeaseKeeper | null): void {
  const gauge = (name: string, help: string, value: (stats: LeaseStats) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const keeper = current();
        if (keeper) this.set(value(keeper.stats()));
      },
    });
  gauge('ezdash_serving_nodes', 'Ad servers that live, this one included', ({ nodes }) => nodes);
  gauge('ezdash_leases', 'Leases of budgets that this ad server has', ({ leases }) => leases);
  gauge(
    'ezdash_lease_idle_micros',
    'Leased by this ad server and not in use',
    ({ idleMicros }) => idleMicros,
  );
  gauge('ezdash_lease_rounds', 'Questions for leases', ({ rounds }) => rounds);
  gauge(
    'ezdash_lease_failures',
    'Questions for leases and signs of life that failed',
    ({ failures }) => failures,
  );
}
