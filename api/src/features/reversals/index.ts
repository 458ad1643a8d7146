import type { Mount } from '../../platform/http';
import { createReversalJob, type ReversalJobDeps } from './reversalJob';
import { type ProofCheck, reversalRoutes } from './reversals.routes';
import { createReversalsService } from './reversals.service';

/** Invalid traffic that staff take back in the console: history, preview, and the job that carries it out. */
export function createReversalsFeature({
  checkProof,
  ...deps
}: ReversalJobDeps & { checkProof: ProofCheck }): { mounts: Mount[] } {
  const queue = createReversalJob(deps);
  const service = createReversalsService({ ...deps, queue });
  return { mounts: [{ path: '/api/operator/reversals', router: reversalRoutes(service, checkProof) }] };
}
