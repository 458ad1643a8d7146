import type { Mount } from '../../platform/http';
import { privacyRoutes } from './privacy.routes';
import { createPrivacyService, type PrivacyDeps, type PrivacyService } from './privacy.service';

export interface PrivacyFeature {
  service: PrivacyService;
  mounts: Mount[];
}

/** Archives of personal data and the deletion of accounts. `service.start` belongs behind the start of the jobs. */
export function createPrivacyFeature(deps: PrivacyDeps): PrivacyFeature {
  const service = createPrivacyService(deps);
  return { service, mounts: [{ path: '/api/settings/privacy', router: privacyRoutes(service) }] };
}

export type { Eraser } from './deletion/eraseAccount';
export type { ExportPart } from './exports/buildArchive';
export { formatMicros } from './exports/formatMicros';
export type { PrivacyDeps, PrivacyService } from './privacy.service';
