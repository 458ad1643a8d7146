import type { PricingCode } from '@ezdash/contracts';
import type { IngestEvent } from '../../../api/src/features/events';
import { countryNumber, languageNumber } from '../../../api/src/features/serving';
import { createTokenSigner } from '../../../api/src/features/serving/hot/token';
import { createRandomPool, cryptoRandom } from '../../../api/src/features/serving/hot/uuidV7';

/** What the tokens of these events' decisions carry: the journal keeps it with each event. */
export function tokenPayloads(secret: Buffer) {
  const signer = createTokenSigner([{ id: 1, secret }], createRandomPool(cryptoRandom));
  const known = new Map<string, Buffer>();
  return {
    of(event: IngestEvent): Buffer {
      let payload = known.get(event.decisionId);
      if (payload === undefined) {
        signer.begin(event.decidedAtMs);
        const token = signer.sign({
          pricing: event.pricing as PricingCode,
          test: false,
          private: false,
          zoneId: event.zoneId,
          creativeId: event.creativeId,
          campaignId: event.campaignId,
          country: countryNumber(event.country),
          device: event.device,
          os: event.os ?? 0,
          browser: event.browser ?? 0,
          language: languageNumber(event.language ?? ''),
          priceMicros: event.priceMicros,
          payoutMicros: event.payoutMicros,
        });
        payload = Buffer.from(token, 'base64url');
        known.set(event.decisionId, payload);
      }
      return payload;
    },
  };
}
