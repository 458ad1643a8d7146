import type { SeedProgress } from '../features/demo';
import type { Log } from '../platform/log';

const EVERY_MS = 4_000;

/** Says how far the demo's past has been played, every few seconds: people wait for it. */
export function seedProgress(log: Log): (progress: SeedProgress) => void {
  let saidAt = 0;
  return ({ done, total, requests }) => {
    const now = Date.now();
    if (done < total && now - saidAt < EVERY_MS) return;
    saidAt = now;
    log.info(
      `Making the demo's past: ${done} of ${total} days, ${requests.toLocaleString('en-US')} ad requests`,
    );
  };
}
