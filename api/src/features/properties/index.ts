import type { Mount } from '../../platform/http';
import { operatorPropertyRoutes } from './operatorProperties';
import { propertyRoutes, zoneRoutes } from './properties.routes';
import { createPropertyService, type PropertiesDeps, type PropertyService } from './properties.service';

export type { PropertiesDeps, PropertyVerdict } from './properties.service';
export { ShareError, type ShareOf, setRevenueShare } from './revenueShare';

export interface PropertiesFeature {
  mounts: Mount[];
  properties: PropertyService;
}

/** Properties and zones of publishers, and the operator's word on new properties. */
export function createPropertiesFeature(deps: PropertiesDeps): PropertiesFeature {
  const properties = createPropertyService(deps);
  return {
    mounts: [
      { path: '/api/properties', router: propertyRoutes(properties, deps.clock) },
      { path: '/api/zones', router: zoneRoutes(properties, deps.clock) },
      { path: '/api/operator/properties', router: operatorPropertyRoutes(deps) },
    ],
    properties,
  };
}
