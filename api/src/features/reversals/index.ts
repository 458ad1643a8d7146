import type { Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { beginReversal, type ReversalRequest } from '../events';
import { createReversalJob, type ReversalJobDeps } from './reversalJob';
import { type ProofCheck, reversalRoutes } from './reversals.routes';
import { createReversalsService } from './reversals.service';

/** Begins a reversal with its job, in the transaction; null when there is nothing to reverse. */
export type BeginReversal = (trx: Trx, request: ReversalRequest) => Promise<{ id: number } | null>;

/** Invalid traffic that staff take back in the console: history, preview, and the job that carries it out. */
export function createReversalsFeature({
  checkProof,
  ...deps
}: ReversalJobDeps & { checkProof: ProofCheck }): { mounts: Mount[]; begin: BeginReversal } {
  const queue = createReversalJob(deps);
  const service = createReversalsService({ ...deps, queue });
  return {
    mounts: [{ path: '/api/operator/reversals', router: reversalRoutes(service, checkProof) }],
    async begin(trx, request) {
      const begun = await beginReversal(trx, request, deps.clock.nowMs());
      if (begun) await queue.send({ reversalId: begun.id }, { trx });
      return begun;
    },
  };
}
