import { Counter, type Registry } from 'prom-client';
import { limiterRefusals } from './createLimiter';

/** `ezdash_limiter_refusals_total{limiter}`: calls that limiters of this process refused. Once a registry. */
export function registerLimiterMetrics(registry: Registry): void {
  new Counter({
    name: 'ezdash_limiter_refusals_total',
    help: 'Calls refused because an address or account made too many, by limiter',
    labelNames: ['limiter'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [limiter, count] of limiterRefusals()) this.inc({ limiter }, count);
    },
  });
}
