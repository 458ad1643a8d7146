import { Registry } from 'prom-client';
import { createLimiter } from './createLimiter';
import { registerLimiterMetrics } from './limiterMetrics';

it('counts refusals by limiter, each time it is read', async () => {
  const registry = new Registry();
  registerLimiterMetrics(registry);
  const limiter = createLimiter({ name: 'metered', points: 1, durationSeconds: 60 });
  const refuse = () => expect(limiter.consume('a')).rejects.toThrow('Too many tries');
  const figure = async () =>
    /ezdash_limiter_refusals_total\{limiter="metered"\} (\d+)/.exec(await registry.metrics())?.[1];
  await limiter.consume('a');
  expect(await figure()).toBeUndefined();
  await refuse();
  await refuse();
  expect(await figure()).toBe('2');
  expect(await figure()).toBe('2');
});
