import { publicId } from '@ezdash/contracts';
import { type Trx, toNumber } from '../../platform/db';
import type { HoldNews } from '../holds';
import type { LostVerification } from '../properties';
import { LONGEST_NAME, shorten } from './shorten';
import type { Tell } from './tell';

export interface PropertyAlerts {
  /** A property is not shown to be its publisher's any more: `onLost` of the properties. */
  verificationLost(trx: Trx, lost: LostVerification): Promise<void>;
  /** Earnings are looked at, or were decided: `onChanged` of the holds. */
  holdChanged(trx: Trx, news: HoldNews): Promise<void>;
}

/** What publishers are told of their properties besides verdicts. */
export function createPropertyAlerts({ tell }: { tell: Tell }): PropertyAlerts {
  return {
    async verificationLost(trx, { propertyId, publisherId, name, domain, isShowingAds, lostAt }) {
      const data = {
        property_id: publicId('property', propertyId),
        property: shorten(name, LONGEST_NAME),
        domain,
        shows_ads: isShowingAds,
        lost_at: lostAt.toISOString(),
      };
      const occurrence = `${propertyId}:${lostAt.getTime()}`;
      await tell(trx, [{ userId: publisherId, event: 'verification_lost', data, occurrence }]);
    },

    async holdChanged(
      trx,
      { caseId, publisherId, propertyId, property, domain, what, amountMicros, reasons },
    ) {
      const data = {
        property_id: publicId('property', propertyId),
        property: shorten(property, LONGEST_NAME),
        domain,
        what,
        amount_micros: toNumber(amountMicros),
        reasons: [...reasons],
      };
      await tell(trx, [
        { userId: publisherId, event: 'earnings_held', data, occurrence: `${caseId}:${what}` },
      ]);
    },
  };
}
