import type { Mount } from '../../platform/http';
import { createOutbound, createResolveTxt } from '../../platform/outbound';
import { operatorPropertyRoutes } from './operatorProperties';
import { propertyRoutes, zoneRoutes } from './properties.routes';
import { createPropertyService, type PropertiesDeps, type PropertyService } from './properties.service';
import { createVerification } from './verification/createVerification';
import { verificationRoutes } from './verification/verification.routes';
import { createVerificationService, type VerificationService } from './verification/verification.service';

export type { PropertiesDeps, PropertyVerdict } from './properties.service';
export { ShareError, type ShareOf, setRevenueShare } from './revenueShare';
export type { LostVerification, VerificationService } from './verification/verification.service';

export interface PropertiesFeature {
  mounts: Mount[];
  properties: PropertyService;
  verification: VerificationService;
  /** Begins to look for the tokens of properties; after the jobs have started. */
  start(): void;
  stop(): void;
}

function makeVerification({ looks, ...deps }: PropertiesDeps) {
  const resolveTxt = looks?.resolveTxt ?? createResolveTxt();
  if (looks) return createVerification({ ...deps, ...looks, resolveTxt });
  const service = createVerificationService({
    ...deps,
    resolveTxt,
    outbound: createOutbound({ allowed: [] }),
  });
  return { service, start: () => {}, stop: () => {} };
}

/** Properties and zones of publishers, whether they are theirs, and the operator's word on new properties. */
export function createPropertiesFeature(deps: PropertiesDeps): PropertiesFeature {
  const { service: verification, start, stop } = makeVerification(deps);
  const properties = createPropertyService(deps, verification);
  return {
    mounts: [
      { path: '/api/properties', router: propertyRoutes(properties, deps.clock) },
      { path: '/api/properties', router: verificationRoutes(verification) },
      { path: '/api/zones', router: zoneRoutes(properties, deps.clock) },
      { path: '/api/operator/properties', router: operatorPropertyRoutes(deps) },
    ],
    properties,
    verification,
    start,
    stop,
  };
}
