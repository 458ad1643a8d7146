import { createLimiter } from '../../../platform/auth';
import type { CampaignImportService } from './import.service';

/** Every look at a file does all that it says, and takes it back: a thousandth of a second a campaign. */
const IMPORTS = { name: 'campaign-imports', points: 10, durationSeconds: 60 };
/** A file of more lines holds a connection for seconds, up to ten. */
const LARGE_LINES = 1_000;
const LARGE_IMPORTS = { name: 'campaign-imports-large', points: 4, durationSeconds: 60 };
const LINE_FEED = 0x0a;

function isLarge(file: Uint8Array): boolean {
  let lines = 0;
  for (
    let at = file.indexOf(LINE_FEED);
    at >= 0 && lines <= LARGE_LINES;
    at = file.indexOf(LINE_FEED, at + 1)
  )
    lines += 1;
  return lines > LARGE_LINES;
}

/** The same service, at most ten files a minute and advertiser, four of them large: over the page and the API together. */
export function limitImports({ preview, apply }: CampaignImportService): CampaignImportService {
  const files = createLimiter(IMPORTS);
  const largeFiles = createLimiter(LARGE_IMPORTS);
  async function count(advertiserId: number, file: Uint8Array): Promise<void> {
    await files.consume(String(advertiserId));
    if (isLarge(file)) await largeFiles.consume(String(advertiserId));
  }
  return {
    async preview(advertiserId, file) {
      await count(advertiserId, file);
      return preview(advertiserId, file);
    },
    async apply(advertiserId, file, options) {
      await count(advertiserId, file);
      return apply(advertiserId, file, options);
    },
  };
}
