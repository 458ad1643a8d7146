import { FLOOR_ADVICE, type FloorAdvice } from '@ezdash/contracts';
import { createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { adviseFloor } from './floorAdvice';
import { findFloorZone, readFloorAuctions } from './floorAdvice.repo';

const DAY_MS = 86_400_000;
const CALLS_PER_MINUTE = 60;

export interface FloorAdviceService {
  /** Of a publisher's own zone; NotFoundError for any other, TooManyRequestsError for who asks too often. */
  advise(publisherId: number, zoneId: string): Promise<FloorAdvice>;
}

/** What other floors would have earned of the last days' recorded auctions. */
export function createFloorAdviceService({ db, clock }: { db: Db; clock: Clock }): FloorAdviceService {
  const calls = createLimiter({ name: 'floor-advice', points: CALLS_PER_MINUTE, durationSeconds: 60 });
  return {
    async advise(publisherId, zoneId) {
      await calls.consume(String(publisherId));
      const row = publicRowId('zone', zoneId);
      const zone = row === null ? null : await findFloorZone(db, publisherId, row);
      if (zone === null) throw new NotFoundError('No such zone');
      const since = new Date(clock.nowMs() - FLOOR_ADVICE.days * DAY_MS);
      const auctions = await readFloorAuctions(db, zone.id, since);
      return adviseFloor(auctions, zone.floorMicros, zone.revenueShareBps);
    },
  };
}
