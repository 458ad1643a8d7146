import type { Mount } from '../../platform/http';
import { sampleRoutes } from './sample.routes';
import { createSampleService, type SampleDeps } from './sample.service';

export interface SampleFeature {
  mounts: Mount[];
}

/** Since when an account is there. */
export function createSampleFeature(deps: SampleDeps): SampleFeature {
  return { mounts: [{ path: '/api/sample', router: sampleRoutes(createSampleService(deps)) }] };
}
