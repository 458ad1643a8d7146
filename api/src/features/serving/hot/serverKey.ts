import { hash, timingSafeEqual } from 'node:crypto';
import { SERVER_KEY_MAX_LENGTH } from '@ezdash/contracts';
import type { SnapshotZone } from './index/entries';

/** What every place that keeps or compares a server key makes of it. */
export const serverKeyHash = (key: string): Buffer => hash('sha256', key, 'buffer');

/**
 * Whether a publisher's server may speak for the visitors of all these zones. A zone that is not known has no key; how
 * long the answer takes says nothing of a key.
 */
export function keyOpens(key: string, zones: readonly (SnapshotZone | undefined)[]): boolean {
  if (key.length > SERVER_KEY_MAX_LENGTH) return false;
  const told = serverKeyHash(key);
  let opens = zones.length > 0;
  for (const zone of zones) {
    const kept = zone?.serverKey ?? null;
    if (kept === null || !timingSafeEqual(told, kept)) opens = false;
  }
  return opens;
}
