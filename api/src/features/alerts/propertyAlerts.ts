import { publicId } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import type { LostVerification } from '../properties';
import { LONGEST_NAME, shorten } from './shorten';
import type { Tell } from './tell';

export interface PropertyAlerts {
  /** A property is not shown to be its publisher's any more: `onLost` of the properties. */
  verificationLost(trx: Trx, lost: LostVerification): Promise<void>;
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
  };
}
