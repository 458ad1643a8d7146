import { EVENT_KINDS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { arrayText, type Trx } from '../../../platform/db';
import type { BilledEvent } from '../billing';

/**
 * Conversions that were given up because their click, or its impression, had not come in wait again when it does,
 * however late: a node's journal may have lain still for hours. Who settles them judges them by the click as it is now.
 * Those that wait are touched as well, so that whoever is about to give one up at this moment comes first or sees the
 * click (`createSettler`).
 */
export async function wakeConversions(trx: Trx, booked: readonly BilledEvent[]): Promise<void> {
  const clicks = booked.filter(({ event }) => event.kind === EVENT_KINDS.click);
  if (clicks.length === 0) return;
  await sql`UPDATE conversion SET verdict = 'waiting', clicked_at = NULL, advertiser_id = NULL, campaign_id = NULL,
      creative_id = NULL, publisher_id = NULL, property_id = NULL, zone_id = NULL, country = NULL, device = NULL,
      os = 0, browser = 0, language = '', sub_id = 0
    WHERE verdict IN ('waiting', 'no-click', 'invalid-click')
      AND click_id = ANY(${arrayText(clicks.map(({ event }) => event.decisionId))}::uuid[])`.execute(trx);
}
