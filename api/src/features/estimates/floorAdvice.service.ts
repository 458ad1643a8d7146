import { FLOOR_ADVICE, type FloorAdvice } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { adviseFloor } from './floorAdvice';
import { findFloorZone, readFloorAuctions } from './floorAdvice.repo';

const DAY_MS = 86_400_000;

export interface FloorAdviceService {
  /** Of a publisher's own zone; NotFoundError for any other. */
  advise(publisherId: number, zoneId: string): Promise<FloorAdvice>;
}

/** What other floors would have earned of the last days' recorded auctions. */
export function createFloorAdviceService({ db, clock }: { db: Db; clock: Clock }): FloorAdviceService {
  return {
    async advise(publisherId, zoneId) {
      const row = publicRowId('zone', zoneId);
      const zone = row === null ? null : await findFloorZone(db, publisherId, row);
      if (zone === null) throw new NotFoundError('No such zone');
      const since = new Date(clock.nowMs() - FLOOR_ADVICE.days * DAY_MS);
      const auctions = await readFloorAuctions(db, zone.id, since);
      return adviseFloor(auctions, zone.floorMicros, zone.revenueShareBps);
    },
  };
}
