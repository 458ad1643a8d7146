import { publicId } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { type LandingToTell, takeLandingsToTell } from '../landing';
import type { AlertsService } from './alerts.service';
import type { Alert } from './letter';
import { LONGEST_NAME, shorten } from './shorten';

export interface WatchLandingsDeps {
  db: Db;
  clock: Clock;
  alerts: Pick<AlertsService, 'tellAll'>;
}

const PAGES_AT_A_TIME = 200;

function landingAlert(found: LandingToTell): Alert {
  const what = found.failing_since === null ? 'recovered' : 'broken';
  return {
    userId: found.advertiser_id,
    event: 'landing_broken',
    data: {
      campaign_id: publicId('campaign', found.campaign_id),
      campaign: shorten(found.name, LONGEST_NAME),
      what,
      url: found.url,
      outcome: found.outcome,
      status: found.status,
      failing_since: found.failing_since?.toISOString() ?? null,
      checked_at: found.checked_at.toISOString(),
    },
    // Of a failure there is one beginning, and of its end one look that found the page.
    occurrence: `${found.campaign_id}:${what}:${(found.failing_since ?? found.checked_at).getTime()}`,
  };
}

/**
 * Tells owners of landing pages that broke, and of those that answer again: once each. What is told is noted in the same
 * transaction as the notices, so that a process that dies tells neither twice nor never.
 */
export async function watchLandings({ db, clock, alerts }: WatchLandingsDeps): Promise<void> {
  for (let more = true; more; )
    more = await inTransaction(db, async (trx) => {
      const found = await takeLandingsToTell(trx, clock.now(), PAGES_AT_A_TIME);
      await alerts.tellAll(trx, found.map(landingAlert));
      return found.length === PAGES_AT_A_TIME;
    });
}
