import type { AlertData } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { findOperators } from './alerts.repo';
import type { Alert } from './letter';
import { LONGEST_EXCERPT, shorten } from './shorten';
import type { Tell } from './tell';

/** What the network did with a release by itself. */
export interface StoppedRelease {
  /** Row of the remote's history: it is told once. */
  eventId: number;
  remote: string;
  version: string;
  what: AlertData['release_stopped']['what'];
  /** What visitors get since then; null: nothing. */
  now: string | null;
  why: string;
  happenedAt: Date;
}

export interface ReleaseAlerts {
  /** The network took a release back, or did not activate it as planned: all active operators are told. */
  releaseStopped(trx: Trx, stopped: StoppedRelease): Promise<void>;
}

/** What operators are told of releases. */
export function createReleaseAlerts({ tell }: { tell: Tell }): ReleaseAlerts {
  return {
    async releaseStopped(trx, { eventId, happenedAt, ...stopped }) {
      const why = shorten(stopped.why, LONGEST_EXCERPT);
      const data = { ...stopped, why, happened_at: happenedAt.toISOString() };
      const alerts = (await findOperators(trx)).map(
        (userId): Alert => ({ userId, event: 'release_stopped', data, occurrence: String(eventId) }),
      );
      await tell(trx, alerts);
    },
  };
}
