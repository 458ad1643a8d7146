import { createLimiter } from '../../../platform/auth';
import type { CampaignImportService } from './import.service';

/** Every look at a file does all that it says, and takes it back: up to a thousand campaigns. */
const IMPORTS = { name: 'campaign-imports', points: 10, durationSeconds: 60 };

/** The same service, at most ten files a minute and advertiser: over the page and the API together. */
export function limitImports({ preview, apply }: CampaignImportService): CampaignImportService {
  const files = createLimiter(IMPORTS);
  return {
    async preview(advertiserId, file) {
      await files.consume(String(advertiserId));
      return preview(advertiserId, file);
    },
    async apply(advertiserId, file, options) {
      await files.consume(String(advertiserId));
      return apply(advertiserId, file, options);
    },
  };
}
